/** The book of loans: what runs, how late it is, and what is to come in. Read whole: it is asked for now and then. */
import { loanAges, type LoanAge, type LoanInBook } from '../../contract/lending.ts'
import { party } from '../../desk/spoken.ts'
import { firm, type Kind } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { addMonths, monthOf } from '../../lib/calendar.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { comingInstalments, owedOf } from '../../lib/loan-plan.ts'
import { inAll } from './running.ts'
import type { LoanDue } from './table.ts'
import { ageOf, presentInList } from './present.ts'
import { loanNamed, namedLoans, readDues, type LoanNamed } from './queries.ts'

const monthsAhead = 12

type InBook = { loan: LoanNamed; dues: LoanDue[] }

async function withDues(db: Database, found: readonly LoanNamed[]): Promise<InBook[]> {
  const dues = await readDues(
    db,
    found.map(({ id }) => id),
  )
  return found.map((loan) => ({ loan, dues: dues.get(loan.id) ?? [] }))
}

/** All that is owed, with what has fallen due of it. */
async function readOwed(db: Database): Promise<InBook[]> {
  const { rows } = await db.query({
    name: 'loans.owed',
    text: `${namedLoans} where loan.status in ('running', 'defaulted') order by loan.started_at desc, loan.id desc`,
  })
  return withDues(db, rows.map(loanNamed))
}

async function readPage(db: Database, { limit, cursor }: { limit: number; cursor?: string }) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query({
    name: 'loans.list',
    text: `${namedLoans} where $1::timestamptz is null or (loan.started_at, loan.id) < ($1, $2::uuid) order by loan.started_at desc, loan.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  return rows.map(loanNamed)
}

const presentInBook = ({ loan, dues }: InBook, today: string): LoanInBook => ({
  ...presentInList(loan, dues),
  borrower: party(loan.owner, loan.borrower),
  age: ageOf(loan, dues, today),
})

function agesOf(owed: readonly InBook[], today: string) {
  const byAge = Map.groupBy(owed, ({ loan, dues }) => ageOf(loan, dues, today))
  return loanAges.map((age) => {
    const those = byAge.get(age) ?? []
    const sum = (of: (one: InBook) => Cents) =>
      dollarsFromCents(those.reduce((total, one) => total + of(one), 0n))
    return {
      age,
      loans: those.length,
      owed: sum(({ loan, dues }) => owedOf(loan, dues)),
      overdue: sum(({ dues }) => inAll(dues)),
    }
  })
}

/** By month of the coming year, if nothing is paid early. */
function monthsOf(owed: readonly InBook[], today: string) {
  const months = Array.from({ length: monthsAhead }, (_, at) => addMonths(monthOf(today), at))
  const sums = new Map(months.map((month) => [month, { interest: 0n, principal: 0n }]))
  for (const { loan } of owed)
    for (const { dueOn, interest, principal } of comingInstalments(loan)) {
      const sum = sums.get(monthOf(dueOn))
      if (!sum) continue
      sum.interest += interest
      sum.principal += principal
    }
  return months.map((month) => ({
    month,
    interest: dollarsFromCents(sums.get(month)!.interest),
    principal: dollarsFromCents(sums.get(month)!.principal),
  }))
}

/** The firm's own side of all loans. */
export async function readAccounts(db: Database) {
  const own = (kind: Kind) => balanceOf(`'${firm}'`, kind)
  const { rows } = await db.query<
    Record<'pool' | 'lent' | 'income' | 'unpaidIncome' | 'withheld', Cents>
  >({
    name: 'loans.accounts',
    text: `select ${own('loan-pool')} as pool, ${own('lent')} as lent, ${own('loan-income')} as income, ${own('earned')} as "unpaidIncome",
      coalesce((select sum(loan.withheld) from loans loan), 0)::bigint as withheld`,
  })
  const { pool, lent, income, unpaidIncome, withheld } = rows[0]!
  return {
    pool: dollarsFromCents(pool),
    lent: dollarsFromCents(lent),
    income: dollarsFromCents(income),
    unpaidIncome: dollarsFromCents(unpaidIncome),
    withheld: dollarsFromCents(withheld),
  }
}

type Query = {
  limit?: number | undefined
  cursor?: string | undefined
  age?: LoanAge | undefined
}

/** Whether it comes after this place among those that are newest first. */
const isAfter = ({ startedAt, id }: LoanNamed, at: string | null, last: string | null): boolean =>
  at === null ||
  startedAt < Date.parse(at) ||
  (startedAt === Date.parse(at) && last !== null && id < last)

/** Of one age they come on one page, as many as there are up to the limit. */
export async function readBook(db: Database, { limit = 50, cursor, age }: Query, today: string) {
  const [owed, accounts] = await Promise.all([readOwed(db), readAccounts(db)])
  const figures = { ages: agesOf(owed, today), months: monthsOf(owed, today), ...accounts }
  if (age !== undefined) {
    const [at = null, id = null] = decodeCursor(cursor, ['moment', 'id'])
    const those = owed
      .filter(({ loan, dues }) => ageOf(loan, dues, today) === age)
      .filter(({ loan }) => isAfter(loan, at, id))
    const { shown, nextCursor } = pageOf(those, limit, ({ loan }) => [loan.startedAt, loan.id])
    return { loans: shown.map((one) => presentInBook(one, today)), ...figures, nextCursor }
  }
  const found = await readPage(db, { limit, ...(cursor === undefined ? {} : { cursor }) })
  const { shown, nextCursor } = pageOf(found, limit, (last) => [last.startedAt, last.id])
  const page = await withDues(db, shown)
  return { loans: page.map((one) => presentInBook(one, today)), ...figures, nextCursor }
}
