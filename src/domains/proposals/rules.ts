/**
 * What takes two administrators: proposed by one, agreed to by another who saw what it is, refused, withdrawn, or left until it
 * can't be agreed to any more. It takes effect while two who agreed are administrators who can act and whom it isn't about, under
 * the firm's lock, which whoever freezes one of them or takes their role holds too. Whoever leaves stops counting; the proposal
 * stays open for another. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineStaffCommand,
  refuse,
  type CommandRule,
  type Context,
  type Decision,
  type Needs,
} from '../../desk/command.ts'
import { textOf, wordsOf } from '../../desk/recall.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Instant } from '../../lib/instant.ts'
import { defineDecisionOfTwo, isAdministrator, type Two } from '../approvals/two.ts'
import type { AnyKind, Facts, ProposalKind } from './kind.ts'
import { presentProposal } from './present.ts'
import {
  agreements,
  agreementsIn,
  proposalFound,
  proposals,
  proposedOf,
  withAgreements,
  type FoundProposal,
  type Proposal,
} from './table.ts'

const isOver = ({ endsAt }: Proposal, at: Instant) => endsAt !== null && at >= endsAt

const withFirm = (owners: readonly OwnerId[]) => [...new Set([...owners, firm])]

/** Needs of a command that does something of this kind, or proposes it. */
export function needsOf<F extends Facts>(kind: ProposalKind<F>, facts: F): Needs {
  const needs = kind.needs(facts)
  const holds = kind.holds(facts)
  return {
    ...needs,
    owners: withFirm(needs.owners),
    administrators: true,
    read: [...(needs.read ?? []), ...(holds === null ? [] : [proposedOf(holds)])],
  }
}

/** What was proposed of the same and is still to be decided. */
const openOf = (world: World, holds: string | null): Proposal | null =>
  holds === null
    ? null
    : (world.rows(proposals).find((one) => one.holds === holds && one.status === 'open') ?? null)

type Given<F extends Facts> = {
  kind: ProposalKind<F>
  facts: F
  /** Why one isn't enough, in words that follow a sentence; null: it is. */
  whyTwo: string | null
}

/** Done at once by one who is enough; otherwise proposed. */
export function doOrPropose<F extends Facts>(
  world: World,
  { kind, facts, whyTwo }: Given<F>,
  context: Context,
): Decision {
  const { id, at, actor } = context
  const refusal = kind.refusal(world, facts, context)
  if (refusal) return refusal
  const about = kind.about(facts)
  const holds = kind.holds(facts)
  const before = openOf(world, holds)
  if (before && !isOver(before, at))
    return refuse(
      'change_open',
      `The ${kind.called} is proposed already. Nothing was changed: decide on that first.`,
    )
  if (!isAdministrator(world, actor)) return refuse('forbidden')
  const expired = before ? [proposals.row({ ...before, status: 'expired', decidedAt: at })] : []
  if (whyTwo === null) {
    const made = kind.apply(world, facts, context)
    return { ...made, put: [...expired, ...(made.put ?? [])] }
  }
  if (actor === about) return refuse('not_on_yourself')
  const proposal: Proposal = {
    id,
    owner: about ?? firm,
    kind: kind.name,
    facts: canonical(facts),
    holds,
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
    activity: [{ owner: proposal.owner, kind: 'proposed' }],
    put: [
      ...expired,
      proposals.row(proposal),
      agreements.row({ proposal: id, by: actor, at, shown }),
    ],
    facts: { of: kind.name },
  }
}

/** The reply to what was proposed, or null where it was done at once. */
export function replyOfProposed<F extends Facts>(
  world: World,
  kind: ProposalKind<F>,
  { id }: Pick<Context, 'id'>,
  whyTwo: string | null,
) {
  const proposal = world.get(proposals, id)
  if (!proposal) return null
  return {
    status: 202,
    body: {
      status: 'success',
      message: `A second, different administrator must agree. Nothing has been changed yet. ${whyTwo}`,
      data: { proposal: shownIn(world, kind, proposal) },
    },
  }
}

function shownIn(world: World, kind: AnyKind, proposal: Proposal) {
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
    },
    named,
  )
}

export type OnProposal = { proposal: string }
/** `shown`: what the screen showed, in canonical JSON. */
export type AgreeToProposal = OnProposal & { shown: string }
export type EndProposal = OnProposal & { reason: string }

type Rule<C> = CommandRule<C, FoundProposal>

