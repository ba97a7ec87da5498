/** What is read of loans: by their borrower, and by staff. */
import type { WaitingApplication } from '../../contract/lending.ts'
import { party } from '../../desk/spoken.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { postingsOfEvents } from '../../ledger/store/entries.ts'
import type { Instant } from '../../lib/instant.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { othersWithNumberOf } from '../documents/table.ts'
import {
  loanApplications,
  loanDues,
  loans,
  type Loan,
  type LoanApplication,
  type LoanDue,
} from './table.ts'
import { presentApplication } from './present.ts'

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** All that somebody asked for, newest first. */
export async function readApplicationsOf(db: Database, owner: OwnerId): Promise<LoanApplication[]> {
  const { rows } = await db.query({
    name: 'loan-applications.own',
    text: `select ${loanApplications.columns} from ${loanApplications.from} where loan_application.owner_id = $1 order by loan_application.submitted_at desc, loan_application.id desc`,
    values: [owner],
  })
  return rows.map((row) => loanApplications.fromRow(row))
}

/** All that somebody has borrowed, newest first. */
export async function readLoansOf(db: Database, owner: OwnerId): Promise<Loan[]> {
  const { rows } = await db.query({
    name: 'loans.own',
    text: `select ${loans.columns} from ${loans.from} where loan.owner_id = $1 order by loan.started_at desc, loan.id desc`,
    values: [owner],
  })
  return rows.map((row) => loans.fromRow(row))
}

/** What has fallen due of each of these, in its order. */
export async function readDues(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, LoanDue[]>> {
  const { rows } = await db.query({
    name: 'loans.dues',
    text: `select ${loanDues.columns} from ${loanDues.from} where loan_due.loan_id = any ($1::uuid[]) order by loan_due.loan_id, loan_due.place`,
    values: [ids],
  })
  return Map.groupBy(
    rows.map((row) => loanDues.fromRow(row)),
    ({ loan }) => loan,
  )
}

export type LoanNamed = Loan & { borrower: string | null }

/** SQL of loans with the names of who borrowed them; and a row of it. */
export const namedLoans = `select ${loans.columns}, person.full_name as borrower from ${loans.from} left join auth.persons person on person.id = loan.owner_id`
export const loanNamed = (row: { borrower: string | null }): LoanNamed => ({
  ...loans.fromRow(row),
  borrower: row.borrower,
})

/** One, and who borrowed it; null: there is none. */
export async function readLoan(db: Database, id: string): Promise<LoanNamed | null> {
  const { rows } = await db.query({
    name: 'loans.one',
    text: `${namedLoans} where loan.id = $1`,
    values: [id],
  })
  return rows[0] ? loanNamed(rows[0]) : null
}

export type LoanPosting = {
  at: Instant
  event: string
  debit: string
  credit: string
  amount: Cents
}

/** What was posted about a loan to its borrower's accounts, oldest first. */
export async function readPostingsOf(db: Database, loan: Loan): Promise<LoanPosting[]> {
  const events = [
    ...(['loan-paid-out', 'loan-repaid', 'loan-repayment-undone'] as const),
    ...(['loan-security-returned', 'loan-security-applied'] as const),
  ]
  const { rows } = await db.query<LoanPosting>({
    name: 'loans.postings',
    text: `with mine as (
        select distinct item.command_id, item.at from desk.activity item where item.owner_id = $1 and item.at >= $2
          and item.at < coalesce((select min(later.started_at) from loans later where later.owner_id = $1 and later.started_at > $2), 'infinity'))
      select at, event, debit, credit, amount from (${postingsOfEvents('mine', events)}) posted order by at, command_id, line`,
    values: [loan.owner, isoFromInstant(loan.startedAt)],
  })
  return rows
}

type NamedApplication = LoanApplication & { borrower: string | null }

const namedColumns = `${loanApplications.columns}, person.full_name as borrower`
const namedFrom = `${loanApplications.from} left join auth.persons person on person.id = loan_application.owner_id`

const presentNamed = (row: NamedApplication, today: string): WaitingApplication => ({
  ...presentApplication(row),
  borrower: party(row.owner, row.borrower),
  isLate: row.status === 'submitted' && row.decideBy < today,
})

const namedRow = (row: { borrower: string | null }): NamedApplication => ({
  ...loanApplications.fromRow(row),
  borrower: row.borrower,
})

/** What waits begins with what has waited longest; what was decided with the newest. */
const orders = {
  waiting: {
    where: `loan_application.decided_at is null`,
    at: 'loan_application.submitted_at',
    next: '>',
    direction: 'asc',
  },
  decided: {
    where: `loan_application.decided_at is not null`,
    at: 'loan_application.decided_at',
    next: '<',
    direction: 'desc',
  },
}

export async function readApplications(
  db: Database,
  { decided, limit = 50, cursor }: Page & { decided?: 'true' | undefined },
  today: string,
): Promise<{ applications: WaitingApplication[]; nextCursor: string | null }> {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const which = decided === 'true' ? 'decided' : 'waiting'
  const order = orders[which]
  const { rows } = await db.query({
    name: `loan-applications.${which}`,
    text: `select ${namedColumns} from ${namedFrom}
      where ${order.where} and ($1::timestamptz is null or (${order.at}, loan_application.id) ${order.next} ($1, $2::uuid))
      order by ${order.at} ${order.direction}, loan_application.id ${order.direction} limit $3`,
    values: [at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows.map(namedRow), limit, (last) => [
    which === 'decided' ? last.decidedAt! : last.submittedAt,
    last.id,
  ])
  return { applications: shown.map((row) => presentNamed(row, today)), nextCursor }
}

/** One as it is kept and as staff read it; null: there is none. */
export async function readApplication(
  db: Database,
  id: string,
  today: string,
): Promise<{ kept: LoanApplication; shown: WaitingApplication } | null> {
  const { rows } = await db.query({
    name: 'loan-applications.one',
    text: `select ${namedColumns} from ${namedFrom} where loan_application.id = $1`,
    values: [id],
  })
  if (!rows[0]) return null
  const kept = namedRow(rows[0])
  return { kept, shown: presentNamed(kept, today) }
}

/** What somebody has and owes, and what the pool holds. */
export async function readFigures(db: Database, owner: OwnerId) {
  const { rows } = await db.query<Record<'cash' | 'invested' | 'owed' | 'pool', Cents>>({
    name: 'loan-applications.figures',
    text: `select ${balanceOf('$1', 'cash')} as cash, ${balanceOf('$1', 'invested')} as invested, -${balanceOf('$1', 'owed')} as owed, ${balanceOf(`'${firm}'`, 'loan-pool')} as pool`,
    values: [owner],
  })
  return rows[0]!
}

/** Others whose document has the same number, and who owe on a loan, ask for one, or have left one unpaid. */
export async function readSamePerson(db: Database, owner: OwnerId) {
  const { rows } = await db.query<{ id: OwnerId; name: string | null }>({
    name: 'loan-applications.same-documents',
    text: `select owner.id, person.full_name as name from owners owner left join auth.persons person on person.id = owner.id
      where owner.id in (${othersWithNumberOf('= $1')})
        and (exists (select from loans loan where loan.owner_id = owner.id and loan.status <> 'repaid')
          or exists (select from loan_applications asked where asked.owner_id = owner.id and asked.decided_at is null))
      order by owner.id`,
    values: [owner],
  })
  return rows.map(({ id, name }) => party(id, name))
}
