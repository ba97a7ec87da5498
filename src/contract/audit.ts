/** What staff did, and the daily roots over everybody's hash chains. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, page, success } from './fields.ts'

/** Who did it, or about whom it was; no name once it was erased. */
const party = z.strictObject({ id: z.string(), fullName: z.string() })

export const auditItem = z.strictObject({
  id: z.string().meta({ description: 'Of the command' }),
  at: instant,
  actor: party,
  kind: z.string(),
  title: z.string(),
  subject: party.nullable().meta({ description: 'Null where nobody was found' }),
  outcome: z.string().meta({
    description:
      '`done`; `proposed` or `first_approval` where it waited for a second administrator and nothing was posted or changed; or the code of the refusal',
  }),
  reason: z.string().nullable(),
  changes: z.array(
    z.strictObject({ field: z.string(), from: z.string().nullable(), to: z.string().nullable() }),
  ),
  amount: dollars.nullable().meta({
    description:
      'What it did to the balance of the person it is about, or else the amount that it was about',
  }),
  details: z.record(z.string(), z.string()),
  hash: z.string().nullable().meta({
    description:
      'Of its row in the chain of the person it is about, or of the person who asked where it changed nothing; null where it is from before there were chains',
  }),
})
export type AuditItem = z.infer<typeof auditItem>

/** The commands that staff give, by the names of the journal, and what people read of them, in the past tense of a ledger. */
const actionTitles = {
  ApproveAccessChange: 'Approved sign-in change',
  ApproveCorrection: 'Approved correction',
  ApproveWithdrawal: 'Approved withdrawal',
  ChangePlan: 'Changed plan',
  CloseUser: 'Deleted user',
  CorrectUser: 'Edited user',
  CreditReferrer: 'Credited referrer',
  EndSessions: 'Ended sessions',
  FreezeUser: 'Froze user',
  FundPool: 'Funded pool',
  MoveClock: 'Moved demonstration clock',
  OfferAgain: 'Put plan back on sale',
  OfferPlan: 'Offered plan',
  PayInCapital: 'Paid in capital',
  PayWithdrawal: 'Recorded payout',
  ProposeFactorRemoval: 'Proposed removal of second factor',
  RefuseAccessChange: 'Rejected or stopped sign-in change',
  RejectCorrection: 'Rejected correction',
  RejectWithdrawal: 'Rejected withdrawal',
  ReturnWithdrawal: 'Returned payout',
  UnfreezeUser: 'Unfroze user',
  WithdrawPlan: 'Withdrew plan from sale',
  WriteNote: 'Wrote note',
} as const

export const staffActions = Object.keys(actionTitles) as (keyof typeof actionTitles)[]

/** One of a version to come is shown by its name, in words: `ApproveLoan` as `Approve loan`. */
export function titleOfAction(kind: string): string {
  if (Object.hasOwn(actionTitles, kind)) return actionTitles[kind as keyof typeof actionTitles]
  const [first = '', ...others] = kind.split(/(?=[A-Z])/)
  return [first, ...others.map((word) => word.toLowerCase())].join(' ')
}

/** What became of an action: what only waited for a second administrator posted nothing, whatever became of it later. */
export function wordsOfOutcome(outcome: string): { title: string; note: string | null } {
  if (outcome === 'done') return { title: 'Done', note: null }
  if (outcome === 'proposed') return { title: 'Proposed', note: 'nothing was posted or changed' }
  if (outcome === 'first_approval') return { title: 'First of two', note: 'nothing was posted' }
  return { title: 'Refused', note: outcome.replaceAll('_', ' ') }
}

/** PostgreSQL knows no year 0. */
const moment = instant.refine((text) => !text.startsWith('0000'), 'There is no year 0')

/** `waited`: proposed, or the first of two approvals. */
export const auditOutcome = z.enum(['done', 'waited', 'refused'])

const chosen = {
  actor: id.optional(),
  subject: id.optional(),
  kind: z.string().max(60).optional(),
  outcome: auditOutcome.optional(),
  from: moment.optional(),
  to: moment.optional(),
}

export const getAudit = defineEndpoint({
  method: 'GET',
  path: '/audit',
  access: 'staff',
  summary: 'Every command that staff gave, refused ones too, newest first',
  query: z.strictObject({ ...page, ...chosen }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ items: z.array(auditItem), nextCursor: z.string().nullable() }),
  }),
})

export const getAuditCsv = defineEndpoint({
  method: 'GET',
  path: '/audit.csv',
  access: 'staff',
  summary: 'The same as comma-separated values, newest first, times in UTC',
  query: z.strictObject(chosen),
  reply: { media: 'text/csv; charset=utf-8' },
})

export const auditRoot = z.strictObject({
  day: z.iso.date().meta({ description: 'Of business time, in UTC: the day that had ended' }),
  root: z.string().meta({
    description: 'SHA-256 over the day, the heads and the root before, in hexadecimal digits',
  }),
  previous: z.string().nullable(),
  heads: z.int().meta({ description: 'How many chains it holds' }),
  madeAt: instant,
})
export type AuditRoot = z.infer<typeof auditRoot>

export const getAuditRoots = defineEndpoint({
  method: 'GET',
  path: '/audit/roots',
  access: 'staff',
  summary: 'The daily roots over the heads of all chains, newest first',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ roots: z.array(auditRoot), nextCursor: z.string().nullable() }),
  }),
})
