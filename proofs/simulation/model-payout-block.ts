/** Payouts after a restore, thought again: blocked until each earlier one is matched or explained, and two have agreed. */
import type { Refusal } from '../../src/contract/problems.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { EarlierPayout, PayoutBlock } from '../../src/domains/payouts/blocks/table.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'
import type { Thing } from './model-proposals.ts'
import { letters } from './model-words.ts'

type Paid = Pick<EarlierPayout, 'kind' | 'person' | 'reference' | 'amount'> & {
  request: string | null
}

const isOne = (a: string, b: string) => letters(a) === letters(b)

export class PayoutBlocks extends Part {
  get #open(): PayoutBlock | undefined {
    return this.house.payoutBlocks.find(({ status }) => status === 'open')
  }

  get #unsettled(): EarlierPayout[] {
    return this.house.earlierPayouts.filter(({ status }) => status === 'open')
  }

  /** Whoever had agreed agreed to another list. */
  #forget(block: PayoutBlock): void {
    block.version += 1
  }

  #list(
    block: PayoutBlock,
    one: Omit<CommandOf<'BlockPayouts'>['payouts'][number], 'paidAt'> & { paidAt: number | null },
  ): void {
    this.house.earlierPayouts.push({
      ...one,
      owner: this.house.firmsId,
      block: block.id,
      status: 'open',
      explanation: null,
      settledAt: null,
      settledBy: null,
    })
  }

  block(
    { cause, noticedAt, seenAt, unknownUntil, payouts }: CommandOf<'BlockPayouts'>,
    by: By,
  ): Outcome {
    if (by.actor !== null) return no('forbidden')
    const isNew = payouts.filter(
      ({ id }) => !this.house.earlierPayouts.some((one) => one.id === id),
    )
    let block = this.#open
    // Whoever restored the books has the archive.
    const isToldAll = cause === 'restored' || block?.cause === 'restored'
    const times = [block?.unknownUntil, unknownUntil].filter((at) => typeof at === 'number')
    const unknown = isToldAll || times.length === 0 ? null : Math.max(...times)
    if (block && isNew.length === 0 && block.unknownUntil === unknown)
      return no('change_open', 'Payouts are blocked already.')
    if (!block) {
      block = {
        id: by.id,
        owner: this.house.firmsId,
        cause,
        noticedAt,
        seenAt,
        unknownUntil: unknown,
        status: 'open',
        version: 0,
        liftedAt: null,
        liftedBy: null,
      }
      this.house.payoutBlocks.push(block)
    }
    block.unknownUntil = unknown
    this.#forget(block)
    for (const one of isNew) this.#list(block, one)
    this.house.enterFirm('payouts-blocked', by.at)
    return said(200, 'Payouts are blocked.')
  }

  add({ person, amount, reference }: CommandOf<'AddEarlierPayout'>, by: By): Outcome {
    const block = this.#open
    if (!block) return no('payouts_not_blocked')
    if (person !== null && this.house.person(person)?.role !== 'user') return no('unknown_user')
    if (!this.house.works(by.actor)) return no('forbidden')
    if (
      this.house.references.has(`payout ${letters(reference)}`) ||
      this.#unsettled.some((one) => isOne(one.reference, reference))
    )
      return no('reference_used')
    this.#forget(block)
    const kind = person === null ? 'return' : 'withdrawal'
    this.#list(block, { id: by.id, kind, person, request: null, reference, amount, paidAt: null })
    this.house.enterFirm('earlier-payout-added', by.at)
    return said(201, 'The payout is listed. It has to be matched like the others.')
  }

  #canBeMatched(request: string, reference: string): boolean {
    const { entries, references } = this.house
    const asked = this.house.request(request)
    if (
      asked?.type !== 'tradehub_transfer' &&
      ['pending', 'approved'].includes(asked?.status ?? '')
    )
      return !references.has(`payout ${letters(reference)}`)
    if (entries.find(({ id }) => id === request)?.status !== 'suspense') return false
    const isOthers = this.house.waiting.some(
      ({ status, holds, holdsToo }) =>
        status === 'open' &&
        holds === `reference ${letters(reference)}` &&
        holdsToo !== `receipt ${request}`,
    )
    if (isOthers) return false
    return entries.every(
      (entry) => entry.reference === null || letters(entry.reference) !== letters(reference),
    )
  }

  explain({ payout: id, reason }: CommandOf<'ExplainEarlierPayout'>, by: By): Outcome {
    const payout = this.house.earlierPayouts.find((one) => one.id === id)
    if (!payout) return no('unknown_payout')
    if (!this.house.works(by.actor)) return no('forbidden')
    if (payout.person !== null && payout.person === by.actor) return no('not_on_yourself')
    if (payout.status !== 'open')
      return no('already_decided', `This payout is ${payout.status} already. Nothing was changed.`)
    if (payout.request !== null && this.#canBeMatched(payout.request, payout.reference))
      return no('payout_can_be_recorded')
    this.#forget(this.#open!)
    Object.assign(payout, {
      status: 'explained',
      explanation: reason,
      settledAt: by.at,
      settledBy: by.actor,
    })
    this.house.references.add(`payout ${letters(payout.reference)}`)
    this.house.enterFirm('earlier-payout-explained', by.at)
    return said(200, 'The payout is explained.')
  }

  /** What is proposed by who wants payouts to go on. */
  lifting({ block: id, total }: CommandOf<'ProposeUnblockingPayouts'>): Thing {
    const of = () => this.house.payoutBlocks.find((one) => one.id === id)
    const version = of()?.version ?? 0
    return {
      kind: 'payouts-unblocking',
      called: 'end of this block of payouts',
      holds: `block ${id}`,
      lastsMs: null,
      facts: { block: id, total, version },
      shown: { block: id, total, version },
      unfit: () => this.#unfit(of(), total, version),
      make: ({ at, actor }) => {
        Object.assign(of()!, { status: 'lifted', liftedAt: at, liftedBy: actor })
        this.house.enterFirm('payouts-unblocked', at)
      },
    }
  }

  #unfit(block: PayoutBlock | undefined, total: number, version: number): Refusal | null {
    if (!block)
      return no('unknown_change', 'There is no such block of payouts. Nothing was changed.')
    if (block.status === 'lifted')
      return no('already_decided', 'This block was lifted already. Nothing was changed.')
    const left = this.#unsettled.length
    if (left > 0)
      return no(
        'payouts_unmatched',
        `${left === 1 ? '1 payout is' : `${left} payouts are`} neither matched nor explained. Payouts stay blocked.`,
      )
    if (block.unknownUntil !== null) return no('payouts_unknown')
    const listed = this.house.earlierPayouts.filter((one) => one.block === block.id)
    return listed.length === total && block.version === version ? null : no('not_as_shown')
  }

  /** The earlier payout that this one is. */
  #like({ kind, person, request, reference, amount }: Paid): EarlierPayout | undefined {
    const isListed = this.#unsettled.some((one) => one.request === request)
    return this.#unsettled.find(
      (one) =>
        (!isListed || one.request === request) &&
        one.kind === kind &&
        one.person === person &&
        one.amount === amount &&
        isOne(one.reference, reference),
    )
  }

  /** Why such a payout can’t be made now. */
  refusalOf(paid: Paid): Refusal | null {
    return this.#open && !this.#like(paid) ? no('payouts_blocked') : null
  }

  /** A payout is made: of an earlier one it is the match, of another a refusal while there is a block. */
  match(paid: Paid, by: By): Refusal | null {
    const block = this.#open
    if (!block) return null
    const found = this.#like(paid)
    if (!found) return no('payouts_blocked')
    this.#forget(block)
    Object.assign(found, { status: 'matched', settledAt: by.at, settledBy: by.actor })
    return null
  }

  /** Why this can't be paid, without paying it. */
  unlike(paid: Paid): Refusal | null {
    return this.#open && !this.#like(paid) ? no('payouts_blocked') : null
  }

  ofRequest(request: string): Refusal | null {
    return this.#unsettled.some((one) => one.request === request) ? no('paid_before_restore') : null
  }

  ofPerson(person: string): Refusal | null {
    return this.#unsettled.some((one) => one.person === person) ? no('paid_before_restore') : null
  }
}
