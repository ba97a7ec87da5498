/**
 * After a restore the books lack what was paid since, and the bank doesn't. Until each of those payouts is matched by its
 * reference, or explained, and two administrators have agreed, nothing else is paid. All of it holds the firm's lock.
 */
import type { BlockCause, PayoutKind } from '../../contract/payout-block.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  said,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { centsOf, numberIfAny, textIfAny, textOf, Unexplained, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { whoMay, mayAct } from '../approvals/two.ts'
import { doOrPropose, needsOf, openOf, replyOfProposed } from '../proposals/propose.ts'
import { proposedOf } from '../proposals/table.ts'
import { heldReceipt, heldReference } from '../receipts/references.ts'
import { bankEntries, holderOf, withReference } from '../receipts/table.ts'
import { withdrawals } from '../withdrawals/table.ts'
import { isUsed, needsOfReference, takeReference } from '../withdrawals/used-once.ts'
import { mail } from './mails.ts'
import { payoutsUnblocked, type LiftedFacts } from './proposals.ts'
import { changed } from '../payouts/blocks/match.ts'
import {
  earlierPayouts,
  isSameReference,
  openBlockIn,
  openPayoutsIn,
  payoutBlocks,
  payoutsBlocked,
  type EarlierPayout,
  type PayoutBlock,
} from '../payouts/blocks/table.ts'

/** A payout as the journal of another time has it. */
export type LostPayout = {
  id: string
  /** The command that paid it, where that has paid others too. */
  by?: string | undefined
  kind: PayoutKind
  person: OwnerId | null
  request: string | null
  reference: string
  amount: Cents
  /** Wall time. */
  paidAt: Instant
}

const needs: Needs = { owners: [firm], staff: true, read: payoutsBlocked }
const lists = (kind: string) => [{ owner: firm, kind }]
const asOpen = (
  block: string,
  { by: _, ...lost }: Omit<LostPayout, 'paidAt'> & { paidAt: Instant | null },
) =>
  earlierPayouts.row({
    ...lost,
    owner: firm,
    block,
    status: 'open',
    explanation: null,
    settledAt: null,
    settledBy: null,
  })

