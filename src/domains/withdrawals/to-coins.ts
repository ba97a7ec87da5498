/** Approved requests whose money goes to an address of a wallet. */
import type { Pool } from 'pg'
import type { PayoutStop } from '../../contract/payouts.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import type { Journal } from '../../desk/read-back.ts'
import { readDifferences } from '../../desk/row-states.ts'
import type { Database } from '../../platform/database.ts'
import { stopOfPayout } from './payable.ts'
import { withdrawals, type WithdrawalRow } from './table.ts'

export type ToCoins = {
  id: string
  owner: OwnerId
  fullName: string | null
  amount: Cents
  address: string
  approvedAt: Instant
  /** What stops money for its owner. */
  stop: PayoutStop | null
}

const select = `select withdrawal.id, withdrawal.owner_id as owner, person.full_name as "fullName", withdrawal.amount,
    withdrawal.wallet_address as address, withdrawal.decided_at as "approvedAt", ${stopOfPayout('withdrawal.owner_id')} as stop
  from withdrawals withdrawal left join auth.persons person on person.id = withdrawal.owner_id
  where withdrawal.status = 'approved' and withdrawal.type = 'bank_transfer'`

/** Of these requests those that are approved, in the order in which they are asked for. */
export async function readToCoins(db: Database, ids: readonly string[]): Promise<ToCoins[]> {
  const { rows } = await db.query<ToCoins>({
    name: 'withdrawals.to-coins',
    text: `${select} and withdrawal.id = any ($1) order by array_position($1::uuid[], withdrawal.id)`,
    values: [ids],
  })
  return rows
}

/** Those that may leave first, the oldest of them first. */
export async function readAllToCoins(db: Pool, limit: number): Promise<ToCoins[]> {
  const { rows } = await db.query<ToCoins>({
    name: 'withdrawals.all-to-coins',
    text: `${select} order by stop nulls first, withdrawal.decided_at, withdrawal.id limit $1`,
    values: [limit],
  })
  return rows
}

/** Whose request it is, and where it goes; the address is null where the request isn't what was recorded of it. */
export type Addressee = {
  owner: OwnerId
  fullName: string | null
  address: string | null
  difference: string | null
  /** What stops money for its owner. */
  stop: PayoutStop | null
}

export async function readAddressees(
  journal: Journal,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Addressee>> {
  type Row = WithdrawalRow & Pick<Addressee, 'fullName' | 'stop'>
  const compared = await readDifferences<Row>(journal, journal.pool, withdrawals, {
    name: 'withdrawals.addressees',
    text: `select ${withdrawals.columns}, person.full_name as "fullName", ${stopOfPayout('withdrawal.owner_id')} as stop from ${withdrawals.from}
      left join auth.persons person on person.id = withdrawal.owner_id where withdrawal.id = any ($1)`,
    values: [ids],
  })
  return new Map(
    compared.map(({ id, owner, fullName, walletAddress, difference, stop }) => [
      id,
      {
        owner,
        fullName,
        address: difference === null ? walletAddress : null,
        difference,
        stop,
      },
    ]),
  )
}
