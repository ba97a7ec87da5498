/**
 * The firm's accounts as they are read: title, picture and tables of each. The page and the PDF are both made of this, so neither
 * can say something else than the other. Pure.
 */
import { lastDayOf, showDay, showShortMonth } from '../lib/calendar.ts'
import { formatCoins } from '../lib/coin-amount.ts'
import { centsOf, decimalFromCents, usd, type Cents } from '../lib/money.ts'
import type {
  BalanceSheet,
  FlowAmounts,
  FlowLineName,
  Flows,
  Outlook,
  ProfitAndLoss,
  Result,
  ResultLineName,
  Section,
  Span,
} from './books.ts'

type Unit = BalanceSheet['lines'][number]['unit']

/** Two amounts beside one another, again and again: solid and hatched, so that they are told apart without colour. */
export type Picture = {
  title: string
  /** Along time, or by name. */
  along: 'time' | 'names'
  series: readonly [string, string]
  /** `label` is short, for below the columns; `name` is the whole of it. */
  groups: readonly { label: string; name: string; values: readonly [Cents, Cents] }[]
}

export type ReportRow = { key: string; cells: readonly string[]; isSum?: boolean }
export type ReportTable = {
  title: string
  /** The first column is what a row is about, the others are amounts. */
  head: readonly string[]
  rows: readonly ReportRow[]
  note?: string
}
export type Report = {
  /** Names the file and the page; `period` goes after it. */
  title: string
  period: string
  /** The last day that it is about. */
  day: string
  caption: string
  /** Null where there is nothing to draw. */
  picture: Picture | null
  tables: readonly ReportTable[]
}

const shown = (amount: number, unit: Unit): string =>
  unit === 'USD' ? usd(amount) : formatCoins(BigInt(amount), unit)

const soFar = (isOver: boolean) => (isOver ? '' : ' so far')

const isEmpty = ({ groups }: Picture) =>
  groups.every(({ values }) => values.every((cents) => cents === 0n))
const unlessEmpty = (picture: Picture): Picture | null => (isEmpty(picture) ? null : picture)

/** The kinds of accounts as staff read them. A kind without a word here is shown as it is. */
const accountNames: Record<string, string> = {
  cash: 'Balances of investors',
  held: 'Held for withdrawals',
  invested: 'Invested in plans',
  promised: 'Promised profit',
  security: 'Security withheld of loans',
  owed: 'Owed by borrowers',
  capital: 'Capital',
  'returns-pool': 'Returns pool',
  'referral-pool': 'Referral pool',
  'corrections-pool': 'Corrections pool',
  'loan-pool': 'Loan pool',
  lent: 'Lent, still with borrowers',
  earned: 'Loan interest and fees not paid yet',
  'loan-income': 'Loan interest and fees paid',
  suspense: 'Suspense: arrived, not known for whom',
  'client-bank': 'Clients’ bank account',
  'firm-bank': 'Firm’s bank account',
  migration: 'Migration: still kept by another system',
  'client-wallet-btc': 'Clients’ bitcoin wallet',
  'client-wallet-usdt': 'Clients’ tether wallet',
  'network-fee-btc': 'Network fees in bitcoin',
  'network-fee-usdt': 'Network fees in tether',
  'exchange-usd': 'Exchange, dollars',
  'exchange-btc': 'Exchange, bitcoin',
  'exchange-usdt': 'Exchange, tether',
}
export const nameOfAccount = (kind: string): string => accountNames[kind] ?? kind

const sectionNames: Record<Section, string> = {
  assets: 'Assets',
  coins: 'Exchange position',
  people: 'Owed to people',
  suspense: 'Suspense',
  pools: 'Pools',
  capital: 'Capital',
}
export const nameOfSection = (section: Section): string => sectionNames[section]

const total = (amounts: readonly number[]): Cents =>
  amounts.reduce((sum, amount) => sum + centsOf(amount), 0n)

function balancePicture({ day, before, lines }: BalanceSheet): Picture | null {
  const ofDollars = lines.filter(({ unit }) => unit === 'USD')
  const groups = (['assets', 'coins', 'people', 'suspense', 'pools', 'capital'] as const).map(
    (section) => {
      const those = ofDollars.filter((line) => line.section === section)
      return {
        label:
          section === 'people' ? 'Owed' : section === 'coins' ? 'Exchange' : sectionNames[section],
        name: sectionNames[section],
        values: [
          total(those.map(({ amount }) => amount)),
          total(those.map((line) => line.before)),
        ] as const,
      }
    },
  )
  return unlessEmpty({
    title: 'What there is, and whose it is, in dollars',
    along: 'names',
    series: [showDay(day), showDay(before)],
    groups,
  })
}

