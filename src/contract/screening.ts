/**
 * Possible matches with lists under sanctions: for whoever may read them. Everybody else is told of a check that the law requires: what
 * is recorded of a call, as its path is, names nothing else.
 */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, page, party, reason, success } from './fields.ts'
import { screeningLists, type ListName } from './screening-lists.ts'
import { proposal, proposalReply } from './proposal.ts'

export const matchStatus = z.enum(['open', 'cleared', 'confirmed'])

const ours = z.strictObject({
  as: z.enum(['person', 'holder', 'payer', 'paid-to', 'came-from']).meta({
    description:
      'Where the name or address is from: the person, a bank account that they pay to, who paid for them, an address that coins went to or came from',
  }),
  matched: z.string().meta({ description: 'The one that is like the list’s' }),
  born: z.string().nullable(),
  country: z.string().nullable(),
})
const theirs = z.strictObject({
  list: z.string(),
  reference: z.string(),
  kind: z.string(),
  matched: z.string(),
  names: z.array(z.string()),
  births: z.array(z.string()),
  countries: z.array(z.string()),
})

/** What was found, of both sides. */
export const finding = z.strictObject({
  ours,
  theirs,
  day: z.string().meta({ description: 'Of the list' }),
  score: z.number().meta({ description: 'Of 100' }),
  strength: z.string(),
  birth: z.string(),
})
export type Finding = z.infer<typeof finding>

export const match = z.strictObject({
  id: z.string(),
  user: party,
  status: matchStatus,
  freezes: z.enum(['account', 'payouts', 'nothing']),
  foundAt: instant,
  decidedAt: instant.nullable(),
  decidedBy: party.nullable(),
  finding: finding.nullable().meta({
    description: 'As it stood when it was found; null: erased, or not as it was recorded',
  }),
  reasons: z.array(z.strictObject({ command: z.string(), by: party, reason: z.string() })),
  proposal: proposal.nullable().meta({ description: 'A decision that waits for somebody else' }),
})
export type Match = z.infer<typeof match>

const listName = z.enum(Object.keys(screeningLists) as [ListName, ...ListName[]])

export const listLoaded = z.strictObject({
  list: listName,
  format: z.string(),
  day: z.string(),
  loadedAt: instant,
  digest: z.string().meta({ description: 'SHA-256 of its files, in hexadecimal digits' }),
  entries: z.int(),
  names: z.int(),
  addresses: z.int(),
  isOld: z.boolean().meta({ description: 'Loaded more than GLASSHOUSE_SCREENING_DAYS ago' }),
})
export type ListLoaded = z.infer<typeof listLoaded>

export const getScreeningLists = defineEndpoint({
  method: 'GET',
  path: '/screening-lists',
  access: 'read-matches',
  beforeOpening: true,
  summary: 'The lists under sanctions that are loaded, with day and digest',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      lists: z.array(listLoaded),
      oldAfterDays: z.int().meta({ description: 'GLASSHOUSE_SCREENING_DAYS' }),
    }),
  }),
})

export const getMatches = defineEndpoint({
  method: 'GET',
  path: '/checks',
  access: 'read-matches',
  beforeOpening: true,
  summary:
    'Possible matches with lists under sanctions: those to decide, oldest first, or those that were decided, newest first. `check`: that one alone, whether decided or not',
  query: z.strictObject({ ...page, decided: z.literal('true').optional(), check: id.optional() }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ matches: z.array(match), nextCursor: z.string().nullable() }),
  }),
})

export const proposeMatchDecision = defineEndpoint({
  method: 'POST',
  path: '/checks/:id/decision',
  access: 'decide-matches',
  beforeOpening: true,
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  summary:
    'Proposes that it is somebody else, which lifts what it froze, or that it is this person; somebody else must agree',
  params: z.strictObject({ id }),
  body: z.strictObject({ isSomebodyElse: z.boolean(), reason }),
  reply: proposalReply,
})
