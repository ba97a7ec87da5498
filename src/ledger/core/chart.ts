/**
 * The chart of accounts: every kind of account, and the exhaustive list of postings that may exist.
 * The database carries the same list as a constraint; a test compares the two, cell by cell.
 */

/** The firm's own id as an owner of accounts: owner 0. */
export const firm = '00000000-0000-0000-0000-000000000000'

export type OwnerId = string
export type Unit = 'USD' | 'BTC' | 'USDT'

type KindRule = {
  of: 'investor' | 'firm'
  unit: Unit
  /** A claim is a right to money; an asset is money that is there; an expense is gone. */
  nature: 'claim' | 'asset' | 'expense' | 'clearing'
  /** Guarded accounts never go below zero (credits − debits for claims). */
  guarded: boolean
}

const claim = (of: 'investor' | 'firm'): KindRule => ({
  of,
  unit: 'USD',
  nature: 'claim',
  guarded: true,
})
const asset = (unit: Unit, of: 'investor' | 'firm' = 'firm'): KindRule => ({
  of,
  unit,
  nature: 'asset',
  guarded: false,
})
const expense = (unit: Unit): KindRule => ({ of: 'firm', unit, nature: 'expense', guarded: false })
const clearing = (unit: Unit): KindRule => ({
  of: 'firm',
  unit,
  nature: 'clearing',
  guarded: false,
})

export const kinds = {
  cash: claim('investor'),
  held: claim('investor'),
  invested: claim('investor'),
  promised: claim('investor'),
  /** Withheld of a loan: the borrower's own, and nobody's to use while it runs. */
  security: claim('investor'),
  /** What a borrower owes: never in credit, as nobody pays more than that. */
  owed: asset('USD', 'investor'),
  capital: claim('firm'),
  'returns-pool': claim('firm'),
  'referral-pool': claim('firm'),
  'corrections-pool': claim('firm'),
  'loan-pool': claim('firm'),
  /** What of the loan pool is with borrowers, beside what they owe. */
  lent: claim('firm'),
  /** Interest and fees that were charged and aren't paid yet, beside what is owed of them. */
  earned: claim('firm'),
  /** Interest and fees that were paid. */
  'loan-income': claim('firm'),
  /** People's money whose owner isn't known yet: the firm's to keep, and nobody's to use. */
  suspense: claim('firm'),
  'client-bank': asset('USD'),
  'firm-bank': asset('USD'),
  /** What another system still keeps of people who were imported: never in credit, as no more can come than is there. */
  migration: asset('USD'),
  'client-wallet-btc': asset('BTC'),
  'client-wallet-usdt': asset('USDT'),
  'network-fee-btc': expense('BTC'),
  'network-fee-usdt': expense('USDT'),
  'exchange-usd': clearing('USD'),
  'exchange-btc': clearing('BTC'),
  'exchange-usdt': clearing('USDT'),
} as const satisfies Record<string, KindRule>

export type Kind = keyof typeof kinds
/** Assets that are somebody's debt, and never more than that: their credits don't exceed their debits. */
export const debts: readonly Kind[] = ['migration', 'owed']
export const kindNames = Object.keys(kinds) as Kind[]

export function isFirmKind(kind: Kind): boolean {
  return kinds[kind].of === 'firm'
}

/** The running totals of a person that a posting adds to; they aren't accounts. */
export type TotalName =
  | 'deposits'
  | 'withdrawn'
  | 'transferredIn'
  | 'transferredOut'
  | 'principal'
  | 'profit'
  | 'loss'
  | 'referral'
  | 'corrections'
  | 'loans'

export type ChartLine = {
  event: string
  debit: Kind
  credit: Kind
  /** What it adds to the totals of the investor on its debit or credit side. */
  debitTotal?: { total: TotalName; sign: 1 | -1 }
  creditTotal?: { total: TotalName; sign: 1 | -1 }
}

const plus = (total: TotalName) => ({ total, sign: 1 }) as const
const minus = (total: TotalName) => ({ total, sign: -1 }) as const

