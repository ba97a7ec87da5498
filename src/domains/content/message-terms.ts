/** `messages` of firm.yaml: whether the round button opens them, and what staff have ready to be written to people. */
import { z } from 'zod'
import { lines, text } from '../../contract/fields.ts'
import { longestMessage, templateKinds, type TemplateKind } from '../../contract/message.ts'
import { asksForPayment } from '../../lib/asks-for-payment.ts'

/** What no member of staff could send isn't ready to be sent either (rule 8). */
const template = z.strictObject({
  kind: z.enum(
    Object.keys(templateKinds) as [TemplateKind, ...TemplateKind[]],
    `kind must be ${Object.keys(templateKinds).join(', ')}`,
  ),
  name: text(60, 'name'),
  text: lines(longestMessage, 'text').superRefine((words, context) => {
    const fault = asksForPayment(words)
    if (fault !== null) context.addIssue({ code: 'custom', message: fault })
  }),
})

export const messageTerms = z.strictObject({
  /** For whoever is signed in; otherwise it leads where `links.support` says. */
  openedBySupport: z.boolean().default(false),
  templates: z.array(template).max(50).default([]),
})
