/**
 * What takes two of staff: proposed by one, agreed to by another who saw what it is, refused, withdrawn, or left until it
 * can't be agreed to any more. It takes effect while two who agreed are entitled to it, can act, and aren't whom it is about, under
 * the firm's lock, which whoever freezes one of them or takes their role holds too. Whoever leaves stops counting; the proposal
 * stays open for another. Pure.
 */
import { proposalRights } from '../../contract/proposal.ts'
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
import { defineDecisionOfTwo, mayAct, withFirm, type Two } from '../approvals/two.ts'
import {
  answerIn,
  wordsIn,
  journalOfAnswer,
  proposerCounts,
  type Answer,
  shownWords,
  toldOf,
  type Facts,
  type SomeProposal,
} from './kind.ts'
import { isOver, needsOf, shownIn } from './propose.ts'
import {
  agreements,
  agreementsIn,
  proposalFound,
  proposals,
  withAgreements,
  type FoundProposal,
  type Proposal,
} from './table.ts'

export type OnProposal = { proposal: string }
/** `shown`: what the screen showed, in canonical JSON. `answer`: what was asked outside, for a kind that asks. */
export type AgreeToProposal = OnProposal & { shown: string; answer: Answer }
export type EndProposal = OnProposal & { reason: string }

type Rule<C> = CommandRule<C, FoundProposal>

const factsOf = ({ facts }: Pick<Proposal, 'facts'>) => JSON.parse(facts) as Facts

type KindOf = (name: string) => SomeProposal

const notedOf = (kind: SomeProposal, proposal: Proposal): Record<string, string> => ({
  ...kind.noted(factsOf(proposal)),
  of: proposal.kind,
  proposedBy: proposal.proposedBy,
})

/** What is the same of each command about a proposal. */
const onProposal = {
  lookup: ({ proposal }: OnProposal) => proposalFound(proposal),
  subject: (_: unknown, found: FoundProposal | null) => found?.owner ?? null,
  needs: ({ proposal }: OnProposal, found: FoundProposal | null): Needs =>
    found === null
      ? { owners: [] }
      : { owners: withFirm([found.owner]), staff: true, read: withAgreements(proposal) },
}

/** What is still to be decided, by one whom it isn't about. */
function openFor(
  world: World,
  { proposal: id }: OnProposal,
  { actor }: Context,
): Proposal | Refusal {
  const proposal = world.get(proposals, id)
  if (!proposal) return refuse('unknown_proposal')
  if (proposal.status !== 'open')
    return refuse('already_decided', 'This proposal has already been decided. Nothing was changed.')
  if (proposal.owner === actor || proposal.besides === actor) return refuse('not_on_yourself')
  return mayAct(world, actor, 'work-here') ? proposal : refuse('forbidden')
}

function replyAbout(
  world: World,
  kindOf: KindOf,
  { proposal: id }: OnProposal,
  say: (proposal: Proposal) => string,
) {
  const proposal = world.get(proposals, id)!
  const data = { proposal: shownIn(world, kindOf(proposal.kind), proposal) }
  const status = proposal.status === 'open' ? 202 : 200
  return { status, body: { status: 'success', message: say(proposal), data } }
}

const notTheirs = {
  withdrawn: 'Somebody else proposed this: refuse it instead. Nothing was changed.',
  refused: 'You have proposed this yourself: withdraw it instead. Nothing was changed.',
} as const

/** Refused by another, or withdrawn by who proposed it. */
const ending = (status: 'refused' | 'withdrawn', kindOf: KindOf): Rule<EndProposal> =>
  defineStaffCommand<EndProposal, FoundProposal>({
    may: 'work-here',
    ...onProposal,
    recall(kept, world) {
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
        return refuse('forbidden', notTheirs[status])
      const kind = kindOf(proposal.kind)
      if (status === 'refused' && !mayAct(world, actor, proposalRights[kind.name].agree))
        return refuse('forbidden')
      const { secret } = kind
      const reason = secret?.told ?? c.reason
      const ended = { status, refusalReason: reason, decidedAt: at, decidedBy: actor }
      return {
        postings: [],
        activity: [{ owner: proposal.owner, kind: kind.listedAs?.ended ?? `proposal-${status}` }],
        put: [proposals.row({ ...proposal, ...ended })],
        facts: notedOf(kind, proposal),
        texts: { ...toldOf(kind, factsOf(proposal), wordsIn(kind, proposal)), reason },
        ...(secret && actor !== null && c.reason !== secret.told
          ? { effects: [secret.keep(factsOf(proposal), c.reason, actor)] }
          : {}),
      }
    },
    reply: (world, c) =>
      replyAbout(world, kindOf, c, () => `Proposal ${status}. Nothing was changed.`),
  })

