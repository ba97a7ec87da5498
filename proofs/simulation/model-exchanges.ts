/** How the firm closes its open position in coins, thought again: sold, bought or covered, recorded by one administrator and booked once another agrees. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CoinEntry } from '../../src/domains/receipts/coin-entries.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { Answer } from '../../src/domains/proposals/kind.ts'
import { no, Part } from './model-house.ts'
import type { Thing } from './model-proposals.ts'
import { letters, usd } from './model-words.ts'

type Kind = CoinEntry['kind']

/** How a coin is written, and how many parts one has. */
const coinsOf = {
  BTC: { decimals: 8, one: 'bitcoin' },
  USDT: { decimals: 6, one: 'USDT' },
}
const coinOf = (kind: Kind) => (kind.startsWith('usdt') ? ('USDT' as const) : ('BTC' as const))
const isSold = (kind: Kind) => kind === 'sale' || kind === 'usdt-sale'

/** Parts of a coin without zeros at the end. */
function coins(amount: bigint, kind: Kind): string {
  const { decimals } = coinsOf[coinOf(kind)]
  const digits = String(amount < 0n ? -amount : amount).padStart(decimals + 1, '0')
  const rest = digits.slice(-decimals).replace(/0+$/, '')
  return `${digits.slice(0, -decimals)}${rest === '' ? '' : `.${rest}`}`
}

/** Cents of a part of a coin at a millionth of a dollar: both sides of a comparison in one unit. */
const priced = (amount: bigint, kind: Kind) =>
  amount * 10n ** BigInt(coinsOf[coinOf(kind)].decimals) * 10_000n

type Priced = Pick<CoinEntry, 'kind' | 'amount' | 'quantity' | 'rate'>

/** Paid for it, and worth by the last rate. */
function sides({ kind, amount, quantity, rate }: Priced): [bigint, bigint] {
  return [priced(amount, kind), quantity! * rate!]
}

function needsReason(entry: Priced): boolean {
  if (entry.quantity === null) return false
  if (entry.rate === null) return true
  const [paid, worth] = sides(entry)
  return paid * 10n > worth * 11n || paid * 10n < worth * 9n
}

/** Cents for a whole coin. */
const each = (amount: bigint, quantity: bigint, kind: Kind) =>
  priced(amount, kind) / quantity / 10_000n

/** Tenths of a percent. */
function offBy(entry: Priced): bigint {
  const [paid, worth] = sides(entry)
  return ((paid - worth) * 1000n) / worth
}

function tenths(off: bigint): string {
  const size = off < 0n ? -off : off
  return `${size / 10n}.${size % 10n}`
}

function rateSaid(entry: Priced): string {
  const { one } = coinsOf[coinOf(entry.kind)]
  const price = usd(each(entry.amount, entry.quantity!, entry.kind))
  if (entry.rate === null)
    return `A ${one} is ${price} by this entry. There is no rate to compare that with.`
  const off = offBy(entry)
  const compared =
    off === 0n
      ? 'as the last rate is'
      : `${tenths(off)}% ${off < 0n ? 'below' : 'above'} the last rate of ${usd(entry.rate / 10_000n)}`
  const [first, twice] = needsReason(entry) ? ['a', 'Look twice: '] : ['A', '']
  return `${twice}${first} ${one} is ${price} by this entry, ${compared}.`
}

const kinds = {
  sale: 'coins-sold',
  purchase: 'coins-bought',
  cover: 'position-covered',
  'usdt-sale': 'coins-sold',
  'usdt-purchase': 'coins-bought',
  'usdt-fee': 'network-fees-borne',
}

type Exchanged = Pick<
  CoinEntry,
  'kind' | 'quantity' | 'amount' | 'txid' | 'reference' | 'rate' | 'reason'
>

const written = (value: bigint | null) => (value === null ? null : String(value))

/** What was recorded, as a screen has it. */
function shown({ kind, quantity, amount, txid, reference, rate }: Exchanged) {
  const dollarsOf = (cents: bigint) => Number(cents) / 100
  if (quantity === null)
    return {
      ...{ kind, quantity, txid, reference, rate: null, lastRate: null, offBy: null },
      amount: dollarsOf(amount),
    }
  const of = { kind, amount: dollarsOf(amount), txid, reference }
  const exchanged = {
    quantity: coins(quantity, kind),
    rate: dollarsOf(each(amount, quantity, kind)),
  }
  if (rate === null) return { ...of, ...exchanged, lastRate: null, offBy: null }
  const off = offBy({ kind, amount, quantity, rate })
  return {
    ...of,
    ...exchanged,
    lastRate: dollarsOf(rate / 10_000n),
    offBy: `${off < 0n ? '-' : ''}${tenths(off)}`,
  }
}

export class Exchanges extends Part {
  /** Also asked by what is recorded at the bank. */
  hasReference(reference: string): boolean {
    return this.house.exchanges.some((one) => letters(one.reference) === letters(reference))
  }

