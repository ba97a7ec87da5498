import { z } from 'zod'
import { choicesOf } from './choices.ts'
import { defineEndpoint } from './endpoint.ts'
import { success } from './fields.ts'

/**
 * The mails that a person may switch off. Those about signing in, and about what staff changed, are always sent. So is the one about a
 * request for money out, with the links that cancel it and freeze the account: a thief would switch it off first.
 */
export const mailTopics = [
  'deposit-received',
  'investment-opened',
  'investment-matured',
  'withdrawal-decided',
  'withdrawal-paid',
  'day-proof',
  'work-waiting',
] as const

/** Only administrators get these, whatever is chosen. */
export const onlyForStaff: readonly (typeof mailTopics)[number][] = ['work-waiting']

/** Nobody gets these who didn't switch them on. */
export const onlyIfChosen: readonly (typeof mailTopics)[number][] = ['day-proof']

const choices = choicesOf(mailTopics)
export type MailChoices = z.infer<typeof choices>

const reply = z.strictObject({ status: success, data: z.strictObject({ mails: choices }) })

export const getMailChoices = defineEndpoint({
  method: 'GET',
  path: '/mail-choices',
  access: 'signed-in',
  summary: 'Which emails the signed-in person gets, of those that can be switched off',
  reply,
})

export const changeMailChoices = defineEndpoint({
  method: 'PATCH',
  path: '/mail-choices',
  access: 'signed-in',
  summary: 'Switches emails on and off; those that aren’t named stay as they are',
  body: choices.partial(),
  reply,
})
