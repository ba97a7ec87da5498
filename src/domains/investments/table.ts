/** Investments as they are kept, and what the rules of money ask of them. */
import type { AtMaturity } from '../../contract/at-maturity.ts'
import type { InvestmentStatus } from '../../contract/investment.ts'
import { cents, instant, integer, text, uuid, word } from '../../desk/column.ts'
import { defineFact } from '../../desk/fact.ts'
import { reading } from '../../desk/read.ts'
import { Table } from '../../desk/table.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'

export type Investment = {
  id: string
  owner: OwnerId
  planId: string
  termsVersion: number
  planTitle: string
  amount: Cents
  profitPercent: number
  profit: Cents
  openedAt: Instant
  maturesAt: Instant
  status: InvestmentStatus
  riskVersion: number
  /** It can be undone before; null: it was opened without that, as all but a person's first are. */
  undoableUntil: Instant | null
  /** The answers that it was opened with; null: nobody asked. */
  check: string | null
  /** What its owner has chosen for its last day. */
  atMaturity: AtMaturity
  /** The plan's terms and risk warning that were accepted for investing it again; null where that isn't chosen. */
  acceptedTermsVersion: number | null
  acceptedRiskVersion: number | null
  /** The refusal for which it went to the balance though it was to be invested again. */
  notReinvested: string | null
  /** The matured investment whose principal it is; null: it came from the balance. */
  continues: string | null
}

export const investments = new Table<Investment>({
  name: 'investments',
  as: 'investment',
  key: ['id'],
  owner: 'owner',
  columns: {
    id: uuid('id'),
    owner: uuid('owner_id'),
    planId: uuid('plan_id'),
    termsVersion: integer('terms_version'),
    planTitle: text('plan_title'),
    amount: cents('amount'),
    profitPercent: integer('profit_percent'),
    profit: cents('profit'),
    openedAt: instant('opened_at'),
    maturesAt: instant('matures_at'),
    status: word('status', { changes: true }),
    riskVersion: integer('risk_version'),
    undoableUntil: instant('undoable_until'),
    check: uuid('check_id'),
    atMaturity: word('at_maturity', { changes: true }),
    acceptedTermsVersion: integer('accepted_terms_version', { changes: true }),
    acceptedRiskVersion: integer('accepted_risk_version', { changes: true }),
    notReinvested: word('not_reinvested', { later: true }),
    continues: uuid('continues'),
  },
})

const running = investments.source<OwnerId>({
  name: 'running',
  form: 'uuid',
  // `offset 0` keeps it a query per owner: joined, a plan made while the table was small would scan a whole index.
  text: `select found.* from unnest($1::uuid[]) as asked(owner), lateral (
      select ${investments.columns} from ${investments.from} where investment.owner_id = asked.owner and investment.status not in ('matured', 'undone') offset 0
    ) found`,
})

/** Needs the running investments of this owner, for the accrued profit. */
export const runningOf = (owner: OwnerId) => reading(running, owner)

export const runningIn = (world: World, owner: OwnerId): Investment[] =>
  world.rowsOf(investments, owner).filter(({ status }) => status === 'running')

/** How many investments fall due within this many days of business time. */
export const dueWithin = defineFact<number, number>({
  name: 'investments.due-within',
  // Time moves while a statement runs: only as a query of its own is it asked once, and so good for the index.
  text: `select asked.days, (
      select count(*)::int from investments where status = 'running' and matures_at <= (select business_now()) + make_interval(days => asked.days)
    ) as due from unnest($1::int[]) as asked(days)`,
  form: 'integer',
  valueIn: (rows, days) => rows.find((row) => row.days === days)!.due,
  inMemory: () => ({
    add() {},
    valueOf: (days, { world, now }) =>
      world
        .rows(investments)
        .filter(({ status, maturesAt }) => status === 'running' && maturesAt <= now + days * dayMs)
        .length,
  }),
})
