/** A check ends by two who say that it is somebody else, or is confirmed by two. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { Changes } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { staffOn } from '../people/rules.ts'
import { defineProposal, noWords } from '../proposals/kind.ts'
import { refusalOfVerifier } from '../verification/verifier.ts'
import { casesOf } from '../verification/table.ts'
import { compareAnew, keepCheckReason } from './finding.ts'
import { checks, checksOf, holdingIn, toldOfCheck, type Check } from './table.ts'

export type DecisionFacts = { user: OwnerId; check: string; ends: boolean }

/** Whether both sides, as they are kept beside the journal, are those that were found: asked just before each decision. */
export type FindingAnswer = { isAsRecorded: boolean }
/** Of decisions from before it was asked. */
export const unasked: FindingAnswer = { isAsRecorded: true }

const goesOn = 'check-kept'

/** What is left of the checks of somebody of whom one ends: the next one that freezes keeps the account frozen. */
function ended(world: World, check: Check, by: Pick<Context, 'at' | 'actor'>): Changes {
  const { owner, froze } = check
  const cleared: Check = {
    ...check,
    froze: false,
    status: 'cleared',
    decidedAt: by.at,
    decidedBy: by.actor,
  }
  const next = holdingIn(world, owner).find(
    ({ id, freezes }) => id !== check.id && freezes === 'account',
  )
  const isFree = froze && next === undefined
  return {
    postings: [],
    activity: [{ owner, kind: 'check-ended' }],
    ...(isFree ? { owners: [{ id: owner, status: 'active' as const }] } : {}),
    effects: [compareAnew({ owner })],
    put: [cleared, ...(froze && next ? [{ ...next, froze }] : [])].map((one) => checks.row(one)),
    ...(isFree ? { texts: { changes: [{ field: 'status', from: 'frozen', to: 'active' }] } } : {}),
  }
}

export const checkDecision = defineProposal<DecisionFacts, FindingAnswer>({
  name: 'check-decision',
  called: 'decision on this check',
  lastsForMs: null,
  about: ({ user }) => user,
  holds: ({ check }) => `check ${check}`,
  asks: true,
  unasked,
  // Who verified the person neither ends it nor is the first of the two who do, whenever they verified.
  mayStill: (world, { user, ends }, by) =>
    !ends || refusalOfVerifier(world, user, { actor: by }) === null,
  needs: ({ user }) => ({ owners: [user], read: [checksOf(user), casesOf(user)] }),
  refusal(world, { user, check: id, ends }, context, { isAsRecorded }): Refusal | null {
    const owner = staffOn(world, user, context)
    if (!('totals' in owner)) return owner as Refusal
    const check = world.get(checks, id)
    if (!check || check.owner !== user) return refuse('unknown_check')
    // What was confirmed can still turn out to be somebody else.
    if (check.status === 'cleared' || (check.status === 'confirmed' && !ends))
      return refuse('already_decided', 'This was decided already. Nothing was changed.')
    if (!isAsRecorded)
      return refuse(
        'not_as_recorded',
        'The match differs from what was recorded, or was erased. Nothing was changed: have the database checked.',
      )
    return ends ? refusalOfVerifier(world, owner.id, context) : null
  },
  apply(world, { user: owner, check: id, ends }, { at, actor }) {
    const check = world.get(checks, id)!
    if (ends) return ended(world, check, { at, actor })
    return {
      postings: [],
      // Nobody but who may read matches learns whether it was confirmed or the proposal refused.
      activity: [{ owner, kind: goesOn }],
      put: [checks.row({ ...check, status: 'confirmed', decidedAt: at, decidedBy: actor })],
    }
  },
  show: (facts) => facts,
  noted: () => ({}),
  listedAs: { proposed: 'check-proposed', ended: goesOn },
  told: () => noWords,
  secret: {
    told: toldOfCheck,
    keep: ({ user: owner, check }, reason, by) => keepCheckReason({ check, owner, by, reason }),
  },
})