const agreeing = (kindOf: KindOf): Rule<AgreeToProposal> =>
  defineDecisionOfTwo<AgreeToProposal, FoundProposal>({
    may: 'work-here',
    ...onProposal,
    needs(c, found) {
      const needs = onProposal.needs(c, found)
      if (found === null) return needs
      const ofKind = needsOf(kindOf(found.kind), factsOf(found), c.answer, shownWords(found))
      return {
        ...ofKind,
        owners: withFirm([...ofKind.owners, found.owner]),
        read: [...(ofKind.read ?? []), ...needs.read!],
      }
    },
    recall(kept, world) {
      const proposal = textOf(kept, 'proposal')
      const found = world.get(proposals, proposal) ?? null
      const unasked: Answer = (found && kindOf(found.kind).unasked) ?? null
      const answer = answerIn(kept) ?? unasked
      return { command: { proposal, shown: textOf(kept, 'shown'), answer }, found }
    },
    journal: ({ proposal, shown, answer }) => ({ proposal, shown, ...journalOfAnswer(answer) }),
    decide(world, c, context, two) {
      const proposal = openFor(world, c, context)
      if ('code' in proposal) return proposal
      const kind = kindOf(proposal.kind)
      if (!mayAct(world, context.actor, proposalRights[kind.name].agree)) return refuse('forbidden')
      const facts = factsOf(proposal)
      if (c.shown !== canonical(kind.show(facts))) return refuse('not_as_shown')
      if (isOver(proposal, context.at)) return refuse('proposal_ended')
      if (kind.asks !== (c.answer !== null))
        throw new Error(`What ${kind.name} asks outside was ${kind.asks ? 'not ' : ''}asked`)
      return agreed(world, { ...c, proposal, kind, facts }, context, two)
    },
    reply: (world, c, context) =>
      replyAbout(world, kindOf, c, ({ id, kind, status }) => {
        if (status === 'done')
          return ['Agreed, and done.', kindOf(kind).said?.(world, context) ?? []].flat().join(' ')
        return agreementsIn(world, id).length === 1
          ? 'You are the first of two. Somebody else must agree, too.'
          : 'You are the first of two now, since who agreed before can’t act any more. Somebody else must agree, too.'
      }),
  })

/** The commands about proposals of these kinds. */
export function proposalCommands(kinds: readonly SomeProposal[]): {
  AgreeToProposal: Rule<AgreeToProposal>
  RefuseProposal: Rule<EndProposal>
  WithdrawProposal: Rule<EndProposal>
} {
  const kindOf = (name: string): SomeProposal => {
    const kind = kinds.find((one) => one.name === name)
    if (!kind) throw new Error(`There is no kind of proposals named ${name}`)
    return kind
  }
  return {
    AgreeToProposal: agreeing(kindOf),
    RefuseProposal: ending('refused', kindOf),
    WithdrawProposal: ending('withdrawn', kindOf),
  }
}

type Agreed = Pick<AgreeToProposal, 'shown' | 'answer'> & {
  proposal: Proposal
  kind: SomeProposal
  facts: Facts
}

/** By one more administrator: the second of those who count, or the first. */
function agreed(
  world: World,
  { proposal, kind, facts, shown, answer }: Agreed,
  context: Context,
  two: Two,
): Decision {
  const { at } = context
  const actor = context.actor!
  const before = agreementsIn(world, proposal.id)
  const asker = proposerCounts(kind) ? null : proposal.proposedBy
  if (actor === asker)
    return refuse(
      'not_on_yourself',
      'You asked for this: two others must agree. Nothing was changed.',
    )
  const about = [proposal.owner === firm ? null : proposal.owner, proposal.besides, asker]
  // Whoever proposed it was entitled to that; whoever agreed before, to agree.
  const rights = proposalRights[kind.name]
  const mayOf = (by: OwnerId | undefined) =>
    by === proposal.proposedBy ? rights.propose : rights.agree
  const counts = (by: OwnerId) =>
    mayAct(world, by, mayOf(by)) && (kind.mayStill?.(world, facts, by) ?? true)
  const first =
    before.find(({ by }) => by !== actor && !about.includes(by) && counts(by)) ??
    before.find(({ by }) => by === actor) ??
    null
  const isOwn = before.some(({ by }) => by === actor)
  const place = two.place({
    first: first?.by ?? null,
    about,
    firstMay: mayOf(first?.by),
  })
  if (typeof place !== 'string') return place
  const unseen = kind.unseen?.(world, facts, context)
  if (unseen) return unseen
  const own = isOwn ? [] : [agreements.row({ proposal: proposal.id, by: actor, at, shown })]
  const noted = notedOf(kind, proposal)
  if (place === 'first')
    return {
      postings: [],
      activity: [{ owner: proposal.owner, kind: 'proposal-agreed' }],
      put: own,
      facts: noted,
    }
  const words = wordsIn(kind, proposal)
  const refusal = kind.refusal(world, facts, context, answer, words)
  if (refusal) return refusal
  const made: Changes = kind.apply(world, facts, context, { words, answer, first })
  const done = proposals.row({ ...proposal, status: 'done', decidedAt: at, decidedBy: actor })
  return {
    ...made,
    put: [done, ...own, ...(made.put ?? [])],
    facts: { ...made.facts, ...noted, firstAgreedBy: first!.by },
    texts: { ...toldOf(kind, facts, words), ...made.texts },
  }
}
