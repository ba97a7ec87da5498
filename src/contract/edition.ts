/** The policies that people accept, as editions: each a whole text, which counts from a day on. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { id, instant, messageReply, page, party, success } from './fields.ts'
import { policyPaths } from './site.ts'

export const policy = z.enum(policyPaths, 'There is no such policy')
export const digest = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'This is not a digest')
  .meta({ description: 'SHA-256 of the text, in hexadecimal' })

export const longestChange = 1000

const about = {
  id: z.string(),
  policy,
  title: z.string(),
  number: z.int().meta({ description: 'Among the editions of this policy, from 1' }),
  digest,
  day: z.string().nullable().meta({
    description: 'On which it begins to count, in the firm’s zone; null: the first counted at once',
  }),
  countsFrom: instant,
  changed: z.string().meta({ description: 'What is new in it, in words of staff' }),
  state: z.enum(['past', 'counts', 'comes', 'withdrawn']),
}

const ownEdition = z.strictObject({
  ...about,
  acceptedAt: instant.nullable(),
})
export type OwnEdition = z.infer<typeof ownEdition>

export const getOwnEditions = defineEndpoint({
  method: 'GET',
  path: '/own-editions',
  access: 'investor',
  polled: true,
  summary:
    'The policies that you accept: what counts, what comes, and what you have accepted; what counts and you haven’t is needed before you invest or send money to another account here',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ editions: z.array(ownEdition) }),
  }),
})

const params = z.strictObject({ id })

export const getEditionText = defineEndpoint({
  method: 'GET',
  path: '/editions/:id',
  access: 'signed-in',
  summary: 'The whole text of an edition, and of the one that it follows',
  params,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      digest,
      content: z
        .string()
        .meta({ description: 'Title, description, date and blocks, as the digest is over it' }),
      before: z.string().nullable().meta({ description: 'The same of the edition before' }),
    }),
  }),
})

export const acceptEdition = defineEndpoint({
  method: 'POST',
  path: '/editions/:id/acceptance',
  access: 'investor',
  keyed: true,
  summary: 'Accepts an edition of a policy, by the digest of the text that was shown',
  params,
  body: z.strictObject({ digest }),
  reply: messageReply,
})

const staffEdition = z.strictObject({
  ...about,
  publishedAt: instant,
  by: z.array(party).meta({ description: 'The two who agreed' }),
  accepted: z
    .int()
    .meta({ description: 'How many people have accepted it, of those who have an account' }),
})
export type StaffEdition = z.infer<typeof staffEdition>

const policyRow = z.strictObject({
  policy,
  title: z.string(),
  isAccepted: z
    .boolean()
    .meta({ description: 'Whether the content pack names it among those that are accepted' }),
  proposable: digest
    .nullable()
    .meta({ description: 'Of the pack’s text, where it isn’t the newest edition already' }),
  editions: z.array(staffEdition).meta({ description: 'Newest first' }),
})
export type PolicyRow = z.infer<typeof policyRow>

export const getPolicies = defineEndpoint({
  method: 'GET',
  path: '/policies',
  access: 'read-money',
  summary: 'The policies that people accept, with every edition, and how many have accepted it',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      policies: z.array(policyRow),
      people: z.int().meta({ description: 'How many have an account' }),
      noticeDays: z.int().meta({ description: 'So many days before people are told at least' }),
      zone: z.string(),
      today: z.string().meta({ description: 'In the firm’s zone, by business time' }),
    }),
  }),
})

export const getPackText = defineEndpoint({
  method: 'GET',
  path: '/policies/:policy/text',
  access: 'read-money',
  summary:
    'The text of a policy as the content pack has it, or as it was proposed, and of its newest edition',
  params: z.strictObject({ policy }),
  query: z.strictObject({
    digest: digest.optional().meta({ description: 'Of a text that was proposed or published' }),
  }),
  reply: getEditionText.reply,
})

export const getNotAccepted = defineEndpoint({
  method: 'GET',
  path: '/editions/:id/missing',
  access: 'read-people',
  summary: 'Who has not accepted an edition, longest with an account first',
  params,
  query: z.strictObject(page),
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ people: z.array(party), nextCursor: z.string().nullable() }),
  }),
})

export const getAcceptances = defineEndpoint({
  method: 'GET',
  path: '/users/:userId/acceptances',
  access: 'read-people',
  summary: 'Which editions of the policies a person has accepted, and what they have not',
  params: z.strictObject({ userId: id }),
  reply: getOwnEditions.reply,
})
