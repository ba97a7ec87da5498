/** To refuse a person for good takes two, who have both opened each document. */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { openingsOf, unopenedIn } from '../documents/opened.ts'
import { staffOn } from '../people/rules.ts'
import { defineProposal } from '../proposals/kind.ts'
import { mail } from './mails.ts'
import { verificationOf } from './state.ts'
import { cases, casesIn, casesOf, type Case } from './table.ts'

/** `mustBeOpened`: whoever decides has opened each document. Absent in what was recorded before there was this rule. */
export type OnCase = { verification: string; mustBeOpened?: boolean | undefined }

export const readsOfCase = ({ verification, mustBeOpened }: OnCase, owner: OwnerId) => [
  cases.byId(verification),
  casesOf(owner),
  ...(mustBeOpened ? [openingsOf(owner)] : []),
]

export function refuseUnlessOpened(
  world: World,
  { verification, mustBeOpened }: OnCase,
  { actor }: Context,
): Refusal | null {
  if (!mustBeOpened) return null
  const { owner, documents, submittedAt: since } = world.get(cases, verification)!
  const sent = { owner, documents: documents.split(' '), since }
  return unopenedIn(world, sent, actor).length === 0 ? null : refuse('documents_unopened')
}

/** What staff decide on, by one whom it isn't about; or why they may not. */
export function forStaff(world: World, id: string, context: Context): Case | Refusal {
  const found = world.get(cases, id)
  if (!found) return refuse('unknown_verification')
  const owner = staffOn(world, found.owner, context)
  if (!('totals' in owner)) return owner as Refusal
  return verificationOf(casesIn(world, found.owner), context.at).isFinal
    ? refuse('already_decided', 'This person was refused for good. Nothing was changed.')
    : found
}

export type FinalFacts = { user: OwnerId; verification: string; mustBeOpened: boolean }
export type FinalWords = { reason: string }

/** One at a time for each person. */
export const holdsFinalRefusal = (user: OwnerId) => `final refusal ${user}`

export const finalRefusal = defineProposal<FinalFacts, null, FinalWords>({
  name: 'final-refusal',
  called: 'final refusal of this person',
  lastsForMs: null,
  about: ({ user }) => user,
  holds: ({ user }) => holdsFinalRefusal(user),
  asks: false,
  words: ['reason'],
  needs: ({ user, ...onCase }) => ({ owners: [user], read: readsOfCase(onCase, user) }),
  refusal(world, { verification }, context) {
    const found = forStaff(world, verification, context)
    return 'code' in found ? found : null
  },
  unseen: refuseUnlessOpened,
  apply(world, { user: owner, verification }, { at, actor }, { words: { reason } }) {
    const refused = { status: 'refused', isFinal: true, finalReason: reason } as const
    const one = world.get(cases, verification)!
    return {
      postings: [],
      activity: [{ owner, kind: 'finally-refused' }],
      put: [cases.row({ ...one, ...refused, decidedAt: at, decidedBy: actor })],
      effects: [mail({ owner, template: 'finally-refused', values: { reason } })],
    }
  },
  show: ({ user, verification }) => ({ user, verification }),
  noted: ({ verification }) => ({ verification }),
  listedAs: { proposed: 'final-refusal-proposed', ended: 'final-refusal-rejected' },
})
