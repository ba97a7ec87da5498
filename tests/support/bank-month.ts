/** A month of a made-up firm as its bank has it: receipts, payouts in batches, what is taken back, charges; references doubled and missing. */
import { decimalFromCents } from '../../src/lib/money.ts'
import { batchOf, entryOf, fileOf, statementOf, type Habit, type Payment } from './bank-files.ts'

const dayMs = 86_400_000

/** The banking days of a month, the last of which only brings what was on its way. */
export const bankingDays = (begin: string): string[] =>
  Array.from({ length: 31 }, (_, n) => new Date(Date.parse(`${begin}T00:00:00Z`) + n * dayMs))
    .filter((day) => ![0, 6].includes(day.getUTCDay()))
    .map((day) => day.toISOString().slice(0, 10))

export type Counts = Record<'receipts' | 'payouts' | 'returns' | 'charges', number>
export const wholeMonth: Counts = { receipts: 2_000, payouts: 400, returns: 30, charges: 10 }
/** Of so many receipts one says nothing that anybody could know its payer by. */
const unknownOneOf = 125
export const isUnknown = (receipt: number): boolean => receipt % unknownOneOf === 0

/** What happened at the bank on one day. */
export type Day = {
  day: string
  single: Payment[]
  batches: { reference: string; payments: Payment[] }[]
}
/** What the firm sent, before the bank has it. */
export type Sent = { cents: bigint; endToEnd: string; day: string }

/** `accountIds`: of the people who pay in. `isMadeGood`: the firm pays a charge back to its clients’ account on the next day. `sentBack`: so many payouts come back. */
export type MonthOf = {
  days: string[]
  counts: Counts
  accountIds: readonly string[]
  isMadeGood?: boolean
  sentBack?: number
}

const spread = <Of>(count: number, over: number, make: (n: number) => Of): Of[][] =>
  Array.from({ length: over }, (_, at) =>
    Array.from({ length: count }, (_unused, n) => n)
      .filter((n) => n % over === at)
      .map(make),
  )

/** Whose the receipt of this number is. */
export const payerOf = (n: number, accountIds: readonly string[]): number => n % accountIds.length

function receiptOf(n: number, day: string, accountIds: readonly string[]): Payment {
  const payer = payerOf(n, accountIds)
  return {
    // Twins on one day: the same amount, and now and then the same reference.
    cents: BigInt(1_000 + (n % 40) * 25),
    day,
    text: isUnknown(n)
      ? 'Invoice'
      : `savings ${accountIds[payer]!.toLowerCase().replace('-', ' ')}`,
    ...(n % 7 === 0 ? {} : { reference: `IN${n % 5 === 0 ? n - (n % 40) : n}` }),
    ...{ party: isUnknown(n) ? 'A stranger' : `Payer ${payer}`, account: `US00ACCT${payer}` },
  }
}

const chargeOf = (n: number): bigint => 25n + BigInt(n)

/** What the firm's own account has of such a month: what its owners paid in on the first day, and each charge on its clients' account that it makes good on the next. */
export function ownAccount(
  days: readonly string[],
  capital: { cents: bigint; reference: string },
  { charges }: Counts,
): Day {
  const own = { text: '', party: '' }
  const transfers = Array.from({ length: charges }, (_, n) => ({
    ...{ ...own, day: days[n + 1]!, cents: -chargeOf(n) },
    ...{ reference: `OWN${n}`, info: 'Own transfer' },
  }))
  const paidIn = { ...own, ...capital, day: days[0]!, info: 'Capital' }
  return { day: days[0]!, single: [paidIn, ...transfers], batches: [] }
}

