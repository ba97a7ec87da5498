/** What takes two administrators and waits for the second: one shape, whatever it is about. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import type { Capability } from './roles.ts'
import { id, instant, page, party, toldReason, success } from './fields.ts'

export const proposalStatus = z.enum([
  'open',
  'waiting',
  'done',
  'refused',
  'withdrawn',
  'expired',
  'stopped',
])

export type ProposalStatus = z.infer<typeof proposalStatus>

/** What may take two, of all nouns. */
export const proposalKind = z.enum([
  'plan-offer',
  'plan-terms',
  'plan-reoffer',
  'capital',
  'pool-funding',
  'opening',
  'role-change',
  'payouts-unblocking',
  'correction',
  'referral-credit',
  'final-refusal',
  'coin-entry',
  'first-coins',
  'evidence-pack',
  'bank-export-cancellation',
  'bank-payouts-reopening',
  'bank-entry',
  'payout-return',
  'check-decision',
  'month-closing',
  'month-reopening',
  'edition-publication',
  'edition-withdrawal',
  'announcement',
  'announcement-resuming',
  'import',
  'opening-reversal',
  'loan',
  'loan-refusal',
  'loan-default',
  'loan-income',
])
export type ProposalKindName = z.infer<typeof proposalKind>

/** What proposing one takes, and what agreeing to it. */
export const proposalRights: Record<ProposalKindName, { propose: Capability; agree: Capability }> =
  {
    'plan-offer': { propose: 'offer-plans', agree: 'offer-plans' },
    'plan-terms': { propose: 'offer-plans', agree: 'offer-plans' },
    'plan-reoffer': { propose: 'offer-plans', agree: 'offer-plans' },
    capital: { propose: 'move-capital', agree: 'agree-to-money' },
    'pool-funding': { propose: 'move-capital', agree: 'agree-to-money' },
    opening: { propose: 'run-the-house', agree: 'run-the-house' },
    'role-change': { propose: 'give-roles', agree: 'give-roles' },
    'payouts-unblocking': { propose: 'pay-out', agree: 'agree-to-money' },
    correction: { propose: 'edit-people', agree: 'agree-to-money' },
    'referral-credit': { propose: 'edit-people', agree: 'agree-to-money' },
    'final-refusal': { propose: 'decide-cases', agree: 'decide-cases' },
    'coin-entry': { propose: 'book-money', agree: 'agree-to-money' },
    'first-coins': { propose: 'pay-out', agree: 'agree-to-money' },
    'evidence-pack': { propose: 'take-evidence', agree: 'run-the-house' },
    'bank-export-cancellation': { propose: 'pay-out', agree: 'agree-to-money' },
    'bank-payouts-reopening': { propose: 'pay-out', agree: 'agree-to-money' },
    'bank-entry': { propose: 'book-money', agree: 'agree-to-money' },
    'payout-return': { propose: 'book-money', agree: 'agree-to-money' },
    'check-decision': { propose: 'decide-matches', agree: 'decide-matches' },
    'month-closing': { propose: 'book-money', agree: 'agree-to-money' },
    'month-reopening': { propose: 'book-money', agree: 'agree-to-money' },
    'edition-publication': { propose: 'offer-plans', agree: 'offer-plans' },
    'edition-withdrawal': { propose: 'offer-plans', agree: 'offer-plans' },
    announcement: { propose: 'announce', agree: 'announce' },
    'announcement-resuming': { propose: 'announce', agree: 'announce' },
    import: { propose: 'import-people', agree: 'import-people' },
    'opening-reversal': { propose: 'import-people', agree: 'agree-to-money' },
    loan: { propose: 'lend', agree: 'lend' },
    'loan-refusal': { propose: 'lend', agree: 'lend' },
    'loan-default': { propose: 'lend', agree: 'agree-to-money' },
    'loan-income': { propose: 'move-capital', agree: 'agree-to-money' },
  }

const signed = { by: party, at: instant }

const facts = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

export const proposal = z.strictObject({
  id: z.string(),
  kind: proposalKind,
  about: party.nullable().meta({ description: 'Whom it is about; null: the firm itself' }),
  besides: party.nullable().meta({ description: 'Another whom it is about, too' }),
  proposedBy: party,
  proposedAt: instant,
  needs: z.int().meta({ description: 'How many others must agree' }),
  agreements: z.array(z.strictObject(signed)),
  status: proposalStatus,
  waitsUntil: instant.nullable(),
  /** Of its kind. */
  facts,
  words: z.record(z.string(), z.string()).meta({
    description: 'Of its kind, about a person: they never change, and are erased with them',
  }),
  endsAt: instant.nullable().meta({ description: 'Until when it can be agreed to' }),
  refusal: z.strictObject({ ...signed, reason: z.string().nullable() }).nullable(),
})
export type Proposal = z.infer<typeof proposal>

/** The reply of a call that may need two, with status 202. */
export const proposalReply = z.strictObject({
  status: success,
  message: z.string(),
  data: z.strictObject({ proposal }),
})

export const getProposals = defineEndpoint({
  method: 'GET',
  path: '/proposals',
  access: 'work-here',
  beforeOpening: true,
  summary:
    'What waits for a second person, oldest first: all, what you may decide on, or what you proposed; or what has been decided, newest first. `about`: only what is about one person',
  query: z.strictObject({
    ...page,
    mine: z.enum(['to-decide', 'waiting']).optional(),
    decided: z.literal('true').optional(),
    about: id.optional(),
  }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ proposals: z.array(proposal), nextCursor: z.string().nullable() }),
  }),
})

const params = z.strictObject({ id })
const decision = {
  method: 'POST',
  access: 'work-here',
  beforeOpening: true,
  keyed: true,
  reauthentication: 'decision',
} as const

export const agreeToProposal = defineEndpoint({
  ...decision,
  path: '/proposals/:id/agreement',
  summary:
    'Agrees to what somebody else proposed: it takes effect at once; 202: another must agree too, as two are needed who did not ask for it, or whoever agreed before can act no longer. `shown` are its facts as they were shown, and must match',
  params,
  body: z.strictObject({ shown: facts }),
  reply: proposalReply,
})

export const refuseProposal = defineEndpoint({
  ...decision,
  path: '/proposals/:id/refusal',
  summary: 'Refuses what somebody else proposed; nothing changes',
  params,
  body: z.strictObject({ reason: toldReason }),
  reply: proposalReply,
})

export const withdrawProposal = defineEndpoint({
  ...decision,
  path: '/proposals/:id/withdrawal',
  summary: 'Takes back what you have proposed; nothing changes',
  params,
  body: z.strictObject({ reason: toldReason }),
  reply: proposalReply,
})
