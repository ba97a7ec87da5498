/** A person and the firm write to each other. What staff write is looked through for what rule 8 forbids before it leaves. Pure. */
import { maxMessagesADay } from '../../contract/message.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessOpen,
  said,
} from '../../desk/command.ts'
import { reading } from '../../desk/read.ts'
import { subjectOf, textIfAny, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { documents, type Document } from '../documents/table.ts'
import { staffOn } from '../people/rules.ts'
import { mail } from './mails.ts'
import { lateMessagesOf, messages, threads, threadsOf, type ThreadOf } from './table.ts'

const threadIn = (world: World, owner: OwnerId): ThreadOf | undefined =>
  world.rowsOf(threads, owner)[0]

/** The thread as it is once this was written; `before`: undefined for the first of it. */
const withMessage = (
  before: ThreadOf | undefined,
  { id, owner, at }: { id: string; owner: OwnerId; at: Instant },
): ThreadOf => ({
  ...(before ?? {
    id,
    owner,
    state: 'settled',
    waitsSince: at,
    unread: 0,
    readAt: null,
    mailedAt: null,
  }),
  lastId: id,
  lastAt: at,
})

const written = (id: string) => ({
  status: 201,
  body: { status: 'success', message: 'Message sent', data: { id } },
})

export type SendMessage = { owner: OwnerId; text: string; files: readonly string[] }

/** Their own, added for a message, and sent with none yet. */
function filesIn(world: World, { owner, files }: SendMessage): Document[] | null {
  const found = [...new Set(files)].map((id) => world.get(documents, id))
  return found.every(
    (one) => one?.owner === owner && one.kind === 'message' && one.status === 'added',
  )
    ? (found as Document[])
    : null
}

/** Of a frozen account too: whoever is frozen has most to ask. */
export const sendMessage = defineCommand<SendMessage>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      text: wordsOf(kept, 'message'),
      files: textIfAny(kept, 'files')?.split(' ') ?? [],
    },
  }),
  journal: ({ files }) => (files.length > 0 ? { files: [...new Set(files)].join(' ') } : {}),
  subject: (c) => c.owner,
  needs: (c) => ({
    owners: [c.owner],
    read: [
      reading(threadsOf, c.owner),
      reading(lateMessagesOf, c.owner),
      ...[...new Set(c.files)].map((id) => documents.byId(id)),
    ],
  }),
  decide(world, c, { id, at }) {
    const { owner } = c
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    const today = world
      .rowsOf(messages, owner)
      .filter((one) => one.author === null && one.at > at - dayMs)
    if (today.length >= maxMessagesADay) return refuse('too_many_messages')
    const sent = filesIn(world, c)
    if (sent === null) return refuse('unknown_document')
    const before = threadIn(world, owner)
    const isNew = before?.state !== 'waiting'
    return {
      postings: [],
      activity: [{ owner, kind: 'message-sent' }],
      put: [
        messages.row({ id, owner, author: null, at }),
        threads.row({
          ...withMessage(before, { id, owner, at }),
          state: 'waiting',
          waitsSince: isNew ? at : before.waitsSince,
        }),
        ...sent.map((one) =>
          documents.row({ ...one, status: 'submitted', submittedAt: at, message: id }),
        ),
      ],
      texts: { message: c.text },
    }
  },
  reply: (_, __, { id }) => written(id),
})

export type ReadMessages = { owner: OwnerId; lastId: string }

/** What came after what was on the screen stays unread. */
export const readMessages = defineCommand<ReadMessages>({
  recall: (kept) => ({ command: { owner: subjectOf(kept), lastId: textOf(kept, 'lastId') } }),
  journal: ({ lastId }) => ({ lastId }),
  subject: (c) => c.owner,
  needs: ({ owner, lastId }) => ({
    owners: [owner],
    read: [reading(threadsOf, owner), messages.byId(lastId)],
  }),
  decide(world, { owner, lastId }, { at }) {
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    if (world.get(messages, lastId)?.owner !== owner) return refuse('unknown_message')
    const thread = threadIn(world, owner)
    if (!thread || thread.lastId !== lastId || thread.unread === 0)
      return refuse('nothing_to_change')
    return {
      postings: [],
      activity: [],
      put: [threads.row({ ...thread, unread: 0, readAt: at })],
    }
  },
  reply: () => said(200, 'Seen'),
})

/** They are mailed of the first that they haven't seen, and once a day while they haven't. */
const mailedEachMs = dayMs

/**
 * `seen`: the newest message on the screen of whoever writes; null: there was none. `fault`: why the words don't leave; what was sent
 * had none, whatever is looked for later.
 */
export type AnswerMessages = {
  user: OwnerId
  text: string
  seen: string | null
  fault: string | null
}

export const answerMessages = defineStaffCommand<AnswerMessages>({
  may: 'answer-messages',
  recall: (kept) => ({
    command: {
      user: subjectOf(kept),
      text: wordsOf(kept, 'message'),
      seen: textIfAny(kept, 'seen') ?? null,
      fault: null,
    },
  }),
  journal: ({ seen }) => (seen === null ? {} : { seen }),
  subject: (c) => c.user,
  needs: ({ user }) => ({ owners: [user], read: [reading(threadsOf, user)] }),
  decide(world, { user: owner, text, seen, fault }, context) {
    const person = staffOn(world, owner, context)
    if (!('totals' in person)) return person
    if (fault !== null) return refuse('asks_for_payment', `${fault} Nothing was sent.`)
    const before = threadIn(world, owner)
    if ((before?.lastId ?? null) !== seen) return refuse('written_meanwhile')
    const { id, at, actor } = context
    const isMailed =
      before === undefined ||
      before.unread === 0 ||
      before.mailedAt === null ||
      at - before.mailedAt >= mailedEachMs
    return {
      postings: [],
      activity: [{ owner, kind: 'message-received' }],
      put: [
        messages.row({ id, owner, author: actor, at }),
        threads.row({
          ...withMessage(before, { id, owner, at }),
          state: 'settled',
          unread: (before?.unread ?? 0) + 1,
          mailedAt: isMailed ? at : before.mailedAt,
        }),
      ],
      texts: { message: text },
      effects: isMailed ? [mail({ owner, template: 'message-waiting', values: {} })] : [],
    }
  },
  reply: (_, __, { id }) => written(id),
})

export type SettleMessages = { user: OwnerId; seen: string }

export const settleMessages = defineStaffCommand<SettleMessages>({
  may: 'answer-messages',
  recall: (kept) => ({ command: { user: subjectOf(kept), seen: textOf(kept, 'seen') } }),
  journal: ({ seen }) => ({ seen }),
  subject: (c) => c.user,
  needs: ({ user }) => ({ owners: [user], read: [reading(threadsOf, user)] }),
  decide(world, { user, seen }, context) {
    const person = staffOn(world, user, context)
    if (!('totals' in person)) return person
    const thread = threadIn(world, user)
    if (thread?.state !== 'waiting') return refuse('nothing_to_change')
    if (thread.lastId !== seen) return refuse('written_meanwhile')
    return {
      postings: [],
      activity: [{ owner: user, kind: 'message-settled' }],
      put: [threads.row({ ...thread, state: 'settled' })],
    }
  },
  reply: () => said(200, 'Nothing waits for an answer any more.'),
})
