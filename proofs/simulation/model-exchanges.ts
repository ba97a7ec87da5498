/** How the firm closes its open position in coins, thought again: sold, bought or covered, recorded by one administrator and booked by another. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CoinEntry } from '../../src/domains/receipts/coin-entries.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'
import { letters } from './model-words.ts'

const counts = ({ status }: { status: string }) => !['rejected', 'withdrawn'].includes(status)

/** `1234567n` to `$12,345.67`. */
function dollars(cents: bigint): string {
  const whole = String(cents / 100n).replaceAll(/(?<=\d)(?=(?:\d{3})+$)/g, ',')
  return `$${whole}.${String(cents % 100n).padStart(2, '0')}`
}

/** Satoshi without zeros at the end. */
function bitcoin(amount: bigint): string {
  const digits = String(amount < 0n ? -amount : amount).padStart(9, '0')
  const rest = digits.slice(-8).replace(/0+$/, '')
  return `${digits.slice(0, -8)}${rest === '' ? '' : `.${rest}`} BTC`
}

const million = 1_000_000n
/** Cents of a hundredth of a millionth of a coin, times its hundred million parts: both sides of a comparison in one unit. */
const priced = (amount: bigint) => amount * million * million

type Priced = Pick<CoinEntry, 'amount' | 'quantity' | 'rate'>

/** Paid for it, and worth by the last rate. */
function sides({ amount, quantity, rate }: Priced): [bigint, bigint] {
  return [priced(amount), quantity! * rate!]
}

function needsReason(entry: Priced): boolean {
  if (entry.quantity === null) return false
  if (entry.rate === null) return true
  const [paid, worth] = sides(entry)
  return paid * 10n > worth * 11n || paid * 10n < worth * 9n
}

function rateSaid(entry: Priced): string {
  const each = dollars(priced(entry.amount) / entry.quantity! / 10_000n)
  if (entry.rate === null)
    return `A bitcoin is ${each} by this entry. There is no rate to compare that with.`
  const [paid, worth] = sides(entry)
  const off = ((paid - worth) * 1000n) / worth
  const size = off < 0n ? -off : off
  const compared =
    off === 0n
      ? 'as the last rate is'
      : `${size / 10n}.${size % 10n}% ${off < 0n ? 'below' : 'above'} the last rate of ${dollars(entry.rate / 10_000n)}`
  const [first, twice] = needsReason(entry) ? ['a', 'Look twice: '] : ['A', '']
  return `${twice}${first} bitcoin is ${each} by this entry, ${compared}.`
}

const waits = 'A second, different administrator must approve this. Nothing has been booked yet.'

export class Exchanges extends Part {
  /** Also asked by what is recorded at the bank. */
  hasReference(reference: string): boolean {
    return this.house.exchanges.some(
      (one) => counts(one) && letters(one.reference) === letters(reference),
    )
  }

