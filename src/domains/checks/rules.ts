/** Checks begin by themselves, and end by two. The journal has neither lists nor reasons: its readers are more than those who may read matches. */
import {
  defineCommand,
  defineStaffCommand,
  isRefusal,
  refuse,
  refuseUnlessOpen,
  said,
} from '../../desk/command.ts'
import { subjectOf, textOf } from '../../desk/recall.ts'
import type { Owner } from '../../desk/records.ts'
import { noRoles } from '../../contract/roles.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { answerIn, journalOfAnswer } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { keepCheckReason, keepFinding } from './finding.ts'
import type { Finding } from '../../contract/screening.ts'
import { checkDecision, unasked, type DecisionFacts, type FindingAnswer } from './proposals.ts'
import {
  checks,
  checksIn,
  checksOf,
  ownerOfCheck,
  toldOfCheck,
  wasAsked,
  type Freezes,
} from './table.ts'

/** `entry` and `pair` are MACs; `pairs`: those that the same facts had under earlier secrets. `finding`: null where it is decided again. */
export type BeginCheck = {
  owner: OwnerId
  entry: string
  pair: string
  entries: readonly string[]
  pairs: readonly string[]
  freezes: Freezes
  finding: Finding | null
}

/** Whoever works here goes on: frozen staff could stop the firm. What they have as a customer doesn't leave. */
const freezesFor = (owner: Owner, freezes: Freezes): Freezes =>
  freezes === 'account' && owner.roles !== noRoles ? 'payouts' : freezes

export const beginCheck = defineCommand<BeginCheck>({
  recall(kept) {
    const [entry, pair] = [textOf(kept, 'entry'), textOf(kept, 'pair')]
    const freezes = textOf(kept, 'freezes') as Freezes
    const same = { entry, pair, entries: [entry], pairs: [pair] }
    return { command: { ...same, owner: subjectOf(kept), freezes, finding: null } }
  },
  journal: ({ entry, pair, freezes }) => ({ entry, pair, freezes }),
  subject: ({ owner }) => owner,
  needs: ({ owner }) => ({ owners: [owner], read: [checksOf(owner)] }),
  decide(world, c, { id, actor, at }) {
    if (actor !== null) return refuse('forbidden')
    const closed = refuseUnlessOpen(world.owners.get(c.owner))
    if (closed) return closed
    if (wasAsked(checksIn(world, c.owner), c))
      return refuse('nothing_to_change', 'This was asked before.')
    const owner = world.owners.get(c.owner)!
    const freezes = freezesFor(owner, c.freezes)
    const froze = freezes === 'account' && owner.status === 'active'
    const changes = [{ field: 'status', from: owner.status, to: 'frozen' }]
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'check-begun' }],
      ...(froze ? { owners: [{ id: c.owner, status: 'frozen' as const }] } : {}),
      put: [
        checks.row({
          id,
          owner: c.owner,
          entry: c.entry,
          pair: c.pair,
          freezes,
          froze,
          status: 'open',
          begunAt: at,
          decidedAt: null,
          decidedBy: null,
        }),
      ],
      texts: { reason: toldOfCheck, ...(froze ? { changes } : {}) },
      effects: c.finding === null ? [] : [keepFinding({ owner: c.owner, finding: c.finding })],
    }
  },
  reply: () => said(201, toldOfCheck),
})

/** `ends`: it is somebody else; else it was confirmed. `reason`: null where it is decided again. */
export type ProposeCheckDecision = {
  check: string
  ends: boolean
  reason: string | null
  answer: FindingAnswer
}

const whyTwo = 'Two decide on every check.'

const factsOf = (
  { check, ends }: Pick<ProposeCheckDecision, 'check' | 'ends'>,
  user: OwnerId,
): DecisionFacts => ({
  user,
  check,
  ends,
})

export const proposeCheckDecision = defineStaffCommand<ProposeCheckDecision, OwnerId>({
  may: 'decide-matches',
  lookup: ({ check }) => ownerOfCheck(check),
  subject: (_, found) => found,
  recall(kept, world) {
    const check = textOf(kept, 'check')
    return {
      command: {
        check,
        ends: kept.input.ends === true,
        reason: null,
        answer: (answerIn(kept) as FindingAnswer | null) ?? unasked,
      },
      found: world.get(checks, check)?.owner ?? null,
    }
  },
  journal: ({ check, ends, answer }) => ({ check, ends, ...journalOfAnswer(answer) }),
  needs: (c, found) =>
    found === null ? { owners: [] } : needsOf(checkDecision, factsOf(c, found), c.answer),
  decide(world, c, context) {
    const { found: owner, actor } = context
    if (owner === null || actor === null) return refuse('unknown_check')
    const given = { facts: factsOf(c, owner), answer: c.answer, whyTwo }
    const decision = doOrPropose(world, { kind: checkDecision, ...given }, context)
    if (isRefusal(decision) || c.reason === null) return decision
    const { check, reason } = c
    return {
      ...decision,
      effects: [...(decision.effects ?? []), keepCheckReason({ check, owner, by: actor, reason })],
    }
  },
  reply: (world, _, context) => replyOfProposed(world, checkDecision, context, whyTwo)!,
})