export function month({ days, counts, accountIds, isMadeGood = false, sentBack = 0 }: MonthOf) {
  const last = days.length - 1
  const receipts = spread(counts.receipts, last, (n) => n)
  const payouts = spread(counts.payouts, last, (n) => n)
  const sent = payouts.map((numbers, at) =>
    numbers.map((n): Sent => ({ cents: BigInt(-(500 + n)), endToEnd: `E${n}`, day: days[at]! })),
  )
  const chargeOn = (place: number) =>
    place >= 0 && place < counts.charges ? chargeOf(place) : null
  const at = days.map((day, place): Day => {
    const mine = (receipts[place] ?? []).map((n) => receiptOf(n, day, accountIds))
    // What the firm sent on a day is at the bank on the next one, as one entry.
    const out = (sent[place - 1] ?? []).map(({ cents, endToEnd }) => ({
      ...{ cents, day, endToEnd, text: endToEnd, party: `Payee ${endToEnd}` },
    }))
    const [charge, before] = [chargeOn(place), isMadeGood ? chargeOn(place - 1) : null]
    const own = { day, text: '', party: '', info: 'Charge' }
    return {
      day,
      single: [
        ...mine,
        ...(charge === null ? [] : [{ ...own, cents: -charge, reference: `FEE${place}` }]),
        ...(before === null ? [] : [{ ...own, cents: before, info: 'Own transfer' }]),
      ],
      batches: out.length === 0 ? [] : [{ reference: `OUT${place}`, payments: out }],
    }
  })
  return { at: withSentBack(withReturns(at, counts), sentBack), sent }
}

/** Some receipts the bank takes back on the next day, under the very reference that they came by. */
function withReturns(at: Day[], { returns }: Counts): Day[] {
  let left = returns
  return at.map((day, place) => {
    const before = at[place - 1]?.single.filter(
      ({ cents, reference }) => cents > 0n && reference !== undefined,
    )
    const taken = (before ?? []).slice(0, Math.min(left, 2))
    left -= taken.length
    const back = taken.map((payment) => ({
      ...{ ...payment, cents: -payment.cents, day: day.day, isReversal: true, text: 'Recall' },
    }))
    return { ...day, single: [...day.single, ...back] }
  })
}

/** One payout of a day, on the next one, under the name that it was sent with. */
function withSentBack(at: Day[], count: number): Day[] {
  let left = count
  return at.map((day, place) => {
    const payout = at[place - 1]?.batches[0]?.payments[0]
    if (payout === undefined || left === 0) return day
    left -= 1
    const back = { ...payout, cents: -payout.cents, day: day.day, text: '', info: 'Account closed' }
    return { ...day, single: [...day.single, { ...back, reference: `BACK${place}` }] }
  })
}

export const banks: [string, Partial<Habit>][] = [
  ['one reference for each entry', {}],
  [
    'a reference of each payment, and amounts with zeros',
    { referenceAt: 'detail', amount: (cents) => `00${decimalFromCents(cents)}`, version: '04' },
  ],
  [
    'transaction IDs, and texts in lines of 140',
    { referenceAt: 'TxId', textAt: 'lines', version: '02', prefix: 'ns' },
  ],
  [
    'numbers that begin anew each day, and structured texts',
    { referenceAt: 'NtryRef', textAt: 'CdtrRefInf', balances: 'PRCD' },
  ],
  [
    'no reference at all',
    { referenceAt: 'nowhere', textAt: 'AddtlTxInf', placeholder: 'NONREF', until: 'next midnight' },
  ],
]

export const totalOf = ({ single, batches }: Day): bigint =>
  [...single, ...batches.flatMap(({ payments }) => payments)].reduce(
    (sum, { cents }) => sum + cents,
    0n,
  )

type Covers = { to?: string; account?: string }

/** `to`: the last day that it reaches; `account`: at the bank, if it isn't the clients'. */
export const written = (
  day: Day,
  opening: bigint,
  habit: Habit,
  { to = day.day, ...account }: Covers = {},
): string =>
  fileOf(
    [
      statementOf(
        [
          ...day.single.map((payment) => entryOf(payment, habit)),
          ...day.batches.map(({ reference, payments }) => batchOf(payments, reference, habit)),
        ],
        { opening, closing: opening + totalOf(day), from: day.day, to, ...account },
        habit,
      ),
    ],
    habit,
  )
