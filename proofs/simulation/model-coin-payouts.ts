/** What payouts in bitcoin, in USDT and by bank do alike, thought again: who may be paid, what two let go, and what is booked. */
import type { ProblemCode, Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { payeeFrozen } from './model-bank.ts'
import {
  approvedAlone,
  firmsId,
  no,
  Part,
  said,
  type By,
  type House,
  type Outcome,
} from './model-house.ts'
import type { PayoutBlocks } from './model-payout-block.ts'
import type { Account } from './model-state.ts'
import { letters } from './model-words.ts'

export type Way = 'batch' | 'list' | 'export'
/** Why a request is claimed by any of them but this one. */
export type Claimed = (withdrawal: string, beside?: Way) => Refusal | null

type Payment = { withdrawal: string; quantity: bigint; amount: bigint }
type Line = Payment & { paidAt: number | null }
type Carried = {
  id: string
  status: string
  amount: bigint
  builtBy: string
  endedAt: number | null
}
type Build = { payments: readonly Payment[]; rate: bigint }
type Release = Omit<CommandOf<'ReleasePayoutList'>, 'list'>
type Peers = { claimed: Claimed; earlier: PayoutBlocks }

type Paying = {
  /** Cents times this are units of the coin times millionths of a dollar for one. */
  unit: bigint
  most: number
  scriptOf(address: string): string | null
  beside?: Way
}
type LetGo<Row> = {
  kind: string
  entry: string
  /** By which a restore may list a line. */
  referenceOf(row: Row, line: number): string
  byYou: string
  byGone: string
  changed: object
  says: string
}
type Found<Row> = {
  row: Row
  line: Line
  reference: string
  earlier?: string
  accounts: { exchange: Account; wallet: Account }
}

export abstract class CoinPayouts<Row extends Carried> extends Part {
  protected readonly claimed: Claimed
  readonly #earlier: PayoutBlocks
  protected abstract readonly unknown: ProblemCode
  protected abstract readonly rows: readonly Row[]
  abstract paymentsOf(id: string): Line[]
  protected abstract ended(): Refusal

  constructor(house: House, { claimed, earlier }: Peers) {
    super(house)
    this.claimed = claimed
    this.#earlier = earlier
  }

  protected row(id: string): Row | Refusal {
    return this.rows.find((one) => one.id === id) ?? no(this.unknown)
  }

  /** While it is only built. */
  protected forStaff(id: string, by: By): Row | Refusal {
    if (!this.house.works(by.actor)) return no('forbidden')
    const row = this.row(id)
    return 'code' in row || row.status === 'built' ? row : this.ended()
  }

  #scriptToPay(
    { withdrawal, amount, quantity }: Payment,
    rate: bigint,
    { unit, scriptOf, beside }: Paying,
    by: By,
  ): string | Refusal {
    const request = this.house.request(withdrawal)
    if (!request) return no('unknown_withdrawal')
    if (request.owner === by.actor) return no('not_on_yourself')
    if (request.status !== 'approved' || request.type !== 'bank_transfer') return no('not_approved')
    if (this.house.person(request.owner)!.status === 'frozen') return payeeFrozen()
    const claimed = this.claimed(withdrawal, beside)
    if (claimed) return claimed
    const script = scriptOf(request.walletAddress!)
    if (script === null) return no('not_a_coin_address')
    if (this.house.addresses.some((one) => one.script === script))
      return no(
        'not_a_coin_address',
        'This is one of the firm’s own addresses. Nothing was built: return the request, so that its user can ask for another one.',
      )
    const isRight =
      amount === request.amount && quantity > 0n && quantity === (amount * unit) / rate
    return isRight ? script : no('batch_wrong')
  }

  /** Where the payments go. */
  protected scriptsToPay({ payments, rate }: Build, paying: Paying, by: By): string[] | Refusal {
    const scripts: string[] = []
    for (const payment of payments) {
      const script = this.#scriptToPay(payment, rate, paying, by)
      if (typeof script !== 'string') return script
      scripts.push(script)
    }
    const wanted = new Set(payments.map(({ withdrawal }) => withdrawal))
    return wanted.size === payments.length && wanted.size > 0 && wanted.size <= paying.most
      ? scripts
      : no('batch_wrong')
  }

  #notAsBuilt({ id }: Row, given: Release['payments'], { actor }: By): Refusal | null {
    const listed = (some: readonly { withdrawal: string; amount: bigint }[]) =>
      some.map(({ withdrawal, amount }) => `${withdrawal} ${amount}`).join()
    if (listed(this.paymentsOf(id)) !== listed(given)) return no('batch_changed')
    for (const { withdrawal, owner } of given) {
      const request = this.house.request(withdrawal)!
      if (request.status !== 'approved' || request.owner !== owner) return no('not_approved')
      if (owner === actor) return no('not_on_yourself')
      if (this.house.person(owner)!.status === 'frozen') return payeeFrozen()
    }
    return null
  }

  protected letGo(row: Row, c: Release, by: By, own: LetGo<Row>): Outcome {
    const refusal = this.#notAsBuilt(row, c.payments, by)
    if (refusal) return refusal
    const isAlone = row.builtBy === by.actor || !this.house.gives(row.builtBy, 'BuildPayoutList')
    if (isAlone && this.house.tooMuch(c, by.actor, firmsId, row.amount) !== '')
      return row.builtBy === by.actor
        ? no('same_approver', own.byYou)
        : no('first_approver_gone', own.byGone)
    const isApprover = c.payments.some(({ withdrawal }) =>
      approvedAlone(this.house.request(withdrawal)!, c, by),
    )
    if (isAlone && isApprover) return no('approved_alone')
    const earlier = this.#earlier
    const paid = c.payments.map(({ owner: person, withdrawal: request, amount }, line) => {
      const reference = own.referenceOf(row, line)
      return { kind: 'withdrawal' as const, person, request, reference, amount }
    })
    const blocked = paid.map((one) => earlier.refusalOf(one)).find((one) => one !== null)
    if (blocked) return blocked
    for (const one of paid) earlier.match(one, by)
    if (isAlone) this.house.alone(own.kind, c, by, firmsId, row.amount)
    Object.assign(row, own.changed)
    this.house.enterFirm(own.entry, by.at)
    return said(200, own.says)
  }

  /** What the system found, and may be booked as far as what carries it. */
  protected unpaid(id: string, withdrawal: string, by: By): { row: Row; line: Line } | Refusal {
    if (by.actor !== null) return no('forbidden')
    const row = this.row(id)
    if ('code' in row) return row
    const line = this.paymentsOf(id).find((one) => one.withdrawal === withdrawal)
    if (!line) return no('unknown_withdrawal')
    if (line.paidAt !== null) return no('nothing_to_change', 'This payout is booked already.')
    return { row, line }
  }

  /** The chain has it, whether others are blocked or not. */
  protected book({ row, line, reference, ...found }: Found<Row>, by: By): Outcome {
    const { firm, add, references } = this.house
    const request = this.house.request(line.withdrawal)!
    if (request.status !== 'approved')
      return no(
        'not_approved',
        'The chain has this payout, and its request is not approved any more. Nothing was booked.',
      )
    if (references.has(`payout ${letters(reference)}`)) return no('reference_used')
    const { id, owner, amount } = request
    const person = this.house.person(owner)!
    const listed = found.earlier ?? reference
    this.#earlier.match(
      { kind: 'withdrawal', person: owner, request: id, reference: listed, amount },
      by,
    )
    add(person.held, -amount)
    add(firm.exchangeUsd, -amount)
    add(found.accounts.exchange, -line.quantity)
    add(found.accounts.wallet, -line.quantity)
    person.totals.withdrawn += amount
    references.add(`payout ${letters(reference)}`)
    Object.assign(request, { status: 'paid', payoutReference: reference })
    line.paidAt = by.at
    if (this.paymentsOf(row.id).every(({ paidAt }) => paidAt !== null))
      Object.assign(row, { status: 'paid', endedAt: row.endedAt ?? by.at })
    this.house.enter(person, 'withdrawal-paid', by.at)
    return said(200, 'Payout booked')
  }
}
