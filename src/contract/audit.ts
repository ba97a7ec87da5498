/** What staff did, and the daily roots over everybody's hash chains. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { dollars, id, instant, moment, page, party, searchWords, success } from './fields.ts'

/** Whom capital, pools, plans and the clock are about. */
export const firmId = '00000000-0000-0000-0000-000000000000'

/** Who did it, or about whom it was; no name once it was erased. */

export const auditItem = z.strictObject({
  id: z.string().meta({ description: 'Of the command' }),
  at: instant,
  actor: party,
  kind: z.string(),
  title: z.string(),
  sentence: z.string().meta({ description: 'Who did what to whom, in words' }),
  subject: party.nullable().meta({ description: 'Null where nobody was found' }),
  outcome: z.string().meta({
    description:
      '`done`; `proposed` or `first_approval` where it waited for a second person and nothing was posted or changed; or the code of the refusal',
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
      'Of its row in the chain of the person it is about, or of the person who asked where it changed nothing; null where that is gone',
  }),
})
export type AuditItem = z.infer<typeof auditItem>

/** `waited`: proposed, or the first of two approvals. */
export const auditOutcome = z.enum(['done', 'waited', 'refused'])

const chosen = {
  actor: id.optional(),
  subject: id.optional(),
  kind: z.string().max(60).optional(),
  outcome: auditOutcome.optional(),
  from: moment.optional(),
  to: moment.optional(),
  search: searchWords.optional(),
}

export const getAudit = defineEndpoint({
  method: 'GET',
  path: '/audit',
  access: 'read-audit',
  summary:
    'Every command that staff gave, refused ones too, newest first. A search is for words and amounts of what is shown, and for ids; it reads a bounded part of the list at a time, so that a page may be short, or empty, and still name a next one',
  query: z.strictObject({ ...page, ...chosen }),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ items: z.array(auditItem), nextCursor: z.string().nullable() }),
  }),
})

export const getAuditCsv = defineEndpoint({
  method: 'GET',
  path: '/audit.csv',
  access: 'read-audit',
  summary: 'The same as comma-separated values, newest first, times in UTC',
  query: z.strictObject(chosen),
  reply: { media: 'text/csv; charset=utf-8' },
})

const hash = z.string().nullable()

/** A value of a list that is hashed. */
const hashedValue = z.union([z.string(), z.number(), z.null()])

const rawLink = z.strictObject({
  label: z.enum(['activity', 'unlisted']),
  values: z.array(hashedValue).meta({
    description:
      'What is hashed after the label and the hash before: SHA-256 of the JSON of [label, hash before, ...values]. The last value is the digest of the command',
  }),
  hash: z.string(),
  commandId: z.string(),
})

export const auditRecord = z.strictObject({
  item: auditItem,
  recordedAt: instant.meta({ description: 'By the clock of the database, not hashed' }),
  key: z.string().nullable().meta({ description: 'Method, path and idempotency key of the call' }),
  rules: z.int().meta({ description: 'The version of the rules that decided it' }),
  words: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'Null where they were erased with the person' }),
  command: z
    .strictObject({
      text: z.string().meta({ description: 'What was hashed: a JSON list' }),
      digest: z.string(),
    })
    .nullable()
    .meta({
      description:
        'Null where its place in the chain is gone, and of what is done about a check that the law requires for who may not read matches',
    }),
  link: z
    .strictObject({ owner: party, before: hash, ...rawLink.shape })
    .nullable()
    .meta({ description: 'Its place in a chain; null where that is gone' }),
})
export type AuditRecord = z.infer<typeof auditRecord>

export const getAuditRecord = defineEndpoint({
  method: 'GET',
  path: '/audit/commands/:commandId',
  access: 'read-audit',
  summary:
    'One command that staff gave, as it was recorded, with its digest and its link of a chain',
  params: z.strictObject({ commandId: id }),
  reply: z.strictObject({ status: success, data: z.strictObject({ record: auditRecord }) }),
})

export const auditPart = z.strictObject({
  before: hash.meta({ description: 'The hash that this part begins after; null at the beginning' }),
  links: z.array(rawLink),
  count: z.int().meta({ description: 'How many links the server has computed again in this part' }),
  unproven: z.int().meta({
    description: 'How many of them have a MAC of a secret that was lost, which tells nothing',
  }),
  fault: z.string().nullable(),
  end: hash,
  isHead: z.boolean().meta({ description: 'Whether it ends with the last link, the head' }),
  nextCursor: z.string().nullable(),
})
export type AuditPart = z.infer<typeof auditPart>

export const verifyChain = defineEndpoint({
  method: 'GET',
  path: '/audit/chains/:ownerId',
  access: 'read-audit',
  summary:
    'Computes a part of the chain of an owner again, from the rows, the commands, their words and their postings as they stand now',
  params: z.strictObject({ ownerId: id }),
  query: z.strictObject({ cursor: page.cursor }),
  reply: z.strictObject({ status: success, data: auditPart }),
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
  access: 'read-audit',
  summary: 'The daily roots over the heads of all chains, newest first',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ roots: z.array(auditRoot), nextCursor: z.string().nullable() }),
  }),
})
