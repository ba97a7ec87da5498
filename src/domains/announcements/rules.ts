/** Announcements: proposed and agreed to by two, delivered person by person, read, and stopped by one. Pure. */
import { auditors } from '../../contract/roles.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessOpen,
  said,
} from '../../desk/command.ts'
import { numberOf, subjectOf, textIfAny, textOf, wordsOf } from '../../desk/recall.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { mail } from './mails.ts'
import { announcement, announcementResuming, type AnnouncementFacts } from './proposals.ts'
import { announcementFound, announcements, deliveries, type FoundAnnouncement } from './table.ts'

const whyTwo = 'Two agree to what is announced.'

export const proposeAnnouncement = defineStaffCommand<AnnouncementFacts>({
  may: 'announce',
  recall: (kept) => ({
    command: {
      title: textOf(kept, 'title'),
      text: textOf(kept, 'text'),
      isMailed: kept.input.isMailed === true,
      plan: textIfAny(kept, 'plan') ?? null,
      planTitle: textIfAny(kept, 'planTitle') ?? null,
      status: textIfAny(kept, 'status') ?? null,
      country: textIfAny(kept, 'country') ?? null,
      reaches: numberOf(kept, 'reaches'),
    },
  }),
  journal: (facts) =>
    Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null)),
  subject: () => firm,
  needs: (facts) => needsOf(announcement, facts, null),
  decide: (world, facts, context) =>
    doOrPropose(world, { kind: announcement, facts, answer: null, whyTwo }, context),
  reply: (world, _, context) => replyOfProposed(world, announcement, context, whyTwo)!,
})

/** By the system, to one person at a time: under an id of the two, so that nobody gets it twice. */
export type DeliverAnnouncement = { owner: OwnerId; announcement: string }

export const deliverAnnouncement = defineCommand<DeliverAnnouncement>({
  recall(kept, world) {
    const id = textOf(kept, 'announcement')
    const row = world.get(announcements, id)
    return {
      command: { owner: subjectOf(kept), announcement: id },
      // It was being sent, whenever it was stopped in the order of the journal.
      ...(row ? { seen: [announcements.row({ ...row, state: 'sending' })] } : {}),
    }
  },
  journal: ({ announcement: id }) => ({ announcement: id }),
  subject: ({ owner }) => owner,
  needs: ({ owner, announcement: id }) => ({ owners: [owner], read: [announcements.byId(id)] }),
  decide(world, { owner: id, announcement: announcementId }, { id: delivery, at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const row = world.get(announcements, announcementId)
    if (!row) return refuse('unknown_announcement')
    if (row.state !== 'sending') return refuse('announcement_not_sending')
    const owner = world.owners.get(id)
    const closed = refuseUnlessOpen(owner)
    if (closed) return closed
    if (owner!.role === 'firm' || owner!.roles === auditors) return refuse('nothing_to_change')
    // An address that nobody has confirmed may be a stranger's.
    const isMailed = row.isMailed && owner!.emailVerified
    const { title, body: text } = row
    return {
      postings: [],
      activity: [{ owner: id, kind: 'announcement-received' }],
      put: [
        deliveries.row({
          id: delivery,
          announcement: announcementId,
          owner: id,
          at,
          isMailed,
          readAt: null,
        }),
      ],
      facts: { announced: title },
      effects: isMailed
        ? [mail({ owner: id, template: 'announcement', values: { title, text } })]
        : [],
    }
  },
  reply: () => said(200, 'Delivered'),
})

export type ReadAnnouncement = { owner: OwnerId; delivery: string }

export const readAnnouncement = defineCommand<ReadAnnouncement>({
  recall: (kept) => ({ command: { owner: subjectOf(kept), delivery: textOf(kept, 'delivery') } }),
  journal: ({ delivery }) => ({ delivery }),
  subject: ({ owner }) => owner,
  needs: ({ owner, delivery }) => ({ owners: [owner], read: [deliveries.byId(delivery)] }),
  decide(world, { owner, delivery: id }, { at }) {
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    const delivery = world.get(deliveries, id)
    if (delivery?.owner !== owner) return refuse('unknown_announcement')
    if (delivery.readAt !== null) return refuse('nothing_to_change', 'You have read it before.')
    return { postings: [], activity: [], put: [deliveries.row({ ...delivery, readAt: at })] }
  },
  reply: () => said(200, 'Seen'),
})

const onAnnouncement = {
  lookup: ({ announcement: id }: { announcement: string }) => announcementFound(id),
  subject: () => firm,
  needs: ({ announcement: id }: { announcement: string }) => ({
    owners: [firm],
    read: [announcements.byId(id)],
  }),
} as const

export type StopAnnouncement = { announcement: string; reason: string }

/** By one: who has it keeps it. */
export const stopAnnouncement = defineStaffCommand<StopAnnouncement, FoundAnnouncement>({
  may: 'announce',
  ...onAnnouncement,
  recall: (kept, world) => {
    const id = textOf(kept, 'announcement')
    return {
      command: { announcement: id, reason: wordsOf(kept, 'reason') },
      found: world.get(announcements, id) ?? null,
    }
  },
  journal: ({ announcement: id }) => ({ announcement: id }),
  decide(world, { announcement: id, reason }, { at, actor }) {
    const before = world.get(announcements, id)
    if (!before) return refuse('unknown_announcement')
    if (before.state !== 'sending') return refuse('announcement_not_sending')
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'announcement-stopped' }],
      put: [announcements.row({ ...before, state: 'stopped', stateAt: at, stoppedBy: actor })],
      facts: { announced: before.title },
      texts: { reason },
    }
  },
  reply: () => said(200, 'Stopped. Nobody else gets it until two agree that it goes on.'),
})

export type ResumeAnnouncement = { announcement: string }

const whyTwoResume = 'Two agree that it goes on.'

export const resumeAnnouncement = defineStaffCommand<ResumeAnnouncement, FoundAnnouncement>({
  may: 'announce',
  ...onAnnouncement,
  recall: (kept, world) => {
    const id = textOf(kept, 'announcement')
    return { command: { announcement: id }, found: world.get(announcements, id) ?? null }
  },
  journal: ({ announcement: id }) => ({ announcement: id }),
  needs: ({ announcement: id }, found) =>
    needsOf(announcementResuming, { announcement: id, title: found?.title ?? '' }, null),
  decide(world, { announcement: id }, context) {
    const facts = { announcement: id, title: context.found?.title ?? '' }
    return doOrPropose(
      world,
      { kind: announcementResuming, facts, answer: null, whyTwo: whyTwoResume },
      context,
    )
  },
  reply: (world, _, context) =>
    replyOfProposed(world, announcementResuming, context, whyTwoResume)!,
})

/** `reached`: how many got it: everybody whom it was for. */
export type FinishAnnouncement = { announcement: string; reached: number }

export const finishAnnouncement = defineCommand<FinishAnnouncement>({
  recall: (kept) => ({
    command: { announcement: textOf(kept, 'announcement'), reached: numberOf(kept, 'reached') },
  }),
  journal: ({ announcement: id, reached }) => ({ announcement: id, reached }),
  subject: () => firm,
  needs: onAnnouncement.needs,
  decide(world, { announcement: id, reached }, { at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const before = world.get(announcements, id)
    if (!before) return refuse('unknown_announcement')
    if (before.state !== 'sending') return refuse('announcement_not_sending')
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'announcement-sent' }],
      put: [announcements.row({ ...before, state: 'sent', stateAt: at, reached })],
      facts: { announced: before.title },
    }
  },
  reply: () => said(200, 'Sent'),
})
