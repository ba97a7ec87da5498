/** What staff have to decide, wherever it is decided, whose it is and until when it is due. */
import { z } from 'zod'
import { isDay } from '../lib/instant.ts'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, messageReply, page, party, success, text } from './fields.ts'

/** Where it is decided, and what it is called there. Proposals stand on the page of what waits itself. */
export const workPlaces = {
  withdrawals: { label: 'Withdrawals', to: '/admin/withdrawals?work=to-decide' },
  proposals: { label: 'Proposals', to: '/admin/waiting' },
  'access-changes': { label: 'Changes of emails and sign-in', to: '/admin' },
  verifications: { label: 'Verifications', to: '/admin/verifications' },
  loans: { label: 'Loans asked for', to: '/admin/loans' },
  receipts: { label: 'Receipts in suspense', to: '/admin/receipts?list=suspense' },
  checks: { label: 'Checks that the law requires', to: '/admin/screening' },
  'payout-blocks': { label: 'Blocked payouts', to: '/admin/withdrawals' },
  'bank-exports': { label: 'Files for the bank to release', to: '/admin/withdrawals?work=to-pay' },
  'payout-lists': { label: 'Lists of payouts to release', to: '/admin/withdrawals?work=to-pay' },
  messages: { label: 'Messages to answer', to: '/admin/messages' },
  wallets: { label: 'Comparison of a wallet', to: '/admin/treasury' },
  months: { label: 'Months to close', to: '/admin/months' },
} as const

export type WorkName = keyof typeof workPlaces

/** One piece of each: as a sentence begins, and within one. */
export const workWords: Record<WorkName, { title: string; one: string }> = {
  withdrawals: { title: 'Request', one: 'a request' },
  proposals: { title: 'Proposal', one: 'a proposal' },
  'access-changes': { title: 'Change of sign-in', one: 'a change of sign-in' },
  verifications: { title: 'Verification', one: 'a verification' },
  loans: { title: 'Loan', one: 'a loan asked for' },
  receipts: { title: 'Receipt', one: 'a receipt in suspense' },
  checks: { title: 'Check', one: 'a check that the law requires' },
  'payout-blocks': { title: 'Block of payouts', one: 'a block of payouts' },
  'bank-exports': { title: 'File for the bank', one: 'a file for the bank' },
  'payout-lists': { title: 'List of payouts', one: 'a list of payouts' },
  messages: { title: 'Message', one: 'a message to answer' },
  wallets: { title: 'Wallet', one: 'the comparison of a wallet' },
  months: { title: 'Month', one: 'a month to close' },
}

/** So many days; `working`: weekends don't count. */
export type DueTime = { days: number; working: boolean }
/** After so long each kind is late; of what lapses, so long before it does. */
export type DueTimes = Record<WorkName, DueTime>

/** Where the operator has set nothing else. */
export const usualDueTimes: DueTimes = {
  withdrawals: { days: 1, working: true },
  proposals: { days: 1, working: false },
  'access-changes': { days: 1, working: false },
  verifications: { days: 2, working: false },
  loans: { days: 3, working: true },
  receipts: { days: 3, working: false },
  checks: { days: 1, working: false },
  'payout-blocks': { days: 1, working: false },
  'bank-exports': { days: 1, working: true },
  'payout-lists': { days: 1, working: true },
  messages: { days: 1, working: true },
  wallets: { days: 3, working: false },
  months: { days: 5, working: true },
}

export const isWorkName = (name: string | undefined): name is WorkName =>
  name !== undefined && Object.hasOwn(workPlaces, name)

/** Counted up to this: a higher number is this one at least. */
export const maxWork = 1_000

/** For so long a piece can be put off at a time. */
export const longestPutOffDays = 30

const workName = z.enum(Object.keys(workPlaces) as [WorkName, ...WorkName[]])

const work = z.strictObject({
  of: workName,
  toDecide: z.int().meta({
    description: `What waits for an administrator who had no part in it: on these you may decide, if you are one; counted up to ${maxWork}`,
  }),
  oldestAt: instant.nullable().meta({ description: 'Since when the oldest of it waits' }),
  late: z.int().meta({ description: 'How much of it is late' }),
  mine: z.int().meta({ description: 'How much of it you have taken or were given' }),
  lateOfMine: z.int().meta({ description: 'How much of that is late' }),
  yours: z.int().meta({ description: 'What you began and waits for somebody else' }),
})
export type StaffWork = z.infer<typeof work>

