/**
 * What each posting of the chart means for the firm: what it gained or lost by it, and which flow of customers' money it is. One
 * literal table; a posting of the chart without a line here, or a line without a posting, is a type error. Pure.
 */
import {
  flowLine,
  resultLine,
  type FlowLineName,
  type ResultLineName,
} from '../../contract/books.ts'
import type { chart, ChartLine, Event, Kind } from './chart.ts'

type KeyOf<Line extends ChartLine> = Line extends ChartLine
  ? `${Line['event']} ${Line['debit']} ${Line['credit']}`
  : never
/** A cell of the chart: `bank-charge capital firm-bank`. */
export type PostingKey = KeyOf<(typeof chart)[number]>

export type Meaning = {
  /** `gain`: 1 adds to the profit, −1 takes from it. */
  result?: { line: ResultLineName; gain: 1 | -1 }
  /** A fee of the network: a cost in coins, whose dollars are borne when the position is covered. */
  fee?: 'btc' | 'usdt'
  /** `sign` −1: what takes a flow back, as a reorganisation of the chain does with coins. */
  flow?: { line: FlowLineName; sign: 1 | -1 }
}

const gain = (line: ResultLineName): Meaning => ({ result: { line, gain: 1 } })
const cost = (line: ResultLineName): Meaning => ({ result: { line, gain: -1 } })
const flow = (line: FlowLineName): Meaning => ({ flow: { line, sign: 1 } })
const takenFrom = (line: FlowLineName): Meaning => ({ flow: { line, sign: -1 } })
/** Moves what is the firm's own, or a person's own, from one account to another. */
const within: Meaning = {}

/**
 * Gains and costs are booked when the firm's own money (capital and pools) grows or shrinks: a return when it is promised, since
 * it stands in the investor's own name from then on. What owners of the firm pay in is no profit.
 */
export const meanings = {
  'capital-paid-in firm-bank capital': flow('capital-in'),
  'pool-funded capital returns-pool': within,
  'pool-funded capital referral-pool': within,
  'pool-funded capital corrections-pool': within,
  'pool-funded capital loan-pool': within,
  'pool-funded client-bank firm-bank': within,

  'play-money client-bank cash': flow('play-in'),
  'bank-deposit client-bank cash': flow('bank-in'),
  'bank-deposit client-bank suspense': flow('bank-in'),
  'opening-balance migration cash': flow('imported'),
  'opening-balance-reversed cash migration': flow('taken-back'),
  'migration-cleared client-bank migration': within,
  'suspense-assigned suspense cash': within,
  'suspense-returned suspense client-bank': flow('sent-back'),
  'bank-deposit-reversed cash client-bank': flow('taken-back'),
  'bank-deposit-reversed suspense client-bank': flow('taken-back'),
  'bank-deposit-reversed corrections-pool client-bank': cost('taken-back'),
  'bank-deposit-reversed capital client-bank': cost('taken-back'),
  'bank-deposit-reversed client-bank firm-bank': within,
  'bank-charge capital firm-bank': cost('charges'),
  'bank-charge capital client-bank': cost('charges'),
  'bank-charge client-bank firm-bank': within,
  'bank-interest firm-bank capital': gain('interest'),
  'bank-interest client-bank capital': gain('interest'),
  'bank-interest firm-bank client-bank': within,

  'coin-deposit client-wallet-btc exchange-btc': flow('btc-in'),
  'coin-deposit client-wallet-usdt exchange-usdt': flow('usdt-in'),
  'coin-deposit exchange-usd cash': flow('coins-in'),
  'coin-deposit exchange-usd suspense': flow('coins-in'),
  'coin-deposit exchange-usd corrections-pool': gain('restored'),
  'coin-deposit-reversed exchange-btc client-wallet-btc': takenFrom('btc-in'),
  'coin-deposit-reversed exchange-usdt client-wallet-usdt': takenFrom('usdt-in'),
  'coin-deposit-reversed cash exchange-usd': flow('taken-back'),
  'coin-deposit-reversed suspense exchange-usd': flow('taken-back'),
  'coin-deposit-reversed corrections-pool exchange-usd': cost('taken-back'),
  'coin-deposit-reversed capital exchange-usd': cost('taken-back'),
  'coin-deposit-reversed client-bank firm-bank': within,
  'coin-exchanged exchange-btc client-wallet-btc': within,
  'coin-exchanged client-wallet-btc exchange-btc': within,
  'coin-exchanged exchange-usdt client-wallet-usdt': within,
  'coin-exchanged client-wallet-usdt exchange-usdt': within,
  'coin-exchanged client-bank exchange-usd': within,
  'coin-exchanged exchange-usd client-bank': within,
  'position-covered capital exchange-usd': cost('coins-covered'),
  'position-covered client-bank firm-bank': within,

  'investment-opened cash invested': flow('invested'),
  'investment-opened returns-pool promised': cost('returns'),
  'investment-matured invested cash': flow('matured'),
  'investment-matured promised cash': flow('profit-paid'),
  'investment-undone invested cash': flow('undone'),
  'investment-undone promised returns-pool': gain('returns'),

  'withdrawal-requested cash held': within,
  'withdrawal-released held cash': within,
  'withdrawal-paid held client-bank': flow('bank-out'),
  'withdrawal-paid held exchange-usd': flow('coins-out'),
  'withdrawal-paid exchange-btc client-wallet-btc': flow('btc-out'),
  'withdrawal-paid exchange-usdt client-wallet-usdt': flow('usdt-out'),
  'withdrawal-paid network-fee-btc client-wallet-btc': { fee: 'btc' },
  'withdrawal-paid network-fee-usdt client-wallet-usdt': { fee: 'usdt' },
  'payout-returned client-bank cash': flow('payout-back'),
  'transfer held cash': flow('transferred'),

  'loan-paid-out loan-pool cash': flow('lent'),
  'loan-paid-out owed lent': within,
  'loan-paid-out cash security': within,
  'loan-charged owed earned': gain('loan-charges'),
  'loan-charge-removed earned owed': cost('loan-charges'),
  'loan-repaid cash loan-pool': flow('loan-repaid'),
  'loan-repaid lent owed': within,
  'loan-repaid cash loan-income': flow('loan-repaid'),
  'loan-repaid earned owed': within,
  'loan-repayment-undone loan-pool cash': takenFrom('loan-repaid'),
  'loan-repayment-undone owed lent': within,
  'loan-repayment-undone loan-income cash': takenFrom('loan-repaid'),
  'loan-repayment-undone owed earned': within,
  'loan-repayment-undone cash security': within,
  'loan-security-returned security cash': within,
  'loan-security-applied security loan-pool': flow('loan-repaid'),
  'loan-security-applied lent owed': within,
  'loan-security-applied security loan-income': flow('loan-repaid'),
  'loan-security-applied earned owed': within,
  'loan-written-off lent owed': cost('loans-written-off'),
  'loan-written-off earned owed': cost('loans-written-off'),
  'loan-income-drawn loan-income client-bank': within,
  'loan-income-drawn firm-bank capital': within,

  'referral-credited referral-pool cash': cost('referral'),
  'profit-corrected corrections-pool cash': cost('corrections-for'),
  'profit-corrected cash corrections-pool': gain('corrections-against'),
  'loss-corrected corrections-pool cash': cost('corrections-for'),
  'loss-corrected cash corrections-pool': gain('corrections-against'),
  'balance-corrected corrections-pool cash': cost('corrections-for'),
  'balance-corrected cash corrections-pool': gain('corrections-against'),
} as const satisfies Record<PostingKey, Meaning>

