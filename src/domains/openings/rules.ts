/**
 * The first opening of the firm. Until then nothing is answered but what sets it up. One administrator proposes it, another
 * approves, each only while nothing is missing; once it is open it stays so.
 */
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse, type Context, type Needs } from '../../desk/command.ts'
import { textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { defineDecisionOfTwo, isAdministrator } from '../approvals/two.ts'
import { mail } from './mails.ts'
import { openingIn, openings, openingsUnderWay, type Opening } from './table.ts'

/** So long a proposal can be approved, by business time. */
export const openingForMs = 7 * 24 * 60 * 60 * 1000

/** As the gate found it just before: `missing` names what keeps the firm from opening. */
type Found = { missing: readonly string[]; isDemonstration: boolean }
const nothingMissing: Found = { missing: [], isDemonstration: false }

const needs: Needs = { owners: [firm], administrators: true, read: [openingsUnderWay] }

const done = (status: 200 | 202, message: string) => ({
  status,
  body: { status: 'success', message },
})

/** Why the firm can't be opened now, whoever asks. */
function refusalOfOpening(world: World, found: Found): Refusal | null {
  if (found.isDemonstration)
    return refuse('already_open', 'The demonstration is always open. Nothing was changed.')
  if (openingIn(world, 'done')) return refuse('already_open')
  return found.missing.length === 0
    ? null
    : refuse(
        'not_ready_to_open',
        `Something is still missing: ${found.missing.join('; ')}. Nothing was opened.`,
      )
}

const isOver = ({ proposedAt }: Opening, at: Instant) => at - proposedAt >= openingForMs

const tellAdministrators = (world: World, template: 'opening-proposed' | 'firm-opened') =>
  [...world.administrators].toSorted().map((owner) => mail({ owner, template, values: {} }))

export const proposeOpening = defineStaffCommand<Found>({
  recall: () => ({ command: nothingMissing }),
  journal: () => ({}),
  subject: () => firm,
  needs: () => needs,
  decide(world, found, { id, actor, at }) {
    const refusal = refusalOfOpening(world, found)
    if (refusal) return refusal
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    const before = openingIn(world, 'proposed')
    if (before && !isOver(before, at) && isAdministrator(world, before.proposedBy))
      return refuse('change_open', 'Opening is proposed already. Nothing was changed.')
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'opening-proposed' }],
      put: [
        ...(before ? [openings.row({ ...before, status: 'lapsed', decidedAt: at })] : []),
        openings.row({
          id,
          owner: firm,
          status: 'proposed',
          refusalReason: null,
          proposedAt: at,
          proposedBy: actor,
          decidedAt: null,
          decidedBy: null,
        }),
      ],
      effects: tellAdministrators(world, 'opening-proposed'),
    }
  },
  reply: () =>
    done(202, 'A second, different administrator must approve this. Nothing is open yet.'),
})

/** What is still to be decided, by an administrator who can act. */
function proposedIn(world: World, id: string, { actor }: Context): Refusal | Opening {
  const opening = world.get(openings, id)
  if (!opening) return refuse('unknown_change')
  if (opening.status !== 'proposed') return refuse('already_decided')
  return isAdministrator(world, actor) ? opening : refuse('forbidden')
}

type OnOpening = { opening: string }

const onOpening = {
  journal: ({ opening }: OnOpening) => ({ opening }),
  subject: (): OwnerId => firm,
  needs: ({ opening }: OnOpening): Needs => ({
    ...needs,
    read: [openingsUnderWay, openings.byId(opening)],
  }),
}

/** The second of two administrators. */
export const approveOpening = defineDecisionOfTwo<OnOpening & Found>({
  ...onOpening,
  recall: (kept) => ({ command: { opening: textOf(kept, 'opening'), ...nothingMissing } }),
  decide(world, command, context, two) {
    const opening = proposedIn(world, command.opening, context)
    if ('code' in opening) return opening
    const { actor, at } = context
    if (isOver(opening, at)) return refuse('proposal_ended')
    const notTwo = two.refusal({ first: opening.proposedBy })
    if (notTwo) return notTwo
    const refusal = refusalOfOpening(world, command)
    if (refusal) return refusal
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'firm-opened' }],
      put: [openings.row({ ...opening, status: 'done', decidedAt: at, decidedBy: actor })],
      facts: { proposedBy: opening.proposedBy },
      effects: tellAdministrators(world, 'firm-opened'),
    }
  },
  reply: () => done(200, 'The firm is open.'),
})

/** By another administrator, or taken back by who proposed it. */
export const refuseOpening = defineStaffCommand<OnOpening & { reason: string }>({
  ...onOpening,
  recall: (kept) => ({
    command: { opening: textOf(kept, 'opening'), reason: wordsOf(kept, 'reason') },
  }),
  decide(world, { opening: id, reason }, context) {
    const opening = proposedIn(world, id, context)
    if ('code' in opening) return opening
    const { actor, at } = context
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'opening-refused' }],
      put: [
        openings.row({
          ...opening,
          status: actor === opening.proposedBy ? 'withdrawn' : 'rejected',
          refusalReason: reason,
          decidedAt: at,
          decidedBy: actor,
        }),
      ],
      facts: { proposedBy: opening.proposedBy },
      texts: { reason },
    }
  },
  reply: (world, { opening }) =>
    done(200, `Proposal ${world.get(openings, opening)!.status}. Nothing was opened.`),
})
