/** What staff find by what names it exactly: an id, a bank's reference, an address, a transaction. */
import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { instant, party, searchWords, success } from './fields.ts'
import type { Capability } from './roles.ts'

/** What each takes to be found. Requests and people are found by their own lists too. */
export const findable = {
  person: 'read-people',
  'deposit-address': 'read-people',
  investment: 'read-people',
  verification: 'read-cases',
  loan: 'read-loans',
  'bank-entry': 'read-money',
  'coin-deposit': 'read-money',
  'payout-batch': 'read-money',
  'payout-list': 'read-money',
  'bank-export': 'read-money',
  action: 'read-audit',
} as const satisfies Record<string, Capability>
export type FoundKind = keyof typeof findable

const found = z.strictObject({
  kind: z.enum(Object.keys(findable) as [FoundKind, ...FoundKind[]]),
  id: z.string(),
  user: party.nullable().meta({ description: 'Whose it is; null: the firm’s, or nobody’s' }),
  said: z.string().meta({ description: 'What it is called where it stands' }),
  at: instant,
})
export type FoundThing = z.infer<typeof found>

export const getFound = defineEndpoint({
  method: 'GET',
  path: '/found',
  access: 'work-here',
  summary:
    'Everything that you may read and that this id, bank’s reference, address or transaction names exactly; requests are found by their own list',
  query: z.strictObject({ search: searchWords.optional() }),
  reply: z.strictObject({ status: success, data: z.strictObject({ found: z.array(found) }) }),
})
