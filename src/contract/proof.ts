/** Proofs of liabilities: what the firm says in public that it owes, and everybody's own part of it. docs/proof-format.md has the files. */
import { z } from 'zod'
import { isDay } from '../lib/instant.ts'
import { defineEndpoint } from './endpoint.ts'
import { dollars, instant, success } from './fields.ts'

const writtenLike = 'A day is written like 2026-01-31'
const day = z.iso.date(writtenLike).refine(isDay, writtenLike)

const heldCoins = z.strictObject({
  coins: z.string().meta({ description: 'As a decimal number' }),
  value: dollars
    .nullable()
    .meta({ description: 'At the rate of that moment; null: there was none' }),
})

const reserves = z.strictObject({
  number: z.int().meta({ description: 'Which one of that day it is: the last' }),
  satoshi: z.int().meta({ description: 'Of all coins that keys have signed for' }),
  coins: z.int().meta({ description: 'How many' }),
  proved: heldCoins.meta({ description: 'The same in BTC' }),
  unproved: heldCoins.meta({ description: 'What the books hold beyond that' }),
  beyond: z.string().meta({ description: 'How many BTC more were proved than the books held' }),
  height: z.int().meta({ description: 'Of the block at which the coins were there and unspent' }),
  block: z.string(),
  publishedAt: instant,
})

const publishedProof = z.strictObject({
  day,
  at: instant.meta({ description: 'The moment that the balances are of, by business time' }),
  hash: z.string().meta({
    description: 'SHA-256 of the manifest: the one value to keep elsewhere',
  }),
  auditRoot: z.string().meta({ description: 'The root of the audit, of the same moment' }),
  leaves: z.int(),
  owed: z
    .strictObject({
      cash: dollars,
      held: dollars,
      invested: dollars,
      promised: dollars,
      security: dollars.meta({ description: 'Withheld of loans, and the borrowers’ own' }),
      unassigned: dollars.meta({ description: 'Arrived, and nobody’s yet' }),
    })
    .meta({ description: 'What the firm owes everybody, by kind of claim' }),
  total: dollars.meta({ description: 'All of it together' }),
  holds: z
    .strictObject({ bank: dollars, BTC: heldCoins, USDT: heldCoins })
    .meta({ description: 'What the books say is there against it, at that moment' }),
  uncovered: dollars.nullable().meta({
    description:
      'How much more is owed than the books say is there, without coins that had no rate; null where the books hold less than nothing of such a coin',
  }),
  unvalued: z.boolean().meta({
    description:
      'Whether there were coins without a rate at that moment, whose value isn’t counted',
  }),
  key: z.string().nullable().meta({
    description:
      'Whose signatures count, as minisign prints a public key; null where the firm signs nothing',
  }),
  signed: z.boolean().meta({ description: 'Whether that key has signed the manifest' }),
  reserves: reserves.nullable().meta({
    description:
      'The coins that are proved by their keys over this manifest, in /proofs/DAY.reserves.json; null: nothing was published',
  }),
})
export type PublishedProof = z.infer<typeof publishedProof>

export const proofsKeptSeconds = 60
/** For so many days before the newest proof an own one is made; whoever wants an older one has kept the file. */
export const ownProofDays = 35
/** A quarter of a year; all there are stand in /proofs/all.jsonl. */
export const latestProofs = 92

export const getProofs = defineEndpoint({
  method: 'GET',
  path: '/proofs',
  access: 'public',
  cachedForSeconds: proofsKeptSeconds,
  summary: `The last ${latestProofs} proofs of liabilities, the newest first. Their files are below /proofs/`,
  reply: z.strictObject({
    status: success,
    data: z.strictObject({ proofs: z.array(publishedProof), sample: z.boolean() }),
  }),
})

export const getOwnProof = defineEndpoint({
  method: 'GET',
  path: '/proofs/own',
  access: 'investor',
  query: z.strictObject({
    day: day.optional().meta({ description: 'The newest that there is unless it is given' }),
  }),
  summary:
    'One’s own proof of a day: with it anybody can check that these balances are in what the firm says it owes. A day’s are made for five weeks',
  reply: z.strictObject({
    status: success,
    data: z.strictObject({
      proof: z.string().nullable().meta({
        description:
          'A file to keep, to the letter; null where it is no longer made, or the account is younger',
      }),
      kept: z.boolean().meta({
        description: 'Whether there is a proof of that day whose leaves are kept: for five weeks',
      }),
    }),
  }),
})