const sumNames = [
  ['assets', 'Assets'],
  ['claims', 'Liabilities and equity'],
  ['difference', 'Difference'],
] as const

function balanceTable(
  { day, before, lines, sums }: BalanceSheet,
  of: { title: string; units: readonly Unit[] },
): ReportTable {
  const own = lines.filter(({ unit }) => of.units.includes(unit))
  return {
    title: of.title,
    head: ['Account', 'Part', showDay(day), showDay(before)],
    rows: [
      ...own.map(({ kind, section, unit, amount, before: then }) => ({
        key: kind,
        cells: [nameOfAccount(kind), sectionNames[section], shown(amount, unit), shown(then, unit)],
      })),
      ...sums
        .filter(({ unit }) => of.units.includes(unit))
        .flatMap(({ unit, before: then, ...now }) =>
          sumNames.map(([name, words]) => ({
            key: `${unit} ${name}`,
            cells: [`${words} in ${unit}`, '', shown(now[name], unit), shown(then[name], unit)],
            isSum: true,
          })),
        ),
    ],
  }
}

export function balanceReport(sheet: BalanceSheet): Report {
  const hasCoins = sheet.lines.some(({ unit }) => unit !== 'USD')
  return {
    title: 'Balance sheet',
    period: `${showDay(sheet.day)}${soFar(sheet.isOver)}`,
    day: sheet.day,
    caption: `At the end of the day (UTC), compared with ${showDay(sheet.before)}. Assets less liabilities and equity come to zero in each unit.`,
    picture: balancePicture(sheet),
    tables: [
      balanceTable(sheet, { title: 'In dollars', units: ['USD'] }),
      ...(hasCoins ? [balanceTable(sheet, { title: 'In coins', units: ['BTC', 'USDT'] })] : []),
    ],
  }
}

const resultNames: Record<ResultLineName, string> = {
  interest: 'Bank interest',
  'corrections-against': 'Corrections taken from people',
  restored: 'Coins that came back after the firm had borne them',
  'loan-charges': 'Interest and fees of loans',
  returns: 'Returns promised, less those undone',
  referral: 'Referral bonuses',
  'corrections-for': 'Corrections given to people',
  charges: 'Bank charges, and fees in TRX',
  'coins-covered': 'Coin position covered',
  'taken-back': 'Deposits taken back, borne by the firm',
  'loans-written-off': 'Loans written off',
}
export const nameOfResult = (line: ResultLineName): string => resultNames[line]

const resultRows = ({ lines, gains, costs, profit }: Result): ReportRow[] => [
  ...lines.map(({ line, amount }) => ({ key: line, cells: [resultNames[line], usd(amount)] })),
  { key: 'gains', cells: ['Gains', usd(gains)], isSum: true },
  { key: 'costs', cells: ['Costs', usd(costs)], isSum: true },
  { key: 'profit', cells: ['Profit or loss', usd(profit)], isSum: true },
]

const besideRows = ({ returnsPaid, capitalPaidIn, fees }: Result): ReportRow[] => [
  { key: 'returns-paid', cells: ['Returns paid at maturity', usd(returnsPaid)] },
  { key: 'capital-in', cells: ['Capital paid in', usd(capitalPaidIn)] },
  { key: 'fees-btc', cells: ['Network fees in bitcoin', shown(fees.btc, 'BTC')] },
  { key: 'fees-usdt', cells: ['Network fees in tether', shown(fees.usdt, 'USDT')] },
]

export function resultReport({ from, to, isOver, whole, months }: ProfitAndLoss): Report {
  const period =
    from === to ? showShortMonth(to) : `${showShortMonth(from)} to ${showShortMonth(to)}`
  return {
    title: 'Profit and loss',
    period: `${period}${soFar(isOver)}`,
    day: lastDayOf(to),
    caption:
      'Months in UTC, amounts in dollars. A return is a cost when it is promised, since it stands in the investor’s name from then on. Capital paid in is no profit.',
    picture: unlessEmpty({
      title: 'Gains and costs by month',
      along: 'time',
      series: ['Gains', 'Costs'],
      groups: months.map(({ month, gains, costs }) => ({
        label: showShortMonth(month).slice(0, 3),
        name: showShortMonth(month),
        values: [centsOf(gains), centsOf(costs)],
      })),
    }),
    tables: [
      { title: 'Whole period', head: ['Line', 'Amount'], rows: resultRows(whole) },
      {
        title: 'By month',
        head: ['Month', 'Gains', 'Costs', 'Profit or loss'],
        rows: months.map(({ month, gains, costs, profit }) => ({
          key: month,
          cells: [showShortMonth(month), usd(gains), usd(costs), usd(profit)],
        })),
      },
      {
        title: 'Not in profit or loss',
        head: ['Line', 'Amount'],
        rows: besideRows(whole),
        note: 'Network fees become a cost in dollars when the coin position is covered.',
      },
    ],
  }
}