/** The commands about proposals of these kinds. */
export function proposalCommands(kinds: readonly AnyKind[]): {
  AgreeToProposal: Rule<AgreeToProposal>
  RefuseProposal: Rule<EndProposal>
  WithdrawProposal: Rule<EndProposal>
} {
  const kindOf = (name: string): AnyKind => {
    const kind = kinds.find((one) => one.name === name)
    if (!kind) throw new Error(`There is no kind of proposals named ${name}`)
    return kind
  }
  const factsOf = ({ facts }: Pick<Proposal, 'facts'>) => JSON.parse(facts) as Facts

  const needs = ({ proposal }: OnProposal, found: FoundProposal | null): Needs => {
    if (found === null) return { owners: [] }
    const ofKind = needsOf(kindOf(found.kind), factsOf(found))
    return {
      ...ofKind,
      owners: withFirm([...ofKind.owners, found.owner]),
      read: [...(ofKind.read ?? []), ...withAgreements(proposal)],
    }
  }

  /** What is still to be decided, by one whom it isn't about. */
  function openFor(
    world: World,
    { proposal: id }: OnProposal,
    context: Context,
  ): Proposal | Refusal {
    const proposal = world.get(proposals, id)
    if (!proposal) return refuse('unknown_proposal')
    if (proposal.status !== 'open')
      return refuse(
        'already_decided',
        'This proposal has already been decided. Nothing was changed.',
      )
    if (proposal.owner === context.actor) return refuse('not_on_yourself')
    return isAdministrator(world, context.actor) ? proposal : refuse('forbidden')
  }

  const onProposal = {
    lookup: ({ proposal }: OnProposal) => proposalFound(proposal),
    subject: (_: unknown, found: FoundProposal | null) => found?.owner ?? null,
    needs,
  }

  const reply = (world: World, { proposal: id }: OnProposal, message: string) => {
    const proposal = world.get(proposals, id)!
    return {
      status: 200,
      body: {
        status: 'success',
        message,
        data: { proposal: shownIn(world, kindOf(proposal.kind), proposal) },
      },
    }
  }

  const ending = (status: 'refused' | 'withdrawn'): Rule<EndProposal> =>
    defineStaffCommand<EndProposal, FoundProposal>({
      ...onProposal,
      recall: (kept, world) => {
        const proposal = textOf(kept, 'proposal')
        return {
          command: { proposal, reason: wordsOf(kept, 'reason') },
          found: world.get(proposals, proposal) ?? null,
        }
      },
      journal: ({ proposal }) => ({ proposal }),
      decide(world, c, context) {
        const proposal = openFor(world, c, context)
        if ('code' in proposal) return proposal
        const { at, actor } = context
        if ((proposal.proposedBy === actor) !== (status === 'withdrawn'))
          return refuse(
            'forbidden',
            status === 'withdrawn'
              ? 'Another administrator proposed this: refuse it instead. Nothing was changed.'
              : 'You have proposed this yourself: withdraw it instead. Nothing was changed.',
          )
        return {
          postings: [],
          activity: [{ owner: proposal.owner, kind: `proposal-${status}` }],
          put: [
            proposals.row({
              ...proposal,
              status,
              refusalReason: c.reason,
              decidedAt: at,
              decidedBy: actor,
            }),
          ],
          facts: { of: proposal.kind, proposedBy: proposal.proposedBy },
          texts: { reason: c.reason },
        }
      },
      reply: (world, c) => reply(world, c, `Proposal ${status}. Nothing was changed.`),
    })

  return {
    AgreeToProposal: defineDecisionOfTwo<AgreeToProposal, FoundProposal>({
      ...onProposal,
      recall: (kept, world) => {
        const proposal = textOf(kept, 'proposal')
        return {
          command: { proposal, shown: textOf(kept, 'shown') },
          found: world.get(proposals, proposal) ?? null,
        }
      },
      journal: ({ proposal, shown }) => ({ proposal, shown }),
      decide(world, c, context, two) {
        const proposal = openFor(world, c, context)
        if ('code' in proposal) return proposal
        const kind = kindOf(proposal.kind)
        const facts = factsOf(proposal)
        if (c.shown !== canonical(kind.show(facts))) return refuse('not_as_shown')
        if (isOver(proposal, context.at)) return refuse('proposal_ended')
        return agreed(world, { proposal, kind, facts, shown: c.shown }, context, two)
      },
      reply: (world, c) =>
        reply(
          world,
          c,
          world.get(proposals, c.proposal)!.status === 'done'
            ? 'Agreed, and done.'
            : 'You are the first of two now, since who agreed before can’t act any more. Another administrator must agree, too.',
        ),
    }),
    RefuseProposal: ending('refused'),
    WithdrawProposal: ending('withdrawn'),
  }
}

type Agreed = { proposal: Proposal; kind: AnyKind; facts: Facts; shown: string }

/** By one more administrator: the second of those who count, or the first. */
function agreed(
  world: World,
  { proposal, kind, facts, shown }: Agreed,
  context: Context,
  two: Two,
): Decision {
  const { at } = context
  const actor = context.actor!
  const before = agreementsIn(world, proposal.id)
  const other = before.find(
    ({ by }) => by !== actor && by !== proposal.owner && isAdministrator(world, by),
  )
  const isOwn = before.some(({ by }) => by === actor)
  const place = two.place({
    first: other?.by ?? (isOwn ? actor : null),
    about: [proposal.owner === firm ? null : proposal.owner],
  })
  if (typeof place !== 'string') return place
  const own = isOwn ? [] : [agreements.row({ proposal: proposal.id, by: actor, at, shown })]
  const noted = { of: proposal.kind, proposedBy: proposal.proposedBy }
  if (place === 'first')
    return {
      postings: [],
      activity: [{ owner: proposal.owner, kind: 'proposal-agreed' }],
      put: own,
      facts: noted,
    }
  const refusal = kind.refusal(world, facts, context)
  if (refusal) return refusal
  const made: Changes = kind.apply(world, facts, context)
  const done = proposals.row({ ...proposal, status: 'done', decidedAt: at, decidedBy: actor })
  return {
    ...made,
    put: [done, ...own, ...(made.put ?? [])],
    facts: { ...made.facts, ...noted },
  }
}
