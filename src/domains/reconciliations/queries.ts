import type { Reconciliation as Wire } from '../../contract/reconciliation.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { readMovements } from '../../ledger/store/movements.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import type { BooksOfAccount } from '../bank-statements/summary.ts'
import { readBankReferences } from '../receipts/queries.ts'
import { reconciliations, type Reconciliation } from './table.ts'

export type Books = BooksOfAccount & { upTo: number }

/** What the last statement of the account left: until where, and what the bank didn't have yet. */
async function readLast(db: Database, account: BankAccount) {
  const { rows } = await db.query<{ upTo: bigint; onItsWay: string }>({
    name: 'reconciliations.last',
    text: `select up_to as "upTo", on_its_way as "onItsWay" from reconciliations
      where account = $1 order by reconciled_at desc, id desc limit 1`,
    values: [account],
  })
  const { upTo = 0n, onItsWay = '' } = rows[0] ?? {}
  return { after: Number(upTo), and: onItsWay === '' ? [] : onItsWay.split(',') }
}

/** When each account was last reconciled, by business time; none that never was. */
export async function readReconciledAt(
  db: Database,
): Promise<{ account: BankAccount; at: Instant }[]> {
  const { rows } = await db.query<{ account: BankAccount; at: Instant }>({
    name: 'reconciliations.times',
    text: 'select account, max(reconciled_at) as at from reconciliations group by account',
  })
  return rows
}

const isAtBank = (kind: string) => kind === 'client-bank' || kind === 'firm-bank'

/**
 * The account in the books, and what of it no statement had yet. The bank knows a booking by the reference that was recorded with
 * it. What moves between the firm's own accounts has none, and play money is known by its command alone.
 */
export async function readBooks(db: Database, account: BankAccount): Promise<Books> {
  const { balance, version, movements } = await readMovements(
    db,
    account,
    await readLast(db, account),
  )
  const references = await readBankReferences(db, [
    ...new Set(movements.map(({ command }) => command)),
  ])
  return {
    balance,
    upTo: version,
    lines: movements.map(({ command, event, other, at, ...movement }) => ({
      ...movement,
      command,
      day: isoFromInstant(at).slice(0, 10),
      reference: isAtBank(other)
        ? null
        : event === 'play-money'
          ? command
          : (references.get(command) ?? null),
    })),
  }
}

/** Whose these account IDs are. */
export async function readNamed(
  db: Database,
  accountIds: readonly string[],
): Promise<Map<string, { id: OwnerId; fullName: string }>> {
  const { rows } = await db.query<{ accountId: string; id: OwnerId; fullName: string }>({
    name: 'reconciliations.named',
    text: `select owner.account_id as "accountId", owner.id, person.full_name as "fullName"
      from owners owner join auth.persons person on person.id = owner.id
      where owner.account_id = any ($1) and owner.role = 'user' and owner.status <> 'closed'`,
    values: [accountIds],
  })
  return new Map(rows.map(({ accountId, ...person }) => [accountId, person]))
}

type Row = Reconciliation & { by_name: string | null }

export async function readReconciliations(db: Database): Promise<Wire[]> {
  const { rows } = await db.query<Row>({
    name: 'reconciliations.latest',
    text: `select ${reconciliations.columns}, person.full_name as by_name from ${reconciliations.from}
      left join auth.persons person on person.id = reconciliation.reconciled_by
      order by reconciliation.reconciled_at desc, reconciliation.id desc limit 50`,
  })
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    statementDay: row.statementDay,
    closing: dollarsFromCents(row.closing),
    balance: dollarsFromCents(row.balance),
    onItsWay: row.onItsWay === '' ? 0 : row.onItsWay.split(',').length,
    reconciledAt: isoFromInstant(row.reconciledAt),
    reconciledBy: party(row.reconciledBy as OwnerId, row.by_name),
  }))
}
