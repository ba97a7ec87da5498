/**
 * Payouts in USDT, thought again: a list of approved requests is built, released, found on the chain line by line, or given up. What
 * was given up after its release keeps its requests until nothing that was signed for it counts any more.
 */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { ListPayment, PayoutList } from '../../src/domains/payouts/lists/table.ts'
import { scriptOnTron } from './known-wallets.ts'
import { payeeFrozen } from './model-bank.ts'
import { firmsId, no, Part, said, type By, type House, type Outcome } from './model-house.ts'
import type { BankExports } from './model-bank-exports.ts'
import type { PayoutBlocks } from './model-payout-block.ts'
import { letters } from './model-words.ts'

type Build = CommandOf<'BuildPayoutList'>
type Release = CommandOf<'ReleasePayoutList'>

/** Cents times this are millionths of a USDT times millionths of a dollar for one. */
const unit = 10_000_000_000n
/** A day of TRON's blocks, one in three seconds: what was signed counts no longer than that. */
const dayOfBlocks = 20 * 60 * 24

const mayPay = ({ status }: PayoutList) =>
  status === 'built' || status === 'released' || status === 'recalled'

const ended = () =>
  no(
    'batch_ended',
    'This list is not at a step at which this can be done. Nothing was changed: reload the page.',
  )

export class PayoutLists extends Part {
  readonly #exports: BankExports
  readonly #earlier: PayoutBlocks
  constructor(house: House, { exports, earlier }: { exports: BankExports; earlier: PayoutBlocks }) {
    super(house)
    this.#exports = exports
    this.#earlier = earlier
  }

  paymentsOf(list: string): ListPayment[] {
    return this.house.listPayments
      .filter((one) => one.list === list)
      .toSorted((one, other) => one.line - other.line)
  }

  /** Why a request is neither paid by hand, nor given back, nor put on another list. */
  refusalOf(withdrawal: string): Refusal | null {
    const list = this.house.lists.find(
      (one) =>
        mayPay(one) && this.paymentsOf(one.id).some((line) => line.withdrawal === withdrawal),
    )
    if (!list) return null
    return no(
      'in_a_batch',
      list.status === 'recalled'
        ? 'A list of payouts that was released and given up could still pay this request. Nothing was booked: nothing that was signed for that list counts any more a day of blocks after it was given up, and then the request is free.'
        : 'A list of payouts in USDT may still pay this request. Nothing was booked: give that list up first.',
    )
  }