  #used({ reference }: { reference: string }, txid: string | null): Refusal | null {
    const atBank = this.house.entries.some(
      (one) =>
        counts(one) && one.reference !== null && letters(one.reference) === letters(reference),
    )
    if (atBank || this.hasReference(reference))
      return no(
        'reference_used',
        'An entry with this reference exists already, however it is spelled. Nothing was recorded.',
      )
    const twice =
      txid !== null && this.house.exchanges.some((one) => counts(one) && one.txid === txid)
    if (!twice) return null
    const message = 'An entry with this transaction exists already. Nothing was recorded.'
    return { ...no('reference_used', message), fields: { txid: message } }
  }

  #offChain({ kind, quantity }: Pick<CoinEntry, 'kind' | 'quantity'>, moved: bigint) {
    if (moved === (kind === 'purchase' ? quantity! : -quantity!)) return null
    return no(
      'coins_not_moved',
      `By this transaction ${bitcoin(moved)} ${moved < 0n ? 'left' : 'came to'} the wallet, its fee and change counted. Nothing was booked: enter that, or the right transaction.`,
    )
  }

  #short({ kind, quantity, amount }: Pick<CoinEntry, 'kind' | 'quantity' | 'amount'>) {
    const { clientWalletBtc, clientBank, exchangeUsd, capital } = this.house.firm
    if (kind === 'sale') return quantity! > clientWalletBtc.balance ? no('coins_short') : null
    if (kind === 'purchase') return amount > clientBank.balance ? no('bank_short') : null
    if (amount > exchangeUsd.balance) return no('cover_beyond')
    return amount > capital.balance ? no('capital_short') : null
  }

  #propose(
    given: Pick<
      CoinEntry,
      'kind' | 'quantity' | 'amount' | 'txid' | 'reference' | 'rate' | 'reason'
    >,
    { id, actor, at }: By,
  ): Refusal | null {
    if (!this.house.administers(actor)) return no('forbidden')
    if (needsReason(given) && given.reason === null) return no('rate_unexplained')
    const short = this.#short(given)
    if (short) return short
    this.house.exchanges.push({
      id,
      owner: this.house.firmsId,
      ...given,
      status: 'proposed',
      refusalReason: null,
      proposedAt: at,
      proposedBy: actor!,
      decidedAt: null,
      decidedBy: null,
    })
    this.house.enterFirm('coin-entry-proposed', at)
    return null
  }

  record(c: CommandOf<'RecordCoinExchange'>, by: By): Outcome {
    const { moved, ...given } = c
    return (
      this.#used(c, c.txid) ??
      (moved === null ? null : this.#offChain(c, moved)) ??
      this.#propose(given, by) ??
      said(202, `${waits} ${rateSaid(c)}`)
    )
  }

  cover(c: CommandOf<'RecordPositionCover'>, by: By): Outcome {
    const given = { kind: 'cover' as const, quantity: null, txid: null, rate: null, ...c }
    return this.#used(c, null) ?? this.#propose(given, by) ?? said(202, waits)
  }

  #open(id: string, { actor }: By): CoinEntry | Refusal {
    const entry = this.house.exchanges.find((one) => one.id === id)
    if (!entry) return no('unknown_coin_entry')
    if (entry.status !== 'proposed')
      return no('already_decided', 'This entry has already been decided. Nothing was booked.')
    return this.house.administers(actor) ? entry : no('forbidden')
  }

  #book({ kind, quantity, amount }: CoinEntry): void {
    const { clientWalletBtc, exchangeBtc, clientBank, exchangeUsd, capital, firmBank } =
      this.house.firm
    const { add } = this.house
    if (kind === 'cover') {
      add(capital, -amount)
      add(firmBank, -amount)
      add(exchangeUsd, -amount)
      add(clientBank, amount)
      return
    }
    const sign = kind === 'sale' ? -1n : 1n
    add(clientWalletBtc, sign * quantity!)
    add(exchangeBtc, sign * quantity!)
    add(clientBank, -sign * amount)
    add(exchangeUsd, sign * amount)
  }

  approve(c: CommandOf<'ApproveCoinEntry'>, by: By): Outcome {
    const entry = this.#open(c.entry, by)
    if ('code' in entry) return entry
    if (by.actor === entry.proposedBy) return no('same_approver')
    if (!this.house.administers(entry.proposedBy)) return no('first_approver_gone')
    if (entry.kind !== 'cover') {
      const off = c.moved === null ? no('coins_not_moved') : this.#offChain(entry, c.moved)
      if (off) return off
    }
    const short = this.#short(entry)
    if (short) return short
    this.#book(entry)
    Object.assign(entry, { status: 'booked', decidedAt: by.at, decidedBy: by.actor })
    const kinds = { sale: 'coins-sold', purchase: 'coins-bought', cover: 'position-covered' }
    this.house.enterFirm(kinds[entry.kind], by.at)
    if (entry.kind === 'cover') return said(200, 'Booked.')
    return said(200, `Booked. ${rateSaid({ ...entry, rate: c.rate })}`)
  }

  refuse(c: CommandOf<'RefuseCoinEntry'>, by: By): Outcome {
    const entry = this.#open(c.entry, by)
    if ('code' in entry) return entry
    const status = this.house.reject(entry, c.reason, by)
    this.house.enterFirm('coin-entry-refused', by.at)
    return said(200, `Entry ${status}. Nothing was booked.`)
  }
}
