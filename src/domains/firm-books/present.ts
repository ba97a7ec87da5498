/** From sums of postings to what pages read. Whole cents and whole units of coins throughout; pure. */
import {
  flowLine,
  resultLine,
  type BalanceSheet,
  type FlowAmounts,
  type FlowLineName,
  type Flows,
  type Outlook,
  type ProfitAndLoss,
  type Result,
  type Section,
  type Span,
} from '../../contract/books.ts'
import { kindNames, kinds, type Kind, type Unit } from '../../ledger/core/chart.ts'
import {
  balancesOf,
  flowsOf,
  resultOf,
  type AskedAfter,
  type CellSum,
  type SpanSum,
} from '../../ledger/core/meaning.ts'
import { addDays, addMonths, firstDayOf, lastDayOf, mondayOf, monthOf } from '../../lib/calendar.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'

/** Where each kind of account stands on a balance sheet. */
const sectionOf = {
  'client-bank': 'assets',
  'firm-bank': 'assets',
  migration: 'assets',
  owed: 'assets',
  'exchange-usd': 'coins',
  cash: 'people',
  held: 'people',
  invested: 'people',
  promised: 'people',
  security: 'people',
  suspense: 'suspense',
  'returns-pool': 'pools',
  'referral-pool': 'pools',
  'corrections-pool': 'pools',
  'loan-pool': 'pools',
  lent: 'pools',
  earned: 'pools',
  'loan-income': 'pools',
  capital: 'capital',
  'client-wallet-btc': 'assets',
  'network-fee-btc': 'coins',
  'exchange-btc': 'coins',
  'client-wallet-usdt': 'assets',
  'network-fee-usdt': 'coins',
  'exchange-usdt': 'coins',
} as const satisfies Record<Kind, Section>

/** In the order of the sheet. */
const sheetOrder = Object.keys(sectionOf) as Kind[]

const amountOf = (unit: Unit, amount: bigint): number =>
  unit === 'USD' ? dollarsFromCents(amount) : Number(amount)

/** What coins were exchanged against is owed in coins, and there in dollars. */
const isClaim = (kind: Kind): boolean =>
  kinds[kind].nature === 'claim' || kind === 'exchange-btc' || kind === 'exchange-usdt'

/** As it is read: what is there, or what is owed, above zero. */
const shownBalance = (kind: Kind, balances: ReadonlyMap<Kind, bigint>): bigint => {
  const balance = balances.get(kind) ?? 0n
  return isClaim(kind) ? balance : -balance
}

function sumsOfUnit(unit: Unit, balances: ReadonlyMap<Kind, bigint>) {
  const sum = (claims: boolean) =>
    kindNames
      .filter((kind) => kinds[kind].unit === unit && isClaim(kind) === claims)
      .reduce((all, kind) => all + shownBalance(kind, balances), 0n)
  const [assets, claims] = [sum(false), sum(true)]
  return {
    assets: amountOf(unit, assets),
    claims: amountOf(unit, claims),
    difference: amountOf(unit, assets - claims),
  }
}

export function presentBalanceSheet(of: {
  day: string
  before: string
  today: string
  now: readonly CellSum[]
  earlier: readonly CellSum[]
}): BalanceSheet {
  const [now, earlier] = [balancesOf(of.now), balancesOf(of.earlier)]
  // A coin that was never touched has no part of the sheet.
  const units = (['USD', 'BTC', 'USDT'] as const).filter(
    (unit) =>
      unit === 'USD' ||
      kindNames.some((kind) => kinds[kind].unit === unit && (now.has(kind) || earlier.has(kind))),
  )
  return {
    day: of.day,
    before: of.before,
    isOver: of.day < of.today,
    lines: units.flatMap((unit) =>
      sheetOrder
        .filter((kind) => kinds[kind].unit === unit)
        .map((kind) => ({
          kind,
          section: sectionOf[kind],
          unit,
          amount: amountOf(unit, shownBalance(kind, now)),
          before: amountOf(unit, shownBalance(kind, earlier)),
        })),
    ),
    sums: units.map((unit) => ({
      unit,
      ...sumsOfUnit(unit, now),
      before: sumsOfUnit(unit, earlier),
    })),
  }
}

function presentResult(sums: readonly CellSum[]): Result {
  const { lines, gains, costs, profit, fees } = resultOf(sums)
  const flows = flowsOf(sums)
  return {
    lines: resultLine.options.map((line) => ({ line, amount: dollarsFromCents(lines[line]) })),
    gains: dollarsFromCents(gains),
    costs: dollarsFromCents(costs),
    profit: dollarsFromCents(profit),
    fees: { btc: Number(fees.btc), usdt: Number(fees.usdt) },
    returnsPaid: dollarsFromCents(flows['profit-paid']),
    capitalPaidIn: dollarsFromCents(flows['capital-in']),
  }
}

/** The months until this one, the earliest first. */
export const monthsUntil = (to: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => addMonths(to, at - count + 1))

export function presentProfitAndLoss(of: {
  months: readonly string[]
  today: string
  sums: readonly SpanSum[]
}): ProfitAndLoss {
  const last = of.months.at(-1)!
  return {
    from: of.months[0]!,
    to: last,
    isOver: lastDayOf(last) < of.today,
    whole: presentResult(of.sums),
    months: of.months.map((month) => ({
      month,
      ...presentResult(of.sums.filter(({ from }) => from === firstDayOf(month))),
    })),
  }
}