  #used({ reference, txid }: Exchanged): Refusal | null {
    const atBank = this.house.entries.some(
      (one) => one.reference !== null && letters(one.reference) === letters(reference),
    )
    if (atBank || this.hasReference(reference))
      return no(
        'reference_used',
        'An entry with this reference exists already, however it is spelled. Nothing was recorded.',
      )
    if (txid === null || this.house.exchanges.every((one) => one.txid !== txid)) return null
    const message = 'An entry with this transaction exists already. Nothing was recorded.'
    return { ...no('reference_used', message), fields: { txid: message } }
  }

  #offChain({ kind, quantity }: Exchanged, answer: Answer): Refusal | null {
    if (quantity === null) return null
    if (answer!.moved === null) return no('coins_not_moved')
    const moved = BigInt(answer!.moved as string)
    if (moved === (isSold(kind) ? -quantity : quantity)) return null
    return no(
      'coins_not_moved',
      `By this transaction ${coins(moved, kind)} ${coinOf(kind)} ${moved < 0n ? 'left' : 'came to'} the wallet, its fee and change counted. Nothing was booked: enter that, or the right transaction.`,
    )
  }

  #short({ kind, quantity, amount }: Exchanged): Refusal | null {
    const { clientBank, exchangeUsd, capital } = this.house.firm
    if (quantity !== null && isSold(kind))
      return quantity > this.#wallet(kind).balance ? no('coins_short') : null
    if (quantity !== null) return amount > clientBank.balance ? no('bank_short') : null
    if (kind === 'cover' && amount > exchangeUsd.balance) return no('cover_beyond')
    return amount > capital.balance ? no('capital_short') : null
  }

  #wallet(kind: Kind) {
    const { clientWalletBtc, clientWalletUsdt } = this.house.firm
    return coinOf(kind) === 'BTC' ? clientWalletBtc : clientWalletUsdt
  }

  /** What is proposed of it; in words, why by two. */
  #thing(given: Exchanged): Thing {
    const { quantity, rate, reason, ...facts } = given
    return {
      kind: 'coin-entry',
      called: 'exchange of coins, cover or fees',
      holds: `reference ${letters(given.reference)}`,
      holdsToo: given.txid === null ? null : `transaction ${given.txid}`,
      stays:
        'Something with this reference or transaction is proposed already, however it is spelled. Nothing was recorded: decide on that first.',
      lastsMs: null,
      facts: {
        ...facts,
        ...{ amount: String(given.amount), quantity: written(quantity), rate: written(rate) },
      },
      shown: shown(given),
      words: reason === null ? {} : { reason },
      unfit: (_, answer) =>
        this.#used(given) ??
        this.#offChain(given, answer) ??
        (needsReason(given) && reason === null ? no('rate_unexplained') : null) ??
        this.#short(given),
      make: ({ id, at, actor }, _, first) => {
        this.#book(given)
        const by = { firstAt: first!.at, firstBy: first!.by, bookedAt: at, bookedBy: actor! }
        const referenceKey = letters(given.reference)
        this.house.exchanges.push({ id, owner: this.house.firmsId, ...given, referenceKey, ...by })
        this.house.enterFirm(kinds[given.kind], at)
      },
    }
  }

  /** What is recorded, what of it was answered, and the words of who answers. */
  record({ moved, ...given }: CommandOf<'RecordCoinExchange'>): [Thing, string, Answer] {
    const typed = isSold(given.kind) ? -given.quantity : given.quantity
    return [this.#thing(given), rateSaid(given), { moved: String(moved ?? typed) }]
  }

  cover(c: CommandOf<'RecordPositionCover'>): [Thing, string, Answer] {
    const given = { kind: 'cover' as const, quantity: null, txid: null, rate: null, ...c }
    const why = 'What coins have lost is never borne by one decision alone.'
    return [this.#thing(given), why, { moved: null }]
  }

  /** What TRX have cost: the firm's own money, and nobody else's. */
  fees(c: CommandOf<'RecordNetworkFees'>): [Thing, string, Answer] {
    const given = { kind: 'usdt-fee' as const, quantity: null, txid: null, rate: null, ...c }
    const why = 'What the firm’s own money pays is never booked by one decision alone.'
    return [this.#thing(given), why, { moved: null }]
  }

  #book({ kind, quantity, amount }: Exchanged): void {
    const { exchangeBtc, exchangeUsdt, clientBank, exchangeUsd, capital, firmBank } =
      this.house.firm
    const { add } = this.house
    if (quantity === null) {
      add(capital, -amount)
      add(firmBank, -amount)
      if (kind !== 'cover') return
      add(exchangeUsd, -amount)
      add(clientBank, amount)
      return
    }
    const sign = isSold(kind) ? -1n : 1n
    add(this.#wallet(kind), sign * quantity)
    add(coinOf(kind) === 'BTC' ? exchangeBtc : exchangeUsdt, sign * quantity)
    add(clientBank, -sign * amount)
    add(exchangeUsd, sign * amount)
  }
}
