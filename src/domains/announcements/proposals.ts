/** What of announcements takes two: that one is sent, and that a stopped one goes on. */
import type { Context } from '../../desk/command.ts'
import { refuse } from '../../desk/command.ts'
import type { Changes } from '../../desk/records.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'
import { announcements } from './table.ts'

/** Who gets it: all whose account is open, or of them whom each of these that is given names. */
export type Audience = { plan: string | null; status: string | null; country: string | null }

/** What is announced, as the second sees it. `reaches`: how many when it was proposed. */
export type AnnouncementFacts = Audience & {
  title: string
  text: string
  isMailed: boolean
  planTitle: string | null
  reaches: number
}

type Announced = Audience & { title: string; text: string; isMailed: boolean; reaches: number }

/** What two have agreed to announce: it is sent from now on. For every noun that has something to tell everybody. */
export const announced = (
  { title, text: body, isMailed, plan, status, country, reaches: expected }: Announced,
  { id, at, actor }: Pick<Context, 'id' | 'at' | 'actor'>,
  firstBy: OwnerId,
): Pick<Changes, 'activity'> & { put: NonNullable<Changes['put']> } => ({
  activity: [{ owner: firm, kind: 'announcement-begun' }],
  put: [
    announcements.row({
      ...{ id, owner: firm, title, body, isMailed, plan, status, country, expected, at },
      ...{ firstBy, secondBy: actor!, state: 'sending', stateAt: at, stoppedBy: null },
      reached: null,
    }),
  ],
})

const ofFirm = {
  asks: false,
  lastsForMs: aWeekMs,
  about: () => null,
} as const

export const announcement = defineProposal<AnnouncementFacts>({
  ...ofFirm,
  name: 'announcement',
  called: 'announcement',
  holds: () => null,
  needs: () => ({ owners: [firm] }),
  refusal: (_, { reaches }) => (reaches > 0 ? null : refuse('nobody_reached')),
  apply: (_, facts, context, { first }) => ({
    postings: [],
    ...announced(facts, context, first!.by),
  }),
  show: (facts) => facts,
  noted: ({ title }) => ({ announced: title }),
})

export type ResumingFacts = { announcement: string; title: string }

export const announcementResuming = defineProposal<ResumingFacts>({
  ...ofFirm,
  name: 'announcement-resuming',
  called: 'resuming of this announcement',
  holds: ({ announcement: id }) => `announcement ${id}`,
  needs: ({ announcement: id }) => ({ owners: [firm], read: [announcements.byId(id)] }),
  refusal(world, { announcement: id }) {
    const before = world.get(announcements, id)
    if (!before) return refuse('unknown_announcement')
    return before.state === 'stopped' ? null : refuse('announcement_not_stopped')
  },
  apply: (world, { announcement: id }, { at }) => ({
    postings: [],
    activity: [{ owner: firm, kind: 'announcement-resumed' }],
    put: [announcements.row({ ...world.get(announcements, id)!, state: 'sending', stateAt: at })],
  }),
  show: (facts) => facts,
  noted: ({ announcement: id, title }) => ({ announcement: id, announced: title }),
})