const cameIn = [
  'bank-in',
  'play-in',
  'imported',
  'coins-in',
  'payout-back',
] as const satisfies FlowLineName[]
const wentOut = [
  'bank-out',
  'coins-out',
  'sent-back',
  'taken-back',
] as const satisfies FlowLineName[]

const unitOfFlow = (line: FlowLineName): Unit =>
  line.startsWith('btc') ? 'BTC' : line.startsWith('usdt') ? 'USDT' : 'USD'

function presentFlowAmounts(sums: readonly CellSum[]): FlowAmounts {
  const flows = flowsOf(sums)
  const total = (lines: readonly FlowLineName[]) =>
    lines.reduce((sum, line) => sum + flows[line], 0n)
  const [came, went] = [total(cameIn), total(wentOut)]
  return {
    in: dollarsFromCents(came),
    out: dollarsFromCents(went),
    net: dollarsFromCents(came - went),
    lines: flowLine.options.map((line) => ({
      line: line satisfies FlowLineName,
      unit: unitOfFlow(line),
      amount: amountOf(unitOfFlow(line), flows[line]),
    })),
  }
}

/** Days, weeks from Monday or months, the last of which has this day. */
export function spansUntil(by: Span, to: string, count: number): { from: string; to: string }[] {
  if (by === 'month')
    return monthsUntil(monthOf(to), count).map((month) => ({
      from: firstDayOf(month),
      to: lastDayOf(month),
    }))
  const length = by === 'week' ? 7 : 1
  const first = by === 'week' ? mondayOf(to) : to
  return Array.from({ length: count }, (_, at) => {
    const from = addDays(first, (at - count + 1) * length)
    return { from, to: addDays(from, length - 1) }
  })
}

export function presentFlows(of: {
  by: Span
  spans: readonly { from: string; to: string }[]
  today: string
  sums: readonly SpanSum[]
}): Flows {
  return {
    by: of.by,
    isOver: of.spans.at(-1)!.to < of.today,
    whole: presentFlowAmounts(of.sums),
    spans: of.spans.map((span) => ({
      ...span,
      ...presentFlowAmounts(of.sums.filter(({ from }) => from === span.from)),
    })),
  }
}

/** The share of what matured that was asked for, in hundredths of a percent, rounded up; null where nothing matured. */
export const shareAsked = ({ matured, asked }: AskedAfter): bigint | null =>
  matured === 0n ? null : (asked * 10_000n + matured - 1n) / matured

/** That share of an amount, rounded up to the cent; all of it, where there is no usual rate. */
export const expectedOf = (amount: Cents, share: bigint | null): Cents =>
  share === null ? amount : (amount * share + 9_999n) / 10_000n

type Due = { date: string | null; investments: number; principal: Cents; profit: Cents }

const together = (due: readonly Due[]) =>
  due.reduce(
    (sum, { investments, principal, profit }) => ({
      investments: sum.investments + investments,
      principal: sum.principal + principal,
      profit: sum.profit + profit,
    }),
    { investments: 0, principal: 0n, profit: 0n },
  )

const presentDue = ({ investments, principal, profit }: ReturnType<typeof together>) => ({
  investments,
  principal: dollarsFromCents(principal),
  profit: dollarsFromCents(profit),
})

export type OnItsWay = {
  what: Outlook['onTheirWay'][number]['what']
  unit: Unit
  count: number | null
  amount: bigint
}

/** Weeks from a day on, the last of which may be shorter. */
function weeksOf(today: string, days: number): { from: string; to: string }[] {
  const weeks = []
  for (let from = 0; from < days; from += 7)
    weeks.push({ from: addDays(today, from), to: addDays(today, Math.min(from + 7, days) - 1) })
  return weeks
}

/** `due`: what falls due by day, today or later; a null date is later than all days shown. */
export function presentOutlook(of: {
  today: string
  daysAhead: number
  sums: readonly CellSum[]
  due: readonly Due[]
  rate: AskedAfter & { from: string; to: string }
  onTheirWay: readonly OnItsWay[]
}): Outlook {
  const balances = balancesOf(of.sums)
  const shown = (kind: Kind) => shownBalance(kind, balances)
  const share = shareAsked(of.rate)
  let left = shown('client-bank') - shown('held')
  const weeks = weeksOf(of.today, of.daysAhead).map(({ from, to: last }) => {
    const due = together(of.due.filter(({ date }) => date !== null && date >= from && date <= last))
    const maturing = due.principal + due.profit
    const expected = expectedOf(maturing, share)
    left -= expected
    return {
      from,
      to: last,
      ...presentDue(due),
      maturing: dollarsFromCents(maturing),
      expected: dollarsFromCents(expected),
      left: dollarsFromCents(left),
    }
  })
  return {
    today: of.today,
    cash: {
      clientBank: dollarsFromCents(shown('client-bank')),
      firmBank: dollarsFromCents(shown('firm-bank')),
    },
    owed: { cash: dollarsFromCents(shown('cash')), held: dollarsFromCents(shown('held')) },
    rate: {
      from: of.rate.from,
      to: of.rate.to,
      matured: dollarsFromCents(of.rate.matured),
      asked: dollarsFromCents(of.rate.asked),
      basisPoints: share === null ? null : Number(share),
    },
    weeks,
    later: presentDue(together(of.due.filter(({ date }) => date === null))),
    onTheirWay: of.onTheirWay.map(({ what, unit, count, amount }) => ({
      what,
      unit,
      count,
      amount: amountOf(unit, amount),
    })),
  }
}
