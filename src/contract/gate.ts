/** What a firm needs before it opens, and its opening by two administrators. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, reason, success } from './fields.ts'

export const openingStatus = z.enum(['proposed', 'done', 'rejected', 'withdrawn', 'lapsed'])
export type OpeningStatus = z.infer<typeof openingStatus>

export const gateLine = z.strictObject({
  what: z.string().meta({ description: 'What is asked for' }),
  why: z.string().meta({ description: 'Why the firm can’t do without it' }),
  where: z.string().meta({ description: 'Where to put it: a file and field, a setting, a page' }),
  missing: z.boolean(),
  changes: z.boolean().meta({
    description:
      'Whether it changes by itself: then its lack stops new business of an open firm, and not its start',
  }),
  found: z.string().nullable().meta({ description: 'What was found, where that says more' }),
})
export type GateLine = z.infer<typeof gateLine>

/** What is missing; empty: the firm can open. */
export const missingOf = (lines: readonly GateLine[]): GateLine[] =>
  lines.filter(({ missing }) => missing)

export const openingProposal = z.strictObject({
  id: z.string(),
  proposedAt: instant,
  proposedBy: z.strictObject({ id: z.string(), fullName: z.string() }),
  endsAt: instant.meta({ description: 'By business time: so long it can be approved' }),
})

export const gate = z.strictObject({
  mode: z.enum(['demo', 'live']),
  open: z.boolean(),
  openedAt: instant.nullable(),
  checkedAt: instant,
  lines: z.array(gateLine),
  proposal: openingProposal.nullable(),
})
export type Gate = z.infer<typeof gate>

export const getGate = defineEndpoint({
  method: 'GET',
  path: '/gate',
  access: 'staff',
  beforeOpening: true,
  summary: 'What a firm needs before it opens, what of that is there, and whether it is open',
  reply: z.strictObject({ status: success, data: gate }),
})

export const proposeOpening = defineEndpoint({
  method: 'POST',
  path: '/openings',
  access: 'admin',
  beforeOpening: true,
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary: 'Proposes to open the firm; another administrator must approve it in seven days',
  reply: messageReply,
})

const params = z.strictObject({ id })

export const approveOpening = defineEndpoint({
  method: 'POST',
  path: '/openings/:id/approval',
  access: 'admin',
  beforeOpening: true,
  keyed: true,
  reauthentication: 'decision',
  summary: 'Opens the firm, as a second, different administrator. It can’t be taken back',
  params,
  reply: messageReply,
})

export const refuseOpening = defineEndpoint({
  method: 'POST',
  path: '/openings/:id/rejection',
  access: 'admin',
  beforeOpening: true,
  keyed: true,
  reauthentication: 'decision',
  summary: 'Rejects the proposed opening; by who proposed it, takes the proposal back',
  params,
  body: z.strictObject({ reason }),
  reply: messageReply,
})