export const chart = [
  { event: 'capital-paid-in', debit: 'firm-bank', credit: 'capital' },

  { event: 'pool-funded', debit: 'capital', credit: 'returns-pool' },
  { event: 'pool-funded', debit: 'capital', credit: 'referral-pool' },
  { event: 'pool-funded', debit: 'capital', credit: 'corrections-pool' },
  { event: 'pool-funded', debit: 'capital', credit: 'loan-pool' },
  { event: 'pool-funded', debit: 'client-bank', credit: 'firm-bank' },

  { event: 'play-money', debit: 'client-bank', credit: 'cash', creditTotal: plus('deposits') },
  { event: 'bank-deposit', debit: 'client-bank', credit: 'cash', creditTotal: plus('deposits') },
  { event: 'bank-deposit', debit: 'client-bank', credit: 'suspense' },
  { event: 'opening-balance', debit: 'migration', credit: 'cash', creditTotal: plus('deposits') },
  {
    event: 'opening-balance-reversed',
    debit: 'cash',
    credit: 'migration',
    debitTotal: minus('deposits'),
  },
  { event: 'migration-cleared', debit: 'client-bank', credit: 'migration' },
  {
    event: 'suspense-assigned',
    debit: 'suspense',
    credit: 'cash',
    creditTotal: plus('deposits'),
  },
  { event: 'suspense-returned', debit: 'suspense', credit: 'client-bank' },
  {
    event: 'bank-deposit-reversed',
    debit: 'cash',
    credit: 'client-bank',
    debitTotal: minus('deposits'),
  },
  { event: 'bank-deposit-reversed', debit: 'suspense', credit: 'client-bank' },
  { event: 'bank-deposit-reversed', debit: 'corrections-pool', credit: 'client-bank' },
  { event: 'bank-deposit-reversed', debit: 'capital', credit: 'client-bank' },
  { event: 'bank-deposit-reversed', debit: 'client-bank', credit: 'firm-bank' },
  { event: 'bank-charge', debit: 'capital', credit: 'firm-bank' },
  { event: 'bank-charge', debit: 'capital', credit: 'client-bank' },
  { event: 'bank-charge', debit: 'client-bank', credit: 'firm-bank' },
  { event: 'bank-interest', debit: 'firm-bank', credit: 'capital' },
  { event: 'bank-interest', debit: 'client-bank', credit: 'capital' },
  { event: 'bank-interest', debit: 'firm-bank', credit: 'client-bank' },
  { event: 'coin-deposit', debit: 'client-wallet-btc', credit: 'exchange-btc' },
  { event: 'coin-deposit', debit: 'client-wallet-usdt', credit: 'exchange-usdt' },
  { event: 'coin-deposit', debit: 'exchange-usd', credit: 'cash', creditTotal: plus('deposits') },
  { event: 'coin-deposit', debit: 'exchange-usd', credit: 'suspense' },
  { event: 'coin-deposit', debit: 'exchange-usd', credit: 'corrections-pool' },
  { event: 'coin-deposit-reversed', debit: 'exchange-btc', credit: 'client-wallet-btc' },
  { event: 'coin-deposit-reversed', debit: 'exchange-usdt', credit: 'client-wallet-usdt' },
  {
    event: 'coin-deposit-reversed',
    debit: 'cash',
    credit: 'exchange-usd',
    debitTotal: minus('deposits'),
  },
  { event: 'coin-deposit-reversed', debit: 'suspense', credit: 'exchange-usd' },
  { event: 'coin-deposit-reversed', debit: 'corrections-pool', credit: 'exchange-usd' },
  { event: 'coin-deposit-reversed', debit: 'capital', credit: 'exchange-usd' },
  { event: 'coin-deposit-reversed', debit: 'client-bank', credit: 'firm-bank' },
  { event: 'coin-exchanged', debit: 'exchange-btc', credit: 'client-wallet-btc' },
  { event: 'coin-exchanged', debit: 'client-wallet-btc', credit: 'exchange-btc' },
  { event: 'coin-exchanged', debit: 'exchange-usdt', credit: 'client-wallet-usdt' },
  { event: 'coin-exchanged', debit: 'client-wallet-usdt', credit: 'exchange-usdt' },
  { event: 'coin-exchanged', debit: 'client-bank', credit: 'exchange-usd' },
  { event: 'coin-exchanged', debit: 'exchange-usd', credit: 'client-bank' },
  { event: 'position-covered', debit: 'capital', credit: 'exchange-usd' },
  { event: 'position-covered', debit: 'client-bank', credit: 'firm-bank' },

  { event: 'investment-opened', debit: 'cash', credit: 'invested', debitTotal: plus('principal') },
  { event: 'investment-opened', debit: 'returns-pool', credit: 'promised' },
  { event: 'investment-matured', debit: 'invested', credit: 'cash' },
  { event: 'investment-matured', debit: 'promised', credit: 'cash', creditTotal: plus('profit') },
  { event: 'investment-undone', debit: 'invested', credit: 'cash' },
  { event: 'investment-undone', debit: 'promised', credit: 'returns-pool' },

  { event: 'withdrawal-requested', debit: 'cash', credit: 'held' },
  { event: 'withdrawal-released', debit: 'held', credit: 'cash' },
  { event: 'withdrawal-paid', debit: 'held', credit: 'client-bank', debitTotal: plus('withdrawn') },
  {
    event: 'withdrawal-paid',
    debit: 'held',
    credit: 'exchange-usd',
    debitTotal: plus('withdrawn'),
  },
  { event: 'withdrawal-paid', debit: 'exchange-btc', credit: 'client-wallet-btc' },
  { event: 'withdrawal-paid', debit: 'exchange-usdt', credit: 'client-wallet-usdt' },
  { event: 'withdrawal-paid', debit: 'network-fee-btc', credit: 'client-wallet-btc' },
  { event: 'withdrawal-paid', debit: 'network-fee-usdt', credit: 'client-wallet-usdt' },
  {
    event: 'payout-returned',
    debit: 'client-bank',
    credit: 'cash',
    creditTotal: minus('withdrawn'),
  },

  {
    event: 'transfer',
    debit: 'held',
    credit: 'cash',
    debitTotal: plus('transferredOut'),
    creditTotal: plus('transferredIn'),
  },

  { event: 'loan-paid-out', debit: 'loan-pool', credit: 'cash', creditTotal: plus('loans') },
  { event: 'loan-paid-out', debit: 'owed', credit: 'lent' },
  { event: 'loan-paid-out', debit: 'cash', credit: 'security' },
  { event: 'loan-charged', debit: 'owed', credit: 'earned' },
  { event: 'loan-charge-removed', debit: 'earned', credit: 'owed' },
  { event: 'loan-repaid', debit: 'cash', credit: 'loan-pool', debitTotal: minus('loans') },
  { event: 'loan-repaid', debit: 'lent', credit: 'owed' },
  { event: 'loan-repaid', debit: 'cash', credit: 'loan-income', debitTotal: minus('loans') },
  { event: 'loan-repaid', debit: 'earned', credit: 'owed' },
  {
    event: 'loan-repayment-undone',
    debit: 'loan-pool',
    credit: 'cash',
    creditTotal: plus('loans'),
  },
  { event: 'loan-repayment-undone', debit: 'owed', credit: 'lent' },
  {
    event: 'loan-repayment-undone',
    debit: 'loan-income',
    credit: 'cash',
    creditTotal: plus('loans'),
  },
  { event: 'loan-repayment-undone', debit: 'owed', credit: 'earned' },
  { event: 'loan-repayment-undone', debit: 'cash', credit: 'security' },
  { event: 'loan-security-returned', debit: 'security', credit: 'cash' },
  {
    event: 'loan-security-applied',
    debit: 'security',
    credit: 'loan-pool',
    debitTotal: minus('loans'),
  },
  { event: 'loan-security-applied', debit: 'lent', credit: 'owed' },
  {
    event: 'loan-security-applied',
    debit: 'security',
    credit: 'loan-income',
    debitTotal: minus('loans'),
  },
  { event: 'loan-security-applied', debit: 'earned', credit: 'owed' },
  { event: 'loan-written-off', debit: 'lent', credit: 'owed' },
  { event: 'loan-written-off', debit: 'earned', credit: 'owed' },
  { event: 'loan-income-drawn', debit: 'loan-income', credit: 'client-bank' },
  { event: 'loan-income-drawn', debit: 'firm-bank', credit: 'capital' },

  {
    event: 'referral-credited',
    debit: 'referral-pool',
    credit: 'cash',
    creditTotal: plus('referral'),
  },

  {
    event: 'profit-corrected',
    debit: 'corrections-pool',
    credit: 'cash',
    creditTotal: plus('profit'),
  },
  {
    event: 'profit-corrected',
    debit: 'cash',
    credit: 'corrections-pool',
    debitTotal: minus('profit'),
  },
  {
    event: 'loss-corrected',
    debit: 'corrections-pool',
    credit: 'cash',
    creditTotal: minus('loss'),
  },
  { event: 'loss-corrected', debit: 'cash', credit: 'corrections-pool', debitTotal: plus('loss') },
  {
    event: 'balance-corrected',
    debit: 'corrections-pool',
    credit: 'cash',
    creditTotal: plus('corrections'),
  },
  {
    event: 'balance-corrected',
    debit: 'cash',
    credit: 'corrections-pool',
    debitTotal: minus('corrections'),
  },
] as const satisfies ChartLine[]

export type Event = (typeof chart)[number]['event']
export const eventNames = [...new Set(chart.map((line) => line.event))] as Event[]

/** The one event that moves money between two investors; every other stays within one owner. */
export const betweenOwners: Event = 'transfer'

const lines = new Map<string, ChartLine>(
  chart.map((line) => [`${line.event} ${line.debit} ${line.credit}`, line]),
)

export function chartLine(event: string, debit: Kind, credit: Kind): ChartLine | undefined {
  return lines.get(`${event} ${debit} ${credit}`)
}
