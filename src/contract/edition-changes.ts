/** What staff propose about the policies that people accept: a file of its own, which no page of investors loads. */
import { z } from 'zod'
import { digest, longestChange, policy } from './edition.ts'
import { defineEndpoint } from './endpoint.ts'
import { id, lines } from './fields.ts'
import { honest } from './plan.ts'
import { proposalReply } from './proposal.ts'

const proposing = {
  method: 'POST',
  access: 'offer-plans',
  keyed: true,
  reauthentication: 'decision',
  status: 202,
  reply: proposalReply,
} as const

export const proposeEdition = defineEndpoint({
  ...proposing,
  path: '/policies/:policy/editions',
  summary:
    'Proposes the pack’s text of a policy as its next edition, with the day from which it counts; somebody else must agree',
  params: z.strictObject({ policy }),
  body: z.strictObject({
    digest,
    day: z.iso
      .date('Please choose a day')
      .nullable()
      .meta({ description: 'null for the first edition, which counts at once' }),
    changed: honest(lines(longestChange, 'What changes'), 'What changes'),
  }),
})

export const proposeEditionWithdrawal = defineEndpoint({
  ...proposing,
  path: '/editions/:id/withdrawal',
  summary: 'Proposes to withdraw an edition before its day; somebody else must agree',
  params: z.strictObject({ id }),
})