const flowNames: Record<FlowLineName, string> = {
  'bank-in': 'Deposits by bank',
  'play-in': 'Play money',
  imported: 'Balances imported',
  'coins-in': 'Deposits in coins',
  'payout-back': 'Payouts that came back',
  'bank-out': 'Payouts by bank',
  'coins-out': 'Payouts in coins',
  'sent-back': 'Receipts sent back',
  'taken-back': 'Deposits taken back',
  transferred: 'Transfers between users',
  invested: 'Investments opened',
  matured: 'Investments matured',
  'profit-paid': 'Profit paid',
  undone: 'Investments undone',
  lent: 'Loans paid out',
  'loan-repaid': 'Loans repaid, with interest and fees',
  'capital-in': 'Capital paid in',
  'btc-in': 'Bitcoin in',
  'btc-out': 'Bitcoin out',
  'usdt-in': 'Tether in',
  'usdt-out': 'Tether out',
}
export const nameOfFlow = (line: FlowLineName): string => flowNames[line]

const spanNames: Record<Span, { of: string; head: string; many: string }> = {
  day: { of: 'by day', head: 'Day', many: 'Days' },
  week: { of: 'by week', head: 'Week from', many: 'Weeks' },
  month: { of: 'by month', head: 'Month', many: 'Months' },
}

const nameOfSpan = (by: Span, from: string) =>
  by === 'month' ? showShortMonth(from.slice(0, 7)) : showDay(from)
const labelOfSpan = (by: Span, from: string) => nameOfSpan(by, from).replace(/,? \d{4}$/, '')

const parts: readonly { title: string; lines: readonly FlowLineName[] }[] = [
  { title: 'In', lines: ['bank-in', 'play-in', 'imported', 'coins-in', 'payout-back'] },
  { title: 'Out', lines: ['bank-out', 'coins-out', 'sent-back', 'taken-back'] },
  {
    title: 'Inside',
    lines: ['transferred', 'invested', 'matured', 'profit-paid', 'undone', 'lent', 'loan-repaid'],
  },
  {
    title: 'Coins, and the firm’s own',
    lines: ['btc-in', 'btc-out', 'usdt-in', 'usdt-out', 'capital-in'],
  },
]

function partTable({ title, lines }: (typeof parts)[number], whole: FlowAmounts): ReportTable {
  const found = lines.map((name) => whole.lines.find(({ line }) => line === name)!)
  const sum = title === 'In' ? whole.in : title === 'Out' ? whole.out : null
  return {
    title,
    head: ['Line', 'Amount'],
    rows: [
      ...found.map(({ line, unit, amount }) => ({
        key: line,
        cells: [flowNames[line], shown(amount, unit)],
      })),
      ...(sum === null ? [] : [{ key: 'total', cells: ['Total', usd(sum)], isSum: true }]),
    ],
  }
}

export function flowsReport({ by, isOver, whole, spans }: Flows): Report {
  const [first, last] = [spans[0]!, spans.at(-1)!]
  return {
    title: `Flows ${spanNames[by].of}`,
    period: `${showDay(first.from)} to ${showDay(last.to)}${soFar(isOver)}`,
    day: last.to,
    caption: 'Money of people that came in and went out. Days in UTC, amounts in dollars.',
    picture: unlessEmpty({
      title: `In and out ${spanNames[by].of}`,
      along: 'time',
      series: ['In', 'Out'],
      groups: spans.map(({ from, in: came, out }) => ({
        label: labelOfSpan(by, from),
        name: nameOfSpan(by, from),
        values: [centsOf(came), centsOf(out)],
      })),
    }),
    tables: [
      {
        title: `In and out ${spanNames[by].of}`,
        head: [spanNames[by].head, 'In', 'Out', 'In less out'],
        rows: [
          ...spans
            .filter(({ in: came, out }) => came !== 0 || out !== 0)
            .map(({ from, in: came, out, net }) => ({
              key: from,
              cells: [nameOfSpan(by, from), usd(came), usd(out), usd(net)],
            })),
          {
            key: 'total',
            cells: ['Total', usd(whole.in), usd(whole.out), usd(whole.net)],
            isSum: true,
          },
        ],
        note: `${spanNames[by].many} without money in or out are left out.`,
      },
      ...parts.map((part) => partTable(part, whole)),
    ],
  }
}