  /** It pays from the first address of the account, which is the firm's own. */
  #wrongAccount({ wallet: id, from }: Build): Refusal | null {
    const wallet = this.house.wallets.find((one) => one.id === id)
    if (wallet?.status !== 'confirmed' || wallet.network !== 'tron-sample')
      return no(
        'wallet_unconfirmed',
        'Two administrators have not compared this account with their signer, or another one is used by now. Nothing was listed.',
      )
    const own = this.house.addresses.find((one) => one.wallet === id && one.index === 0)
    return own?.script === from ? null : no('batch_wrong')
  }

  #unlistable(
    { withdrawal, amount, quantity }: Build['payments'][number],
    rate: bigint,
    by: By,
  ): Refusal | null {
    const request = this.house.request(withdrawal)
    if (!request) return no('unknown_withdrawal')
    if (request.owner === by.actor) return no('not_on_yourself')
    if (request.status !== 'approved' || request.type !== 'bank_transfer') return no('not_approved')
    if (this.house.person(request.owner)!.status === 'frozen') return payeeFrozen()
    const exported = this.#exports.refusalOf(withdrawal)
    if (exported) return exported
    const script = scriptOnTron(request.walletAddress!)
    if (script === null) return no('not_a_coin_address')
    if (this.house.addresses.some((one) => one.script === script))
      return no(
        'not_a_coin_address',
        'This is one of the firm’s own addresses. Nothing was built: return the request, so that its user can ask for another one.',
      )
    const isRight =
      amount === request.amount && quantity > 0n && quantity === (amount * unit) / rate
    return isRight ? this.refusalOf(withdrawal) : no('batch_wrong')
  }

  #keep(c: Build, { id, actor, at }: By): void {
    const { lists, listPayments: payments, rates, firmsId } = this.house
    const { wallet, from, height, rate, sources } = c
    lists.push({
      id,
      owner: firmsId,
      wallet,
      from,
      height,
      quantity: c.payments.reduce((sum, { quantity }) => sum + quantity, 0n),
      amount: c.payments.reduce((sum, { amount }) => sum + amount, 0n),
      status: 'built',
      builtAt: at,
      builtBy: actor!,
      releasedAt: null,
      releasedBy: null,
      recalledHeight: null,
      endedAt: null,
    })
    for (const [line, one] of c.payments.entries())
      payments.push({ ...one, list: id, line, reference: null, paidAt: null })
    rates.push({ id, coin: 'USDT', rate, sources, at })
  }

  build(c: Build, by: By): Outcome {
    if (!this.house.administers(by.actor)) return no('forbidden')
    if (this.house.areBlocked()) return no('payouts_blocked')
    const wrong = this.#wrongAccount(c)
    if (wrong) return wrong
    for (const payment of c.payments) {
      const refusal = this.#unlistable(payment, c.rate, by)
      if (refusal) return refusal
    }
    const wanted = new Set(c.payments.map(({ withdrawal }) => withdrawal))
    if (wanted.size !== c.payments.length || wanted.size === 0 || wanted.size > 100)
      return no('batch_wrong')
    this.#keep(c, by)
    this.house.enterFirm('payout-list-built', by.at)
    const message = 'The list is made. Once it is released it can be downloaded, signed and sent.'
    return { status: 201, body: { status: 'success', message, data: { id: by.id } } }
  }

  #list(id: string): PayoutList | Refusal {
    return this.house.lists.find((one) => one.id === id) ?? no('unknown_list')
  }

  #unreleasable(c: Release): Refusal | null {
    const listed = (some: readonly { withdrawal: string; amount: bigint }[]) =>
      some.map(({ withdrawal, amount }) => `${withdrawal} ${amount}`).join()
    if (listed(this.paymentsOf(c.list)) !== listed(c.payments)) return no('batch_changed')
    for (const { withdrawal, owner } of c.payments) {
      const request = this.house.request(withdrawal)!
      if (request.status !== 'approved' || request.owner !== owner) return no('not_approved')
      if (this.house.person(owner)!.status === 'frozen') return payeeFrozen()
    }
    return null
  }

  release(c: Release, by: By): Outcome {
    if (!this.house.administers(by.actor)) return no('forbidden')
    const list = this.#list(c.list)
    if ('code' in list) return list
    if (list.status !== 'built') return ended()
    const refusal = this.#unreleasable(c)
    if (refusal) return refusal
    const isAlone = list.builtBy === by.actor || !this.house.administers(list.builtBy)
    if (isAlone && this.house.tooMuch(c, by.actor, firmsId, list.amount) !== '')
      return list.builtBy === by.actor
        ? no(
            'same_approver',
            'You have made this list. A second, different administrator must release it.',
          )
        : no(
            'first_approver_gone',
            'Whoever made this list is no longer an administrator who can act, and it takes two. Nothing was released: give the list up, and make another one.',
          )
    const earlier = this.#earlier
    const paid = c.payments.map(({ owner: person, withdrawal: request, amount }, line) => {
      const reference = `list ${list.id}:${line}`
      return { kind: 'withdrawal' as const, person, request, reference, amount }
    })
    const blocked = paid.map((one) => earlier.refusalOf(one)).find((one) => one !== null)
    if (blocked) return blocked
    for (const one of paid) earlier.match(one, by)
    if (isAlone) this.house.alone('ReleasePayoutList', c, by, firmsId, list.amount)
    Object.assign(list, { status: 'released', releasedAt: by.at, releasedBy: by.actor })
    this.house.enterFirm('payout-list-released', by.at)
    return said(
      200,
      'The list is released. Download it, and have each line signed and sent by itself.',
    )
  }

  #unpayable(c: CommandOf<'PayListed'>, by: By): Refusal | null {
    if (by.actor !== null) return no('forbidden')
    const list = this.#list(c.list)
    if ('code' in list) return list
    const payment = this.paymentsOf(c.list).find(({ withdrawal }) => withdrawal === c.withdrawal)
    if (!payment) return no('unknown_withdrawal')
    if (payment.paidAt !== null) return no('nothing_to_change', 'This payout is booked already.')
    if (list.status !== 'released' && list.status !== 'recalled') return ended()
    if (c.height <= list.height) return no('not_as_shown')
    if (this.house.request(c.withdrawal)!.status !== 'approved')
      return no(
        'not_approved',
        'The chain has this payout, and its request is not approved any more. Nothing was booked.',
      )
    return this.house.references.has(`payout ${letters(c.reference)}`) ? no('reference_used') : null
  }

  pay(c: CommandOf<'PayListed'>, by: By): Outcome {
    const refusal = this.#unpayable(c, by)
    if (refusal) return refusal
    const { firm, add, references } = this.house
    const { id, owner, amount } = this.house.request(c.withdrawal)!
    const payments = this.paymentsOf(c.list)
    const payment = payments.find(({ withdrawal }) => withdrawal === id)!
    const person = this.house.person(owner)!
    // A restore may list it by its line. The chain has it, whether others are blocked or not.
    const named = `list ${c.list}:${payment.line}`
    this.#earlier.match(
      { kind: 'withdrawal', person: owner, request: id, reference: named, amount },
      by,
    )
    add(person.held, -amount)
    add(firm.exchangeUsd, -amount)
    add(firm.exchangeUsdt, -payment.quantity)
    add(firm.clientWalletUsdt, -payment.quantity)
    person.totals.withdrawn += amount
    const { reference } = c
    references.add(`payout ${letters(reference)}`)
    Object.assign(this.house.request(id)!, { status: 'paid', payoutReference: reference })
    Object.assign(payment, { reference, paidAt: by.at })
    const list = this.house.lists.find((one) => one.id === c.list)!
    if (payments.every(({ paidAt }) => paidAt !== null))
      Object.assign(list, { status: 'paid', endedAt: by.at })
    this.house.enter(person, 'withdrawal-paid', by.at)
    return said(200, 'Payout booked')
  }

  #give(list: PayoutList, status: 'dropped' | 'recalled' | 'void', by: By): void {
    list.status = status
    if (status !== 'recalled') list.endedAt = by.at
    this.house.enterFirm(`payout-list-${status}`, by.at)
  }

  drop({ list: id, height }: CommandOf<'DropPayoutList'>, by: By): Outcome {
    if (by.actor !== null && !this.house.administers(by.actor)) return no('forbidden')
    const list = this.#list(id)
    if ('code' in list) return list
    const waits = said(200, 'The list is given up. Its withdrawals wait for another one.')
    if (by.actor === null) {
      if (list.status !== 'recalled' || height - list.recalledHeight! < dayOfBlocks) return ended()
      this.#give(list, 'void', by)
      return waits
    }
    if (list.status === 'built') {
      this.#give(list, 'dropped', by)
      return waits
    }
    if (list.status !== 'released' || height < list.height) return ended()
    list.recalledHeight = height
    this.#give(list, 'recalled', by)
    return said(
      200,
      'The list is given up. Its withdrawals are free again once nothing that was signed for it can count any more, a day of blocks from now.',
    )
  }
}
