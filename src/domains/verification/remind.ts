/** Whoever was asked for something else is reminded of it: by the system, and by staff for a reason. One rule says whom. */
import type { Refusal } from '../../contract/problems.ts'
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessOpen,
  said,
} from '../../desk/command.ts'
import { defineFact } from '../../desk/fact.ts'
import { numberOf, subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import { staffOn } from '../people/rules.ts'
import { mail } from './mails.ts'
import { lastOf, maySubmit } from './state.ts'
import { cases, casesIn, casesOf, ownerOfCase, type Case } from './table.ts'

/** They are reminded so often by the system, a week apart, of what was asked for when they were refused. */
export const maxReminders = 2
const remindedEachMs = 7 * dayMs

type Told = { at: Instant | null }

/** When each of these people was reminded last, `$1`; null: never. */
export const toldText = `select asked.owner, (
    select max(item.at) from desk.activity item where item.owner_id = asked.owner and item.kind = 'verification-reminded'
  ) as at from unnest($1::uuid[]) as asked(owner)`

/** When somebody whose lock is held was reminded last, by whomever. */
export const lastReminder = defineFact<OwnerId, Told>({
  name: 'verification.reminded',
  text: toldText,
  form: 'uuid',
  valueIn: (rows, owner) => ({
    at: (rows.find((row) => row.owner === owner) as Told | undefined)?.at ?? null,
  }),
  inMemory(told: Map<OwnerId, Instant> = new Map()) {
    return {
      state: told,
      add({ changes, at }) {
        for (const { owner, kind } of changes?.activity ?? [])
          if (kind === 'verification-reminded') told.set(owner, at)
      },
      valueOf: (owner) => ({ at: told.get(owner) ?? null }),
    }
  },
})

type Asked = {
  owner: { status: string; emailVerified: boolean }
  /** All that they ever sent in. */
  all: readonly Case[]
  verification: string
  remindedAt: Instant | null
}

/** Why nobody is reminded of a case now; null where they can be. A week from what was said last, by whomever. */
export function refusalOfReminder(
  { owner, all, verification, remindedAt }: Asked,
  at: Instant,
): Refusal | null {
  const last = lastOf(all)
  if (last?.id !== verification || last.status !== 'refused' || !maySubmit(all, at))
    return refuse('nothing_missing')
  if (owner.status === 'frozen')
    return refuse('account_frozen', 'The account is frozen. Nothing was sent.')
  if (!owner.emailVerified)
    return refuse('email_unverified', 'The email address is not confirmed. Nothing was sent.')
  const toldAt = Math.max(remindedAt ?? 0, last.decidedAt!)
  return at < toldAt + remindedEachMs ? refuse('reminded_lately') : null
}

const needs = (owner: OwnerId) => ({
  owners: [owner],
  read: [casesOf(owner), lastReminder.of(owner)],
})

const reminder = (owner: OwnerId, { reason }: Case, note: string | null) => ({
  postings: [],
  activity: [{ owner, kind: 'verification-reminded' as const }],
  effects: [
    mail({
      owner,
      template: 'verification-reminder',
      values: { reason: reason ?? '', ...(note === null ? {} : { note }) },
    }),
  ],
})

export type RemindOfDocuments = { owner: OwnerId; verification: string; number: number }

/** By the system: of what they were asked for last; once they have sent in something, of nothing. */
export const remindOfDocuments = defineCommand<RemindOfDocuments>({
  recall: (kept) => ({
    command: {
      owner: subjectOf(kept),
      verification: textOf(kept, 'verification'),
      number: numberOf(kept, 'number'),
    },
  }),
  journal: ({ verification, number }) => ({ verification, number }),
  subject: (c) => c.owner,
  needs: (c) => needs(c.owner),
  decide(world, { owner: id, verification, number }, { at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const owner = world.owners.get(id)
    const closed = refuseUnlessOpen(owner)
    if (closed) return closed
    const all = casesIn(world, id)
    const last = lastOf(all)
    if (number > maxReminders || at < (last?.decidedAt ?? at) + number * remindedEachMs)
      return refuse('nothing_to_change')
    const remindedAt = world.fact(lastReminder, id).at
    const refusal = refusalOfReminder({ owner: owner!, all, verification, remindedAt }, at)
    return refusal ?? reminder(id, last!, null)
  },
  reply: () => said(200, 'They are reminded.'),
})

export type RemindByHand = { verification: string; reason: string }

/** By staff, with a reason that the person reads beside what is missing; it counts among those that the system sends. */
export const remindByHand = defineStaffCommand<RemindByHand, OwnerId>({
  may: 'decide-cases',
  lookup: ({ verification }) => ownerOfCase(verification),
  subject: (_, found) => found,
  recall(kept, world) {
    const verification = textOf(kept, 'verification')
    return {
      command: { verification, reason: wordsOf(kept, 'reason') },
      found: world.get(cases, verification)?.owner ?? null,
    }
  },
  journal: ({ verification }) => ({ verification }),
  needs: (_, found) => (found === null ? { owners: [] } : needs(found)),
  decide(world, { verification, reason }, context) {
    const one = world.get(cases, verification)
    if (!one) return refuse('unknown_verification')
    const owner = staffOn(world, one.owner, context)
    if (!('totals' in owner)) return owner
    const all = casesIn(world, one.owner)
    const remindedAt = world.fact(lastReminder, one.owner).at
    const refusal = refusalOfReminder({ owner, all, verification, remindedAt }, context.at)
    return refusal ?? { ...reminder(one.owner, one, reason), texts: { reason } }
  },
  reply: () => said(200, 'Reminded by email.'),
})