/** `noticedAt` by wall time; `seenAt`: when the last command was recorded that was seen and is lacking. */
export type BlockPayouts = {
  cause: BlockCause
  noticedAt: Instant
  seenAt: Instant | null
  /** The server kept no payouts from before: some of them may be lost too. Null: all that are lost are here. */
  unknownUntil: Instant | null
  payouts: readonly LostPayout[]
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function payoutsIn(kept: Journaled): LostPayout[] {
  const { payouts } = kept.input
  if (!Array.isArray(payouts)) throw new Unexplained(`${kept.kind} has no payouts`)
  return payouts.filter(isRecord).map((input) => {
    const one = { ...kept, input }
    return {
      id: textOf(one, 'id'),
      kind: textOf(one, 'kind') as PayoutKind,
      person: textIfAny(one, 'person') ?? null,
      request: textIfAny(one, 'request') ?? null,
      reference: textOf(one, 'reference'),
      amount: centsOf(one, 'amount'),
      paidAt: numberIfAny(one, 'paidAt')!,
    }
  })
}

/** The operator lists all of them from the archive, or says that there is none and that staff take the bank's own list. */
function unknownAfter(
  open: PayoutBlock | null,
  cause: BlockCause,
  said: Instant | null,
): Instant | null {
  if (cause === 'restored' || open?.cause === 'restored') return null
  const before = open?.unknownUntil ?? null
  return before === null || said === null ? (before ?? said) : Math.max(before, said)
}

/** By a server that has seen more than the books have, or by the operator who restored them. */
export const blockPayouts = defineCommand<BlockPayouts>({
  recall: (kept) => ({
    command: {
      cause: textOf(kept, 'cause') as BlockCause,
      noticedAt: numberIfAny(kept, 'noticedAt')!,
      seenAt: numberIfAny(kept, 'seenAt') ?? null,
      unknownUntil: numberIfAny(kept, 'unknownUntil') ?? null,
      payouts: payoutsIn(kept),
    },
  }),
  journal: ({ payouts, unknownUntil, ...c }) => ({
    ...c,
    ...(unknownUntil === null ? {} : { unknownUntil }),
    payouts: payouts.map(({ amount, by: _, ...payout }) => ({ ...payout, amount: String(amount) })),
  }),
  subject: () => firm,
  needs: ({ payouts }) => ({
    ...needs,
    read: [...payoutsBlocked, ...payouts.map(({ id }) => earlierPayouts.byId(id))],
  }),
  decide(world, { cause, noticedAt, seenAt, unknownUntil, payouts }, { id, actor }) {
    if (actor !== null) return refuse('forbidden')
    const open = openBlockIn(world)
    const added = payouts.filter((payout) => !world.get(earlierPayouts, payout.id))
    const unknown = unknownAfter(open, cause, unknownUntil)
    if (open && added.length === 0 && unknown === open.unknownUntil)
      return refuse('change_open', 'Payouts are blocked already.')
    const block: PayoutBlock = open ?? {
      id,
      owner: firm,
      cause,
      noticedAt,
      seenAt,
      unknownUntil: unknown,
      status: 'open',
      version: 0,
      liftedAt: null,
      liftedBy: null,
    }
    return {
      postings: [],
      activity: lists('payouts-blocked'),
      put: [
        changed({ ...block, unknownUntil: unknown }),
        ...added.map((payout) => asOpen(block.id, payout)),
      ],
      effects: whoMay(world, 'pay-out').map((owner) =>
        mail({ owner, template: 'payouts-blocked', values: {} }),
      ),
    }
  },
  reply: () => said(200, 'Payouts are blocked.'),
})

/** What stands on the bank's statement, or in a chain, and nowhere else. */
export type AddEarlierPayout = {
  person: OwnerId | null
  amount: Cents
  reference: string
}

export const addEarlierPayout = defineStaffCommand<AddEarlierPayout>({
  may: 'pay-out',
  recall: (kept) => ({
    command: {
      person: textIfAny(kept, 'person') ?? null,
      amount: centsOf(kept, 'amount'),
      reference: textOf(kept, 'reference'),
    },
  }),
  journal: ({ person, amount, reference }) => ({
    ...(person === null ? {} : { person }),
    amount: String(amount),
    reference,
  }),
  subject: () => firm,
  needs: ({ person, reference }) => ({
    ...needs,
    people: person === null ? [] : [person],
    read: [...payoutsBlocked, needsOfReference('payout', reference)],
  }),
  decide(world, { person, amount, reference }, { id, actor }) {
    const block = openBlockIn(world)
    if (!block) return refuse('payouts_not_blocked')
    if (person !== null && world.owners.get(person)?.role !== 'user') return refuse('unknown_user')
    if (!mayAct(world, actor, 'pay-out')) return refuse('forbidden')
    const isKnown =
      isUsed(world, 'payout', reference) ||
      openPayoutsIn(world).some((payout) => isSameReference(payout.reference, reference))
    if (isKnown) return refuse('reference_used')
    const kind = person === null ? 'return' : 'withdrawal'
    return {
      postings: [],
      activity: lists('earlier-payout-added'),
      put: [
        changed(block),
        asOpen(block.id, { id, kind, person, request: null, reference, amount, paidAt: null }),
      ],
    }
  },
  reply: () => said(201, 'The payout is listed. It has to be matched like the others.'),
})

export type ExplainEarlierPayout = { payout: string; reason: string }
type Lost = Pick<EarlierPayout, 'reference' | 'request'>

/** Whether what was paid can still be recorded as paid, and its reference isn't taken: then it isn't explained away. */
function canBeRecorded(world: World, { request, reference }: Lost): boolean {
  if (request === null) return false
  const asked = world.get(withdrawals, request)
  if (asked && isPaidOut(asked.type) && (asked.status === 'pending' || asked.status === 'approved'))
    return !isUsed(world, 'payout', reference)
  if (world.get(bankEntries, request)?.status !== 'suspense') return false
  const isOfAnother = openOf(world, [heldReference(reference)]).some(
    ({ holdsToo }) => holdsToo !== heldReceipt(request),
  )
  return !isOfAnother && !holderOf(world, reference)
}

/** Its request isn't in the books any more: what was done about it instead. Its reference counts as booked. */
export const explainEarlierPayout = defineStaffCommand<ExplainEarlierPayout, Lost>({
  may: 'pay-out',
  lookup: ({ payout }) => ({
    name: 'earlier-payout',
    text: 'select reference, request from earlier_payouts where id = $1',
    value: payout,
    from: ({ reference, request }) => ({ reference, request }),
    inMemory: (world) => world.get(earlierPayouts, payout) ?? null,
  }),
  recall(kept, world) {
    const payout = textOf(kept, 'payout')
    return {
      command: { payout, reason: wordsOf(kept, 'reason') },
      found: world.get(earlierPayouts, payout) ?? null,
    }
  },
  journal: ({ payout }) => ({ payout }),
  subject: () => firm,
  needs: ({ payout }, lost) => ({
    ...needs,
    read: [
      ...payoutsBlocked,
      earlierPayouts.byId(payout),
      ...(lost === null
        ? []
        : [
            needsOfReference('payout', lost.reference),
            withReference(lost.reference),
            proposedOf(heldReference(lost.reference)),
          ]),
      ...(lost?.request ? [withdrawals.byId(lost.request), bankEntries.byId(lost.request)] : []),
    ],
  }),
  decide(world, { payout: id, reason }, { id: command, actor, at }) {
    const payout = world.get(earlierPayouts, id)
    if (!payout) return refuse('unknown_payout')
    if (!mayAct(world, actor, 'pay-out')) return refuse('forbidden')
    if (payout.person !== null && payout.person === actor) return refuse('not_on_yourself')
    const block = openBlockIn(world)
    if (payout.status !== 'open' || !block)
      return refuse(
        'already_decided',
        `This payout is ${payout.status} already. Nothing was changed.`,
      )
    if (canBeRecorded(world, payout)) return refuse('payout_can_be_recorded')
    const { reference } = payout
    return {
      postings: [],
      activity: lists('earlier-payout-explained'),
      put: [
        changed(block),
        earlierPayouts.row({
          ...payout,
          status: 'explained',
          explanation: reason,
          settledAt: at,
          settledBy: actor,
        }),
        ...(isUsed(world, 'payout', reference)
          ? []
          : [takeReference('payout', reference, command)]),
      ],
      texts: { reason },
    }
  },
  reply: () => said(200, 'The payout is explained.'),
})

/** `total`: how many payouts of it were shown. */
export type ProposeUnblockingPayouts = { block: string; total: number }

const whyTwo = 'Two say that payouts go on.'

/** As it stands, with what was shown of it. */
const factsIn = (world: World, { block, total }: ProposeUnblockingPayouts): LiftedFacts => ({
  block,
  total,
  version: world.get(payoutBlocks, block)?.version ?? 0,
})

export const proposeUnblockingPayouts = defineStaffCommand<ProposeUnblockingPayouts>({
  may: 'pay-out',
  recall: (kept) => ({
    command: { block: textOf(kept, 'block'), total: numberIfAny(kept, 'total')! },
  }),
  journal: ({ block, total }) => ({ block, total }),
  subject: () => firm,
  needs: (c) => needsOf(payoutsUnblocked, { ...c, version: 0 }, null),
  decide(world, c, context) {
    const given = { kind: payoutsUnblocked, facts: factsIn(world, c), answer: null, whyTwo }
    return doOrPropose(world, given, context)
  },
  reply: (world, _, context) => replyOfProposed(world, payoutsUnblocked, context, whyTwo)!,
})
