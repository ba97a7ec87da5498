/** What a firm needs before it opens, and its opening by two administrators. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, success } from './fields.ts'
import { proposalReply } from './proposal.ts'

export const gateLine = z.strictObject({
  what: z.string().meta({ description: 'What is asked for' }),
  why: z.string().meta({ description: 'Why the firm can’t do without it' }),
  where: z.string().meta({ description: 'Where to put it: a file and field, a setting, a page' }),
  missing: z.boolean(),
  changes: z.boolean().meta({
    description:
      'Whether it changes by itself: then its lack stops new business of an open firm, and not its start',
  }),
  coin: z
    .enum(['BTC', 'USDT'])
    .nullable()
    .meta({ description: 'The coin whose customers alone wait for it; null: the firm does' }),
  found: z.string().nullable().meta({ description: 'What was found, where that says more' }),
})
export type GateLine = z.infer<typeof gateLine>

/** What is missing; empty: the firm can open. */
export const missingOf = (lines: readonly GateLine[]): GateLine[] =>
  lines.filter(({ missing, coin }) => missing && coin === null)

/** What an open firm still does before customers can use a coin. */
export const laterOf = (lines: readonly GateLine[]): GateLine[] =>
  lines.filter(({ missing, coin }) => missing && coin !== null)

export const gate = z.strictObject({
  mode: z.enum(['demo', 'live']),
  open: z.boolean(),
  openedAt: instant.nullable(),
  checkedAt: instant,
  lines: z.array(gateLine),
})
export type Gate = z.infer<typeof gate>

export const getGate = defineEndpoint({
  method: 'GET',
  path: '/gate',
  access: 'work-here',
  beforeOpening: true,
  summary: 'What a firm needs before it opens, what of that is there, and whether it is open',
  reply: z.strictObject({ status: success, data: gate }),
})

export const proposeOpening = defineEndpoint({
  method: 'POST',
  path: '/openings',
  access: 'run-the-house',
  beforeOpening: true,
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes to open the firm; somebody else must agree in seven days. It can’t be taken back',
  reply: proposalReply,
})