export const getStaffWork = defineEndpoint({
  method: 'GET',
  path: '/staff-work',
  access: 'work-here',
  polled: true,
  summary:
    'What waits for staff, of each kind how much: what waits for an administrator who had no part in it, since when, how much of it is late or yours, and what you began that waits for another; kinds of which nothing waits are left out',
  reply: z.strictObject({ status: success, data: z.strictObject({ work: z.array(work) }) }),
})

export const workFilter = z.enum(['mine', 'nobodys', 'put-off'])
export type WorkFilter = z.infer<typeof workFilter>

const item = z.strictObject({
  of: workName,
  id: z.string(),
  at: instant.meta({ description: 'Since when it waits' }),
  dueAt: instant,
  isLate: z.boolean(),
  about: party.nullable().meta({ description: 'Whom it is about; null: the firm' }),
  amount: dollars.nullable(),
  holder: party.nullable().meta({
    description: 'Who has taken it or was given it, while they may decide on it; no lock',
  }),
  heldSince: instant.nullable(),
  putOffUntil: instant.nullable().meta({ description: 'It comes back by itself then' }),
  note: z
    .strictObject({ text: z.string(), by: party, at: instant })
    .nullable()
    .meta({ description: 'What was noted when it was given, given back or put off last' }),
  mayHold: z.boolean().meta({
    description: 'Whether you may decide on it: take it, give it and put it off',
  }),
})
export type StaffWorkItem = z.infer<typeof item>

export const getWorkItems = defineEndpoint({
  method: 'GET',
  path: '/staff-work/items',
  access: 'work-here',
  polled: true,
  summary:
    'Each piece of work that waits for staff and that you may read, what is due first; nothing about yourself. `whose`: yours, nobody’s, or what is put off; `work` and `item`: of one kind, or one alone',
  query: z.strictObject({
    ...page,
    whose: workFilter.optional(),
    work: workName.optional(),
    item: id.optional(),
  }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ items: z.array(item), nextCursor: z.string().nullable() }),
  }),
})

export const getWorkPeople = defineEndpoint({
  method: 'GET',
  path: '/staff-work/people',
  access: 'work-here',
  summary: 'Who of staff may decide on a piece of work, so that it can be given to them',
  query: z.strictObject({ work: workName, item: id }),
  reply: z.strictObject({ status: success, data: z.strictObject({ people: z.array(party) }) }),
})

const params = z.strictObject({ work: workName, item: id })

const seen = id.nullable().meta({
  description: 'Who had it on your screen; another has it by now: nothing is changed',
})

/** Of a note that goes with a piece. */
export const longestHandover = 500
const note = text(longestHandover, 'Note')

const change = { method: 'POST', access: 'work-here', keyed: true, params } as const

export const takeWork = defineEndpoint({
  ...change,
  path: '/staff-work/:work/:item/taking',
  summary:
    'Takes a piece of work that you may decide on, from nobody or from whom you saw to have it. It is no lock: others may still decide on it',
  body: z.strictObject({ seen }),
  reply: messageReply,
})

export const giveWork = defineEndpoint({
  ...change,
  path: '/staff-work/:work/:item/giving',
  summary: 'Gives a piece of work to somebody who may decide on it, with a note for staff',
  body: z.strictObject({ seen, to: id, note: note.nullable() }),
  reply: messageReply,
})

export const returnWork = defineEndpoint({
  ...change,
  path: '/staff-work/:work/:item/return',
  summary: 'Gives back a piece of work that is yours: nobody has it then',
  body: z.strictObject({ note: note.nullable() }),
  reply: messageReply,
})

export const putOffWork = defineEndpoint({
  ...change,
  path: '/staff-work/:work/:item/putting-off',
  summary: `Puts off a piece of work that is yours or nobody’s, with a reason, by at most ${longestPutOffDays} days; it comes back by itself on that day, stays in everybody’s list, and is late when it is late`,
  body: z.strictObject({
    seen,
    until: z.string().refine(isDay, 'Please choose a day'),
    note,
  }),
  reply: messageReply,
})
