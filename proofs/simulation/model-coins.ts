/** Coins that arrive at people's addresses, thought again: credited once, taken away where the chain does, released when they fit. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CoinDeposit } from '../../src/domains/coin-deposits/table.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import { comeBack, comingBack } from './model-loans-undo.ts'
import type { Verifying } from './model-verification.ts'
import type { Account, Person } from './model-state.ts'

/** A bitcoin has a hundred million parts and a USDT a million, a rate is in millionths of a dollar: what is less than a cent is nobody's. */
const worth = (quantity: bigint, rate: bigint, coin: CoinDeposit['coin']) =>
  (quantity * rate) / (coin === 'BTC' ? 1_000_000_000_000n : 10_000_000_000n)

const least = (a: bigint, b: bigint) => (a < b ? a : b)

export class Coins extends Part {
  readonly #verifying: Verifying
  constructor(house: House, verifying: Verifying) {
    super(house)
    this.#verifying = verifying
  }

  #put(account: Account, amount: bigint): void {
    if (amount !== 0n) this.house.add(account, amount)
  }

  /** What others have borne of this output and not got back. */
  #owed(earlier: readonly CoinDeposit[]): bigint {
    return earlier.reduce((sum, { borne, restored }) => sum + borne! - restored, 0n)
  }

  #coinAt(address: string): CoinDeposit['coin'] {
    const { wallet } = this.house.addresses.find(({ id }) => id === address)!
    const { network } = this.house.wallets.find(({ id }) => id === wallet)!
    return network === 'tron-sample' ? 'USDT' : 'BTC'
  }

  #refusedArrival(c: CommandOf<'CreditDeposit'>): Refusal | null {
    const { addresses, deposits, person } = this.house
    if (!person(c.owner)) return no('unknown_user')
    const address = addresses.find(({ id }) => id === c.address)
    if (address?.owner !== c.owner)
      return no('not_as_recorded', 'This address is not one of this user’s. Nothing was booked.')
    const earlier = deposits.filter(({ txid, output }) => txid === c.txid && output === c.output)
    if (earlier.length !== c.times || earlier.some(({ status }) => status !== 'reversed'))
      return no('nothing_to_change', 'This output was credited already. Nothing was booked.')
    if (earlier.some((one) => one.quantity !== c.quantity || one.address !== c.address))
      return no(
        'not_as_recorded',
        'This output was credited with another quantity or address before. Nothing was booked, and nothing may be until that is explained.',
      )
    return worth(c.quantity, c.rate, this.#coinAt(c.address)) === 0n
      ? no('nothing_to_change', 'This is worth less than a cent. Nothing was booked.')
      : null
  }

  credit(c: CommandOf<'CreditDeposit'>, { id, at }: By): Outcome {
    const refusal = this.#refusedArrival(c)
    if (refusal) return refusal
    const { firm, deposits, rates } = this.house
    const person = this.house.person(c.owner)!
    const { txid, output, times, address, quantity, height, block, rate, sources } = c
    const coin = this.#coinAt(address)
    const amount = worth(quantity, rate, coin)
    const earlier = deposits.filter((one) => one.txid === txid && one.output === output)
    const restored = least(this.#owed(earlier), amount)
    const theirs = amount - restored
    const hasLeft = person.status === 'closed'
    const isAside = hasLeft || this.#verifying.isBeyond(c.owner, theirs, c.limits, at)
    this.#put(coin === 'BTC' ? firm.clientWalletBtc : firm.clientWalletUsdt, quantity)
    this.#put(coin === 'BTC' ? firm.exchangeBtc : firm.exchangeUsdt, quantity)
    this.#put(firm.exchangeUsd, restored)
    this.#put(firm.exchangeUsd, theirs)
    this.#put(firm.corrections, restored)
    this.#put(isAside ? firm.suspense : person.cash, theirs)
    if (!isAside) person.totals.deposits += theirs
    const made = {
      owner: hasLeft ? null : c.owner,
      status: isAside ? 'suspense' : 'booked',
    } as const
    const arrived = {
      id,
      coin,
      address,
      txid,
      output,
      times,
      quantity,
      height,
      block,
      amount,
      restored,
    }
    deposits.push({ ...arrived, ...made, creditedAt: at, reversedAt: null, borne: null })
    rates.push({ id, coin, rate, sources, at })
    const kind = hasLeft ? 'coins-unassigned' : isAside ? 'coin-deposit-over-limit' : 'coin-deposit'
    this.house.enterBoth(c.owner, kind, at, isAside || theirs === 0n ? null : theirs)
    if (hasLeft) return said(200, 'Its user has left: it waits in suspense.')
    return isAside
      ? said(200, 'Beyond a limit: it waits in the name of its user.')
      : said(200, 'Credited')
  }

  /** One that is there, and was not taken away. */
  #live(id: string): CoinDeposit | Refusal {
    const deposit = this.house.deposits.find((one) => one.id === id)
    if (!deposit) return no('unknown_entry', 'There is no such deposit.')
    return deposit.status === 'reversed'
      ? no('already_decided', 'This deposit was taken away already. Nothing was booked.')
      : deposit
  }

  /** Whether somebody is frozen now who wasn't. */
  #freeze(person: Person | undefined): boolean {
    if (person?.status !== 'active' || this.house.isLast(person)) return false
    person.status = 'frozen'
    return true
  }

  #freezeAlone({ owner }: CoinDeposit, at: number): Outcome {
    if (!this.#freeze(this.house.person(owner))) return no('capital_short')
    this.house.enterBoth(owner, 'coin-deposit-gone', at, null)
    return said(200, 'Nobody can bear it at present. The account is frozen, and it stays booked.')
  }

  undo(c: CommandOf<'ReverseDeposit'>, { at }: By): Outcome {
    const deposit = this.#live(c.deposit)
    if ('code' in deposit) return deposit
    if (deposit.coin === 'USDT')
      return no(
        'nothing_to_change',
        'What TRON has solidified is never taken away. Nothing was booked.',
      )
    const { firm } = this.house
    const { quantity, amount, restored } = deposit
    const person = this.house.person(deposit.owner)
    const isAside = deposit.status === 'suspense'
    const place = isAside ? firm.suspense : person!.cash
    const before = place.balance
    const lacking = amount - restored - before
    const repaid = isAside ? 0n : comingBack(this.house, person!, lacking)
    const own = least(before + repaid, amount - restored)
    const pool = least(firm.corrections.balance, amount - own)
    const capital = amount - own - pool
    if (capital > firm.capital.balance) return this.#freezeAlone(deposit, at)
    if (!isAside) comeBack(this.house, person!, lacking, at)
    this.#put(firm.exchangeBtc, -quantity)
    this.#put(firm.clientWalletBtc, -quantity)
    for (const [account, part] of [
      [place, own],
      [firm.corrections, pool],
      [firm.capital, capital],
    ] as const) {
      this.#put(account, -part)
      this.#put(firm.exchangeUsd, -part)
    }
    this.#put(firm.clientBank, capital)
    this.#put(firm.firmBank, -capital)
    if (!isAside) person!.totals.deposits -= own
    Object.assign(deposit, { status: 'reversed', reversedAt: at, borne: pool + capital })
    this.#freeze(person)
    this.house.enterBoth(
      deposit.owner,
      'coin-deposit-reversed',
      at,
      isAside || own === 0n ? null : place.balance - before,
    )
    return said(200, 'Taken away')
  }

  release({ deposit: id, owner, limits }: CommandOf<'ReleaseDeposit'>, { at }: By): Outcome {
    const deposit = this.#live(id)
    if ('code' in deposit) return deposit
    if (deposit.status === 'booked' || deposit.owner !== owner) return no('not_in_suspense')
    const person = this.house.person(owner)!
    if (person.status === 'closed') return no('account_closed')
    const theirs = deposit.amount - deposit.restored
    const refusal = this.#verifying.beyond(owner, 'in', theirs, limits, at)
    if (refusal) return refusal
    this.#put(this.house.firm.suspense, -theirs)
    this.#put(person.cash, theirs)
    person.totals.deposits += theirs
    deposit.status = 'booked'
    this.house.enterBoth(owner, 'coin-deposit', at, theirs === 0n ? null : theirs)
    return said(200, 'Released to its owner')
  }

  /** What waits in somebody's name. */
  asideOf(owner: string): bigint {
    return this.house.deposits
      .filter((one) => one.owner === owner && one.status === 'suspense')
      .reduce((sum, { amount, restored }) => sum + amount - restored, 0n)
  }
}
