/** What one administrator asks for: done at once where one is enough, otherwise proposed to another. Pure. */
import { proposalRights } from '../../contract/proposal.ts'
import { refuse, type Context, type Decision, type Needs } from '../../desk/command.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Instant } from '../../lib/instant.ts'
import { mayAct, withFirm } from '../approvals/two.ts'
import {
  noWords,
  proposerCounts,
  textOfWords,
  toldOf,
  wordsIn,
  type Answer,
  type Facts,
  type ProposalKind,
  type SomeProposal,
  type Words,
} from './kind.ts'
import { presentProposal } from './present.ts'
import { agreements, agreementsIn, proposals, proposedOf, type Proposal } from './table.ts'

export const isOver = ({ endsAt }: Proposal, at: Instant) => endsAt !== null && at >= endsAt

/** Needs of a command that does something of this kind, or proposes it. */
export function needsOf<F extends Facts, A extends Answer, W extends Words>(
  kind: ProposalKind<F, A, W>,
  facts: F,
  answer: A,
  words: Partial<W> = {},
): Needs {
  const needs = kind.needs(facts, answer, words)
  return {
    ...needs,
    owners: withFirm(needs.owners),
    staff: true,
    read: [...(needs.read ?? []), ...heldBy(kind, facts).map(proposedOf)],
  }
}

/** Of what nothing else may be proposed meanwhile. */
const heldBy = <F extends Facts, A extends Answer, W extends Words>(
  kind: ProposalKind<F, A, W>,
  facts: F,
): string[] => [kind.holds(facts), kind.holdsToo?.(facts) ?? null].filter((holds) => holds !== null)

/** What was proposed of one of these and is still to be decided. */
export const openOf = (world: World, held: readonly string[]): Proposal[] =>
  world
    .rows(proposals)
    .filter(
      ({ status, holds, holdsToo }) =>
        status === 'open' && [holds, holdsToo].some((one) => one !== null && held.includes(one)),
    )

/** Whether something that holds this is proposed and can still be decided. */
export const isProposed = (world: World, holds: string, { at }: Pick<Context, 'at'>): boolean =>
  openOf(world, [holds]).some((one) => !isOver(one, at))

/** Whether it could be agreed to as things stand: what couldn't gives way to another of its kind. */
const isFit = <F extends Facts, A extends Answer, W extends Words>(
  world: World,
  before: Proposal,
  { kind, answer }: { kind: ProposalKind<F, A, W>; answer: A },
  context: Context,
): boolean =>
  kind.whenHeld !== undefined ||
  before.kind !== kind.name ||
  kind.refusal(
    world,
    JSON.parse(before.facts) as F,
    context,
    answer,
    wordsIn(kind, before) as W,
  ) === null

type Asked<F extends Facts, A extends Answer, W extends Words> = {
  kind: ProposalKind<F, A, W>
  facts: F
  words?: W
  answer: A
  /** Why one isn't enough, in words that follow a sentence; null: it is. */
  whyTwo: string | null
  /** What is noted where one is enough. */
  alone?: readonly Put[]
}

/** Done at once by one who is enough; otherwise proposed. */
export function doOrPropose<F extends Facts, A extends Answer, W extends Words>(
  world: World,
  { kind, facts, words = noWords as W, answer, whyTwo, alone = [] }: Asked<F, A, W>,
  context: Context,
): Decision {
  const { id, at, actor } = context
  const refusal = kind.refusal(world, facts, context, answer, words)
  if (refusal) return refusal
  const [about, besides] = [kind.about(facts), kind.besides?.(facts) ?? null]
  const before = openOf(world, heldBy(kind, facts))
  if (before.some((one) => !isOver(one, at) && isFit(world, one, { kind, answer }, context)))
    return refuse(
      'change_open',
      kind.whenHeld ??
        `The ${kind.called} is proposed already. Nothing was changed: decide on that first.`,
    )
  const expired = before.map((one) => proposals.row({ ...one, status: 'expired', decidedAt: at }))
  if (whyTwo === null) {
    const made = kind.apply(world, facts, context, { words, answer, first: null })
    return { ...made, put: [...expired, ...(made.put ?? []), ...alone] }
  }
  if (!mayAct(world, actor, proposalRights[kind.name].propose)) return refuse('forbidden')
  if (actor === about || actor === besides) return refuse('not_on_yourself')
  const unseen = kind.unseen?.(world, facts, context)
  if (unseen) return unseen
  const proposal: Proposal = {
    id,
    owner: about ?? firm,
    besides,
    kind: kind.name,
    facts: canonical(facts),
    words: textOfWords(words),
    holds: kind.holds(facts),
    holdsToo: kind.holdsToo?.(facts) ?? null,
    status: 'open',
    endsAt: kind.lastsForMs === null ? null : at + kind.lastsForMs,
    proposedAt: at,
    proposedBy: actor,
    refusalReason: null,
    decidedAt: null,
    decidedBy: null,
  }
  const shown = canonical(kind.show(facts))
  return {
    postings: [],
    activity: [{ owner: proposal.owner, kind: kind.listedAs?.proposed ?? 'proposed' }],
    put: [
      ...expired,
      proposals.row(proposal),
      ...(proposerCounts(kind) ? [agreements.row({ proposal: id, by: actor, at, shown })] : []),
    ],
    facts: { of: kind.name },
    texts: toldOf(kind, facts, words),
    effects: kind.announced?.(world, facts) ?? [],
  }
}

/** The reply to what was proposed, or null where it was done at once. */
export function replyOfProposed<F extends Facts, A extends Answer, W extends Words>(
  world: World,
  kind: ProposalKind<F, A, W>,
  { id }: Pick<Context, 'id'>,
  whyTwo: string | null,
) {
  const proposal = world.get(proposals, id)
  if (!proposal) return null
  return {
    status: 202,
    body: {
      status: 'success',
      message: `A second, different person must agree. Nothing has been changed yet. ${whyTwo}`,
      data: { proposal: shownIn(world, kind, proposal) },
    },
  }
}

export function shownIn(world: World, kind: SomeProposal, proposal: Proposal) {
  const named = agreementsIn(world, proposal.id).map((one) => ({
    ...one,
    byName: world.nameOf(one.by),
  }))
  return presentProposal(
    kind,
    {
      ...proposal,
      proposedByName: world.nameOf(proposal.proposedBy),
      decidedByName: world.nameOf(proposal.decidedBy),
      ownerName: world.nameOf(proposal.owner),
      besidesName: world.nameOf(proposal.besides),
    },
    named,
  )
}
