/** How a mail is written: a plain function from the values of its row to a subject and a text. Each domain has those that it sends. */
import { mailTopics } from '../../contract/mail-choices.ts'
import { demonstrationBanner } from '../../contract/site.ts'

export type Letter = { subject: string; text: string }
export type Values = Readonly<Record<string, string | undefined>>
/** The mails of a domain, by their names in the outbox. */
export type Letters = Readonly<Record<string, (to: Recipient, values: Values) => Letter>>
/** What a link in a mail does. */
export type LinkUse =
  | 'reset-password'
  | 'confirm-email'
  | 'stop-change'
  | 'undo-factor'
  | 'known-browser'
/** Whom a mail speaks to, for which firm, and what signs the links in it. */
export type Recipient = {
  name: string
  origin: string
  sign(use: LinkUse, id: string): string
  firm: { name: string; sample: boolean }
}

/** The outbox keeps the id of a link only: a copy of it opens nothing. */
export function linkTo({ origin, sign }: Recipient, use: LinkUse, id: string | undefined): string {
  if (id === undefined) throw new Error('This mail has no link')
  return `${origin}/${use}/${sign(use, id)}`
}

/** One line, in the words people know; `place` says where to look. */
export function letter(
  to: Recipient,
  subject: string,
  lines: (string | undefined)[],
  place = '/dashboard',
): Letter {
  const body = lines.filter((line) => line !== undefined)
  const { name, sample } = to.firm
  const end = sample ? [name, demonstrationBanner] : [name]
  return {
    subject,
    text: [`Hello ${to.name},`, ...body, `See your account: ${to.origin}${place}`, ...end].join(
      '\n\n',
    ),
  }
}

/** To an address that is not confirmed yet and may be a stranger's. */
export const unnamed = (to: Recipient): Recipient => ({ ...to, name: 'there' })

export function because(reason: string | undefined): string | undefined {
  return reason ? `Reason: ${reason}` : undefined
}

/** `2026-11-20T09:30:00.000Z` to `2026-11-20 at 09:30 UTC`. */
export function day(instant: string | undefined): string {
  return instant ? `${instant.slice(0, 10)} at ${instant.slice(11, 16)} UTC` : 'the date set'
}

/** Subjects are headers: whatever a person typed must not begin another one. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what must not get through
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 200)
}

/** Writes the mails of all domains. Throws for a template that doesn't exist. */
export const letterWriter =
  (letters: Letters) =>
  (template: string, to: Recipient, values: Values): Letter => {
    const write = letters[template]
    if (!write) throw new Error(`There is no mail called ${template}`)
    const { subject, text } = write(to, values)
    const isChosen = (mailTopics as readonly string[]).includes(template)
    const choice = `You can switch off e-mails like this one in your settings: ${to.origin}/dashboard/settings`
    return { subject: oneLine(subject), text: isChosen ? `${text}\n\n${choice}` : text }
  }