const wayNames: Record<Outlook['onTheirWay'][number]['what'], string> = {
  'bank-payouts': 'Payouts by bank, released and not booked',
  'btc-payouts': 'Payouts in bitcoin, sent and not booked',
  'usdt-payouts': 'Payouts in USDT, released and not booked',
  suspense: 'Receipts in suspense, in no balance',
  'btc-found': 'Bitcoin that arrived and is not credited',
  'usdt-found': 'USDT that arrived and is not credited',
}
export const nameOfWay = (what: Outlook['onTheirWay'][number]['what']): string => wayNames[what]

/** `12.50%` */
const percent = (basisPoints: number): string => `${decimalFromCents(BigInt(basisPoints))}%`

/** How the estimate is made, for whoever reads it. */
export function estimateInWords({ rate, owed }: Outlook): string {
  const { from, to, matured, asked, basisPoints } = rate
  const held = `The last column is the clients’ bank account less ${usd(owed.held)} held for requests and all requests expected until then.`
  return basisPoints === null
    ? `Nothing matured from ${showDay(from)} to ${showDay(to)}, so there is no usual rate, and all that matures is expected to be asked for. ${held}`
    : `This is an estimate. From ${showDay(from)} to ${showDay(to)}, ${usd(matured)} matured and ${usd(asked)} of it was asked for within 7 days: ${percent(basisPoints)}, rounded up. The same share of what matures is expected to be asked for. ${held}`
}

const countOf = (count: number) => count.toLocaleString('en-US')

function weeksTable(outlook: Outlook): ReportTable {
  const { weeks, later } = outlook
  return {
    title: 'Maturities by week',
    head: [
      'Week from',
      'Investments',
      'Principal',
      'Profit',
      'Expected requests (estimate)',
      'Left at the bank (estimate)',
    ],
    rows: [
      ...weeks.map(({ from, investments, principal, profit, expected, left }) => ({
        key: from,
        cells: [
          showDay(from),
          countOf(investments),
          usd(principal),
          usd(profit),
          usd(expected),
          usd(left),
        ],
      })),
      {
        key: 'later',
        cells: [
          'Later',
          countOf(later.investments),
          usd(later.principal),
          usd(later.profit),
          '',
          '',
        ],
      },
    ],
    note: estimateInWords(outlook),
  }
}

export function outlookReport(outlook: Outlook): Report {
  const { today, cash, owed, weeks, onTheirWay } = outlook
  return {
    title: 'Maturities and cash',
    period: `${showDay(today)} to ${showDay(weeks.at(-1)!.to)}`,
    day: today,
    caption:
      'What falls due in the next 90 days, against the cash that is there. Days in UTC; what is overdue counts as today’s.',
    picture: unlessEmpty({
      title: 'Maturing, and expected to be asked for, by week',
      along: 'time',
      series: ['Maturing', 'Expected requests (estimate)'],
      groups: weeks.map(({ from, maturing, expected }) => ({
        label: labelOfSpan('week', from),
        name: `Week from ${showDay(from)}`,
        values: [centsOf(maturing), centsOf(expected)],
      })),
    }),
    tables: [
      {
        title: 'Cash now',
        head: ['Line', 'Amount'],
        rows: [
          { key: 'client-bank', cells: ['Clients’ bank account', usd(cash.clientBank)] },
          { key: 'firm-bank', cells: ['Firm’s bank account', usd(cash.firmBank)] },
          { key: 'held', cells: ['Held for withdrawals', usd(owed.held)] },
          {
            key: 'cash',
            cells: ['Account balances, which may be asked for at any time', usd(owed.cash)],
          },
        ],
      },
      weeksTable(outlook),
      {
        title: 'On its way',
        head: ['What', 'Count', 'Amount'],
        rows: onTheirWay.map(({ what, unit, count, amount }) => ({
          key: what,
          cells: [wayNames[what], count === null ? '' : countOf(count), shown(amount, unit)],
        })),
      },
    ],
  }
}
