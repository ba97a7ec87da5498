/** Packs of evidence for auditors: asked for in the back office, made in the background, kept for a week. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, page, party, success } from './fields.ts'
import { proposal } from './proposal.ts'

/** In 24 hours, by all staff together: each holds all of a period. */
export const packsADay = 10
/** By wall time, once it is ready. */
export const packGoodForDays = 7

const day = z.iso
  .date('Enter a day, such as 2026-01-31')
  .refine((text) => !text.startsWith('0000'), 'There is no year 0')

/** `asked`: two administrators have to agree; `ended`: its file is gone. */
const packState = z.enum(['requested', 'refused', 'making', 'ready', 'failed', 'ended'])
export type PackState = z.infer<typeof packState>

const evidencePack = z.strictObject({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  withPersons: z.boolean().meta({ description: 'With names, email addresses and words of people' }),
  requestedAt: instant,
  requestedBy: party,
  proposal: proposal
    .nullable()
    .meta({ description: 'With words of people: who has agreed to it, or refused it' }),
  state: packState,
  percent: z.int().meta({ description: 'How much of it is made' }),
  size: z.int().nullable().meta({ description: 'In bytes, once it is ready' }),
  manifest: z
    .string()
    .nullable()
    .meta({ description: 'The SHA-256 of its manifest.json, to be handed over by another way' }),
  fault: z.string().nullable().meta({ description: 'Why it could not be made' }),
  goodUntil: instant.nullable().meta({ description: 'Then its file is deleted' }),
})
export type EvidencePack = z.infer<typeof evidencePack>

export const getEvidencePacks = defineEndpoint({
  method: 'GET',
  path: '/evidence-packs',
  access: 'take-evidence',
  polled: true,
  summary: 'Packs of evidence that staff asked for, newest first, and how far each has come',
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      packs: z.array(evidencePack),
      nextCursor: z.string().nullable(),
    }),
  }),
})

export const requestEvidence = defineEndpoint({
  method: 'POST',
  path: '/evidence-packs',
  access: 'take-evidence',
  keyed: true,
  status: 202,
  summary: `Asks for a pack of evidence of a period, made in the background; ${packsADay} in 24 hours. With words of people two administrators must agree first, who did not ask for it`,
  body: z
    .strictObject({
      from: day,
      to: day,
      withPersons: z.boolean('Say whether it has words of people'),
    })
    .refine(({ from, to }) => from <= to, {
      path: ['to'],
      message: 'The last day comes before the first one',
    }),
  reply: z.strictObject({
    status: success,
    message: z.string(),
    data: z.strictObject({ id: z.string() }),
  }),
})

const params = z.strictObject({ id })

export const downloadEvidence = defineEndpoint({
  method: 'POST',
  path: '/evidence-packs/:id/download',
  access: 'take-evidence',
  reauthentication: 'security',
  summary:
    'Records that a pack is downloaded, and answers a link to it, good for this session: a download begins within a minute, and goes on where it broke off for a day',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ link: z.string(), goodUntil: instant }),
  }),
})

export const getEvidenceFile = defineEndpoint({
  method: 'GET',
  path: '/evidence-packs/:id/file',
  access: 'take-evidence',
  summary:
    'A pack of evidence as one TAR file, by a link that POST /evidence-packs/{id}/download gave. Range and If-Range get a part of it',
  params,
  query: z.strictObject({
    link: z.string('link is required').max(400, 'This is not a link'),
  }),
  reply: { media: 'application/x-tar' },
})
