import type { Reconciliation as Wire } from '../../contract/reconciliation.ts'
import type { BankAccount } from '../../contract/receipt.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { readMovements, readOldestMovement, type Movement } from '../../ledger/store/movements.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { endToEndId } from '../../lib/transfers.ts'
import type { Database } from '../../platform/database.ts'
import type { Booked, BooksOfAccount } from '../bank-statements/summary.ts'
import { readAtBank } from '../receipts/queries.ts'
import { reconciliations, type Reconciliation } from './table.ts'

export type Books = BooksOfAccount & { upTo: number; last: Last | null }

/** What the last statement of the account left. */
type Last = {
  upTo: bigint
  inTransit: string
  statementDay: string
  closing: Cents
  statementAccount: string | null
}

async function readLast(db: Database, account: BankAccount): Promise<Last | null> {
  const { rows } = await db.query<Last>({
    name: 'reconciliations.last',
    text: `select up_to as "upTo", in_transit as "inTransit", statement_day as "statementDay", closing, statement_account as "statementAccount" from reconciliations
      where account = $1 order by reconciled_at desc, id desc limit 1`,
    values: [account],
  })
  return rows[0] ?? null
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

type ReconciledUntil = Pick<Reconciliation, 'statementDay' | 'reconciledAt' | 'inTransit'>

/** How far each account is reconciled by its last statement, and when that was found; null: never. */
export async function readReconciledUntil(
  db: Database,
): Promise<Record<BankAccount, ReconciledUntil | null>> {
  const { rows } = await db.query<ReconciledUntil & Pick<Reconciliation, 'account'>>({
    name: 'reconciliations.until',
    text: `select distinct on (account) account, statement_day as "statementDay", reconciled_at as "reconciledAt", in_transit as "inTransit" from reconciliations
      order by account, reconciled_at desc, id desc`,
  })
  const of = (account: BankAccount) => rows.find((row) => row.account === account) ?? null
  return { 'client-bank': of('client-bank'), 'firm-bank': of('firm-bank') }
}

const isAtBank = (kind: string) => kind === 'client-bank' || kind === 'firm-bank'

/** What no statement has had yet, as its last one left it. */
const unseen = (last: Last | null) => ({
  after: Number(last?.upTo ?? 0n),
  and: last === null || last.inTransit === '' ? [] : last.inTransit.split(','),
})

/** Since when the oldest booking at the bank waits for its statement; null: none waits. */
export async function readWaitsForStatement(db: Database): Promise<Instant | null> {
  const found = await Promise.all(
    (['client-bank', 'firm-bank'] as const).map(async (account) =>
      readOldestMovement(db, account, unseen(await readLast(db, account))),
    ),
  )
  const waiting = found.filter((at) => at !== null)
  return waiting.length === 0 ? null : Math.min(...waiting)
}

/** A file may overlap with statements that were read already: so far back what they had is known again. */
const overlapDays = 45

/** What one command moved is one line, as the bank has it; but what moves between the firm's own accounts is a transfer for itself. */
const lineKey = ({ command, other, version }: Movement): string =>
  isAtBank(other) ? `${command} ${version}` : command

/**
 * The account in the books, what of it no statement had yet, and what the latest had. The bank knows a booking by the reference
 * that was recorded with it. What moves between the firm's own accounts has none, and play money is known by its command alone.
 */
export async function readBooks(db: Database, account: BankAccount): Promise<Books> {
  const last = await readLast(db, account)
  const { after, and } = unseen(last)
  const since = last && Date.parse(`${last.statementDay}T00:00:00Z`) - overlapDays * dayMs
  const { balance, version, movements } = await readMovements(db, account, { after, and, since })
  const atBank = await readAtBank(db, [...new Set(movements.map(({ command }) => command))])
  const open = new Set(and)
  const lineOf = (moved: Movement[]): Booked => {
    const [{ command, event, other, at }] = moved as [Movement]
    const said = isAtBank(other) ? undefined : atBank.get(command)
    const withdrawal = said?.withdrawal ?? null
    return {
      command,
      amount: moved.reduce((sum, { amount }) => sum + amount, 0n),
      versions: moved.map((one) => one.version),
      day: isoFromInstant(at).slice(0, 10),
      valueOn: said?.valueOn ?? null,
      endToEnd: withdrawal === null ? null : endToEndId({ _id: withdrawal }),
      reference: event === 'play-money' ? command : (said?.reference ?? null),
      isEarlier: moved.every((one) => one.version <= after && !open.has(String(one.version))),
    }
  }
  return {
    balance,
    upTo: version,
    last,
    lines: [...Map.groupBy(movements, lineKey).values()].map(lineOf),
  }
}

export type Person = { id: OwnerId; fullName: string }

const people = `select owner.id, owner.account_id as "accountId", person.full_name as "fullName"
  from owners owner join auth.persons person on person.id = owner.id`

/** Users who have one of these account IDs, or are one of these; nobody who has left, and no staff. */
export async function readPeople(
  db: Database,
  { accountIds, ids }: { accountIds: readonly string[]; ids: readonly OwnerId[] },
): Promise<(Person & { accountId: string })[]> {
  const { rows } = await db.query<Person & { accountId: string }>({
    name: 'reconciliations.people',
    text: `${people} where (owner.account_id = any ($1) or owner.id = any ($2)) and owner.role = 'user' and owner.status <> 'closed'`,
    values: [accountIds, ids],
  })
  return rows
}

type Row = Reconciliation & { by_name: string | null }

export async function readReconciliations(db: Database, most: number): Promise<Wire[]> {
  const { rows } = await db.query<Row>({
    name: 'reconciliations.latest',
    text: `select ${reconciliations.columns}, person.full_name as by_name from ${reconciliations.from}
      left join auth.persons person on person.id = reconciliation.reconciled_by
      order by reconciliation.reconciled_at desc, reconciliation.id desc limit $1`,
    values: [most],
  })
  return rows.map((row) => ({
    id: row.id,
    account: row.account,
    statementDay: row.statementDay,
    closing: dollarsFromCents(row.closing),
    balance: dollarsFromCents(row.balance),
    inTransit: row.inTransit === '' ? 0 : row.inTransit.split(',').length,
    reconciledAt: isoFromInstant(row.reconciledAt),
    reconciledBy: party(row.reconciledBy as OwnerId, row.by_name),
  }))
}
