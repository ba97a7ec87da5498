/**
 * Payouts in USDT, thought again: a list of approved requests is built, released, found on the chain line by line, or cancelled. What
 * was cancelled after its release keeps its requests until nothing that was signed for it counts any more.
 */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { ListPayment, PayoutList } from '../../src/domains/payouts/lists/table.ts'
import { scriptOnTron } from './known-wallets.ts'
import { CoinPayouts } from './model-coin-payouts.ts'
import { no, said, type By, type Outcome } from './model-house.ts'

type Build = CommandOf<'BuildPayoutList'>

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

export class PayoutLists extends CoinPayouts<PayoutList> {
  protected readonly unknown = 'unknown_list'
  protected readonly rows = this.house.lists
  protected ended = ended

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
        ? 'A list of payouts that was released and cancelled could still pay this request. Nothing was booked: nothing that was signed for that list counts any more a day of blocks after it was cancelled, and then the request is free.'
        : 'A list of payouts in USDT may still pay this request. Nothing was booked: cancel that list first.',
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
    if (!this.house.works(by.actor)) return no('forbidden')
    if (this.house.areBlocked()) return no('payouts_blocked')
    const wrong = this.#wrongAccount(c)
    if (wrong) return wrong
    const paying = { unit, most: 100, scriptOf: scriptOnTron }
    const scripts = this.scriptsToPay(c, paying, by)
    if ('code' in scripts) return scripts
    this.#keep(c, by)
    this.house.enterFirm('payout-list-built', by.at)
    const message = 'The list is made. Once it is released it can be downloaded, signed and sent.'
    return { status: 201, body: { status: 'success', message, data: { id: by.id } } }
  }

  release(c: CommandOf<'ReleasePayoutList'>, by: By): Outcome {
    const list = this.forStaff(c.list, by)
    if ('code' in list) return list
    return this.letGo(list, c, by, {
      kind: 'ReleasePayoutList',
      entry: 'payout-list-released',
      referenceOf: ({ id }, line) => `list ${id}:${line}`,
      byYou: 'You have made this list. A second, different person must release it.',
      byGone:
        'Whoever made this list no longer has the right to it, or cannot act, and it takes two. Nothing was released: cancel the list, and make another one.',
      changed: { status: 'released', releasedAt: by.at, releasedBy: by.actor },
      says: 'The list is released. Download it, and have each line signed and sent by itself.',
    })
  }

  pay(c: CommandOf<'BookListPayment'>, by: By): Outcome {
    const { list: id, withdrawal, height, reference } = c
    const found = this.unpaid(id, withdrawal, by)
    if ('code' in found) return found
    const { row } = found
    if (row.status !== 'released' && row.status !== 'recalled') return ended()
    if (height <= row.height) return no('not_as_shown')
    const line = this.paymentsOf(id).find((one) => one.withdrawal === withdrawal)!
    const { exchangeUsdt: exchange, clientWalletUsdt: wallet } = this.house.firm
    // A restore may list it by its line.
    const earlier = `list ${id}:${line.line}`
    const booked = this.book({ row, line, reference, earlier, accounts: { exchange, wallet } }, by)
    if (!('code' in booked)) line.reference = reference
    return booked
  }

  #give(list: PayoutList, status: 'cancelled' | 'recalled' | 'void', by: By): void {
    list.status = status
    if (status !== 'recalled') list.endedAt = by.at
    this.house.enterFirm(`payout-list-${status}`, by.at)
  }

  cancel({ list: id, height }: CommandOf<'CancelPayoutList'>, by: By): Outcome {
    if (by.actor !== null && !this.house.works(by.actor)) return no('forbidden')
    const list = this.row(id)
    if ('code' in list) return list
    const waits = said(200, 'The list is cancelled. Its withdrawals wait for another one.')
    if (by.actor === null) {
      if (list.status !== 'recalled' || height - list.recalledHeight! < dayOfBlocks) return ended()
      this.#give(list, 'void', by)
      return waits
    }
    if (list.status === 'built') {
      this.#give(list, 'cancelled', by)
      return waits
    }
    if (list.status !== 'released' || height < list.height) return ended()
    list.recalledHeight = height
    this.#give(list, 'recalled', by)
    return said(
      200,
      'The list is cancelled. Its withdrawals are free again once nothing that was signed for it can count any more, a day of blocks from now.',
    )
  }
}
