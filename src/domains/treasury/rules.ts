/**
 * The firm's own money: capital that is paid in, and pools that are funded from it. Above the limit of what one administrator
 * may do alone it is proposed, and booked when another one agrees. All of it holds the firm's lock.
 */
import type { Refusal } from '../../contract/problems.ts'
import type { PoolName } from '../../contract/treasury.ts'
import {
  defineStaffCommand,
  refuse,
  type Context,
  type Decision,
  type Needs,
} from '../../desk/command.ts'
import type { Put, Read } from '../../desk/read.ts'
import { centsOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type Kind, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import type { Cents } from '../../lib/money.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { defineDecisionOfTwo, isAdministrator } from '../approvals/two.ts'
import {
  isUsed,
  journalOfKey,
  keyIn,
  needsOfReference,
  takeReference,
  type ByKey,
} from '../withdrawals/used-once.ts'
import { presentFunding, presentTreasury } from './present.ts'
import { capitalProposed, fundings, openReferencesIn, referenceOf, type Funding } from './table.ts'

export const poolKind = {
  returns: 'returns-pool',
  referral: 'referral-pool',
  corrections: 'corrections-pool',
} as const satisfies Record<PoolName, Kind>

const own = (kind: Kind) => ({ owner: firm, kind })

type Given = ByKey & Pick<Funding, 'kind' | 'pool' | 'amount' | 'reference'>

export function fundingPostings(pool: PoolName, amount: Cents): Posting[] {
  return [
    { event: 'pool-funded', debit: own('capital'), credit: own(poolKind[pool]), amount },
    { event: 'pool-funded', debit: own('client-bank'), credit: own('firm-bank'), amount },
  ]
}

/** Why it can't be booked now, by one or by two; null: it can. */
function refusalOfFunding(world: World, { pool, amount, reference, byKey }: Given): Refusal | null {
  if (pool !== null && world.balance(firm, 'capital') < amount) return refuse('capital_short')
  return reference !== null && isUsed(world, 'capital', reference, { byKey })
    ? refuse('reference_used')
    : null
}

/** What is proposed holds its reference: nothing else is proposed or booked under it. */
function refusalOfProposed(world: World, { reference, byKey = true }: Given): Refusal | null {
  if (reference === null) return null
  const key = (one: string) => (byKey ? referenceKey(one) : one)
  return openReferencesIn(world).some((open) => key(open) === key(reference))
    ? refuse(
        'reference_used',
        'Capital with this reference is proposed already. Nothing was recorded: decide on that first.',
      )
    : null
}

function booked(
  { pool, amount, reference, byKey }: Given,
  command: string,
): Changes & { put: Put[] } {
  if (pool !== null)
    return {
      postings: fundingPostings(pool, amount),
      activity: [{ owner: firm, kind: 'pool-funded' }],
      put: [],
    }
  return {
    postings: [
      { event: 'capital-paid-in', debit: own('firm-bank'), credit: own('capital'), amount },
    ],
    activity: [{ owner: firm, kind: 'capital-paid-in' }],
    put: [takeReference('capital', reference!, command, { byKey })],
  }
}

/** It stands there, and nothing is booked yet. */
function propose(
  world: World,
  { byKey: _, ...given }: Given,
  { id, actor, at }: Context,
): Decision {
  if (!isAdministrator(world, actor)) return refuse('forbidden')
  const funding: Funding = {
    id,
    owner: firm,
    ...given,
    status: 'open',
    refusalReason: null,
    proposedAt: at,
    proposedBy: actor,
    decidedAt: null,
    decidedBy: null,
  }
  return {
    postings: [],
    activity: [{ owner: firm, kind: 'funding-proposed' }],
    put: [fundings.row(funding)],
  }
}

/** What an administrator does to the firm's own money, counted beside all else that they do alone. */
const actOf = ({ amount }: Given, actor: OwnerId | null) => ({ actor, person: firm, amount })

function fund(world: World, limits: ApprovalLimits, given: Given, context: Context): Decision {
  const refusal = refusalOfFunding(world, given)
  if (refusal) return refusal
  const act = actOf(given, context.actor)
  const takesTwo = whyTwoIn(world, limits, act) !== null
  // Letter by letter, only proposals were compared with proposals.
  const held = takesTwo || given.byKey !== false ? refusalOfProposed(world, given) : null
  if (held) return held
  if (takesTwo) return propose(world, given, context)
  const made = booked(given, context.id)
  return { ...made, put: [...made.put, ...countedAlone(limits, act, context)] }
}

const aboutTreasury = (world: World) => ({
  status: 200,
  body: {
    status: 'success',
    data: { treasury: presentTreasury((kind) => world.balance(firm, kind)) },
  },
})

/** It was booked, or it waits. */
function replyOf(world: World, limits: ApprovalLimits, { id, actor }: Context) {
  const funding = world.get(fundings, id)
  if (!funding) return aboutTreasury(world)
  const why = whyTwoIn(world, limits, actOf(funding, actor))
  return {
    status: 202,
    body: {
      status: 'success',
      message: `A second, different administrator must agree. Nothing has been booked yet. ${why}`,
      data: { proposal: aboutFunding(world, funding) },
    },
  }
}

const aboutFunding = (world: World, funding: Funding) =>
  presentFunding({
    ...funding,
    proposedByName: world.nameOf(funding.proposedBy),
    decidedByName: world.nameOf(funding.decidedBy),
  })

function needsToFund(limits: ApprovalLimits, actor: OwnerId | null): Needs & { read: Read[] } {
  const alone = needsAlone(limits, actor)
  return {
    owners: [...new Set([firm, ...alone.owners])],
    administrators: true,
    exact: true,
    read: alone.read,
  }
}

export type PayInCapital = ApprovalLimits & ByKey & { amount: Cents; reference: string }

export const payInCapital = defineStaffCommand<PayInCapital>({
  recall: (kept) => ({
    command: {
      amount: centsOf(kept, 'amount'),
      reference: textOf(kept, 'reference'),
      ...limitsIn(kept),
      ...keyIn(kept),
    },
  }),
  journal: (c) => ({
    amount: String(c.amount),
    reference: c.reference,
    ...journalOfLimits(c),
    ...journalOfKey(c),
  }),
  subject: () => firm,
  needs(c, _, actor) {
    const { read, ...needs } = needsToFund(c, actor)
    return {
      ...needs,
      read: [...read, ...needsOfReference('capital', c.reference), capitalProposed],
    }
  },
  decide: (world, { amount, reference, byKey, ...limits }, context) =>
    fund(world, limits, { kind: 'capital', pool: null, amount, reference, byKey }, context),
  reply: replyOf,
})

export type FundPool = ApprovalLimits & { pool: PoolName; amount: Cents }

export const fundPool = defineStaffCommand<FundPool>({
  recall: (kept) => ({
    command: {
      pool: textOf(kept, 'pool') as PoolName,
      amount: centsOf(kept, 'amount'),
      ...limitsIn(kept),
    },
  }),
  journal: (c) => ({ pool: c.pool, amount: String(c.amount), ...journalOfLimits(c) }),
  subject: () => firm,
  needs: (c, _, actor) => needsToFund(c, actor),
  decide: (world, { pool, amount, ...limits }, context) =>
    fund(world, limits, { kind: 'pool', pool, amount, reference: null }, context),
  reply: replyOf,
})

type OnFunding = { funding: string }

/** What is still to be decided. */
function openFor(world: World, { funding: id }: OnFunding): Funding | Refusal {
  const funding = world.get(fundings, id)
  if (!funding) return refuse('unknown_proposal')
  return funding.status === 'open' ? funding : refuse('already_decided')
}

/** What the journal keeps of what is decided on. */
const factsOf = ({ amount, pool, reference, proposedBy }: Funding) => ({
  amount: String(amount),
  ...(pool === null ? {} : { pool }),
  ...(reference === null ? {} : { reference }),
  proposedBy,
})

/** What the screen showed when it was agreed to. */
export type ApproveFunding = OnFunding &
  ByKey & {
    shown?: Partial<Pick<Funding, 'amount' | 'pool' | 'reference'>> | undefined
  }

const isAsShown = (funding: Funding, shown: ApproveFunding['shown'] = {}): boolean => {
  const { amount = funding.amount, pool = funding.pool, reference = funding.reference } = shown
  return amount === funding.amount && pool === funding.pool && reference === funding.reference
}

/** The second of two administrators: what was proposed is booked now. */
export const approveFunding = defineDecisionOfTwo<ApproveFunding, { reference: string | null }>({
  lookup: ({ funding }) => referenceOf(funding),
  recall(kept, world) {
    const funding = textOf(kept, 'funding')
    return { command: { funding, ...keyIn(kept) }, found: world.get(fundings, funding) ?? null }
  },
  journal: ({ funding, byKey }) => ({ funding, ...journalOfKey({ byKey }) }),
  subject: () => firm,
  needs: ({ funding }, found) => ({
    owners: [firm],
    exact: true,
    read: [
      fundings.byId(funding),
      ...(found?.reference ? needsOfReference('capital', found.reference) : []),
    ],
  }),
  decide(world, c, { id, at, actor }, two) {
    const funding = openFor(world, c)
    if ('code' in funding) return funding
    if (!isAsShown(funding, c.shown)) return refuse('not_as_shown')
    const given = { ...funding, byKey: c.byKey }
    const refusal = two.refusal({ first: funding.proposedBy }) ?? refusalOfFunding(world, given)
    if (refusal) return refusal
    const made = booked(given, id)
    const done = fundings.row({ ...funding, status: 'done', decidedAt: at, decidedBy: actor })
    return { ...made, put: [done, ...made.put], facts: factsOf(funding) }
  },
  reply: (world, { funding }) => decidedReply(world, funding, 'Booked.'),
})

function decidedReply(world: World, id: string, message: string) {
  const proposal = aboutFunding(world, world.get(fundings, id)!)
  return { status: 200, body: { status: 'success', message, data: { proposal } } }
}

export type RefuseFunding = OnFunding & { reason: string }

/** By another administrator, or taken back by who proposed it. Its reference can be proposed again: nothing was booked under it. */
export const refuseFunding = defineStaffCommand<RefuseFunding>({
  recall: (kept) => ({
    command: { funding: textOf(kept, 'funding'), reason: wordsOf(kept, 'reason') },
  }),
  journal: ({ funding }) => ({ funding }),
  subject: () => firm,
  needs: ({ funding }) => ({
    owners: [firm],
    administrators: true,
    read: [fundings.byId(funding)],
  }),
  decide(world, c, { at, actor }) {
    const funding = openFor(world, c)
    if ('code' in funding) return funding
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    const status = actor === funding.proposedBy ? 'withdrawn' : 'refused'
    const left = { status, refusalReason: c.reason, decidedAt: at, decidedBy: actor } as const
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'funding-refused' }],
      put: [fundings.row({ ...funding, ...left })],
      facts: factsOf(funding),
      texts: { reason: c.reason },
    }
  },
  reply: (world, { funding }) =>
    decidedReply(
      world,
      funding,
      `Proposal ${world.get(fundings, funding)!.status}. Nothing was booked.`,
    ),
})