/** What the postings of one cell of the chart come to. */
export type CellSum = { event: Event; debit: Kind; credit: Kind; amount: bigint }

/** `from`: the first day of its span; null where all of it is one sum. */
export type SpanSum = CellSum & { from: string | null }

/** What matured, and how much of it was soon asked for. */
export type AskedAfter = { matured: bigint; asked: bigint }

/** Throws for what the chart hasn't got: the database refuses such a posting too. */
export function meaningOf({ event, debit, credit }: Omit<CellSum, 'amount'>): Meaning {
  const meaning: Meaning | undefined = (meanings as Record<string, Meaning>)[
    `${event} ${debit} ${credit}`
  ]
  if (!meaning) throw new Error(`The chart has no ${event} from ${debit} to ${credit}`)
  return meaning
}

/** The firm's own money: what its owners paid in and what the firm gained, less what it lost. */
export const ownKinds = [
  'capital',
  'returns-pool',
  'referral-pool',
  'corrections-pool',
  'loan-pool',
  'lent',
  'earned',
  'loan-income',
] as const satisfies readonly Kind[]
/** What is owed to people, or arrived for them. */
export const peoplesKinds = [
  'cash',
  'held',
  'invested',
  'promised',
  'security',
  'suspense',
] as const satisfies readonly Kind[]

/** Credits less debits of every kind that these postings moved. */
export function balancesOf(sums: readonly CellSum[]): Map<Kind, bigint> {
  const balances = new Map<Kind, bigint>()
  const add = (kind: Kind, amount: bigint) =>
    balances.set(kind, (balances.get(kind) ?? 0n) + amount)
  for (const { debit, credit, amount } of sums) {
    add(debit, -amount)
    add(credit, amount)
  }
  return balances
}

export type Result = {
  /** Positive adds to the profit. */
  lines: Record<ResultLineName, bigint>
  gains: bigint
  /** Above zero. */
  costs: bigint
  profit: bigint
  fees: Record<'btc' | 'usdt', bigint>
}

const zeros = <Name extends string>(names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, 0n])) as Record<Name, bigint>

/** The profit and loss of these postings. A line that came to less than nothing is a cost, whatever it is called. */
export function resultOf(sums: readonly CellSum[]): Result {
  const lines = zeros(resultLine.options)
  const fees = zeros(['btc', 'usdt'] as const)
  for (const sum of sums) {
    const { result, fee } = meaningOf(sum)
    if (result) lines[result.line] += BigInt(result.gain) * sum.amount
    if (fee) fees[fee] += sum.amount
  }
  const amounts = Object.values(lines)
  const gains = amounts.reduce((sum, amount) => (amount > 0n ? sum + amount : sum), 0n)
  const costs = amounts.reduce((sum, amount) => (amount < 0n ? sum - amount : sum), 0n)
  return { lines, gains, costs, profit: gains - costs, fees }
}

/** The flows of these postings. */
export function flowsOf(sums: readonly CellSum[]): Record<FlowLineName, bigint> {
  const lines = zeros(flowLine.options)
  for (const sum of sums) {
    const { flow: found } = meaningOf(sum)
    if (found) lines[found.line] += BigInt(found.sign) * sum.amount
  }
  return lines
}
