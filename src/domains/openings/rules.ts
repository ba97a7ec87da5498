/**
 * The first opening of the firm. Until then nothing is answered but what sets it up. One administrator proposes it, another
 * agrees, each only while nothing is missing; once it is open it stays so.
 */
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { whoMay } from '../approvals/two.ts'
import { aWeekMs, answerIn, defineProposal, journalOfAnswer } from '../proposals/kind.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { mail } from './mails.ts'
import { isOpenIn, openingKind, openingOfFirm } from './is-open.ts'

/** As the gate found it just before: `missing` names what keeps the firm from opening. */
export type Found = { missing: readonly string[]; isDemonstration: boolean }

function refusalOfOpening(world: World, { missing, isDemonstration }: Found): Refusal | null {
  if (isDemonstration)
    return refuse('already_open', 'The demonstration is always open. Nothing was changed.')
  if (isOpenIn(world)) return refuse('already_open')
  return missing.length === 0
    ? null
    : refuse(
        'not_ready_to_open',
        `Something is still missing: ${missing.join('; ')}. Nothing was opened.`,
      )
}

const tellStaff = (world: World, template: 'opening-proposed' | 'firm-opened') =>
  whoMay(world, 'run-the-house').map((owner) => mail({ owner, template, values: {} }))

export const opening = defineProposal<Record<string, never>, Found>({
  name: openingKind,
  called: 'opening of the firm',
  lastsForMs: aWeekMs,
  about: () => null,
  holds: () => openingKind,
  needs: () => ({ owners: [], read: [openingOfFirm] }),
  asks: true,
  refusal: (world, _, __, found) => refusalOfOpening(world, found),
  announced: (world) => tellStaff(world, 'opening-proposed'),
  apply: (world) => ({
    postings: [],
    activity: [{ owner: firm, kind: 'firm-opened' }],
    effects: tellStaff(world, 'firm-opened'),
  }),
  show: () => ({}),
  noted: () => ({}),
})

const nothing = {}
const whyTwo = 'Two open a firm.'

export const proposeOpening = defineStaffCommand<{ found: Found }>({
  may: 'run-the-house',
  recall: (kept) => ({ command: { found: answerIn(kept) as Found } }),
  journal: ({ found }) => journalOfAnswer(found),
  subject: () => firm,
  needs: ({ found }) => needsOf(opening, nothing, found),
  decide: (world, { found }, context) =>
    doOrPropose(world, { kind: opening, facts: nothing, answer: found, whyTwo }, context),
  reply: (world, _, context) => replyOfProposed(world, opening, context, whyTwo)!,
})
