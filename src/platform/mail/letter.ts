/**
 * How a mail is written: a plain function from the values of its row to a subject and what is said. Each domain has those
 * that it sends. The text and the HTML are made of the same parts, so that neither says anything that the other doesn't.
 */
import { mailTopics } from '../../contract/mail-choices.ts'
import { neverPays } from '../../contract/message.ts'
import { demonstrationBanner } from '../../contract/site.ts'
import { inOrder, setApart } from '../../lib/text-order.ts'
import { htmlOf } from './html.ts'
import type { Letter, Link, Part, Rows } from './parts.ts'
import { textOf } from './text.ts'

/** As it is sent. */
export type Written = { subject: string; text: string; html: string }

export type Values = Readonly<Record<string, string | undefined>>
/** The mails of a domain, by their names in the outbox. */
export type Letters = Readonly<Record<string, (to: Recipient, values: Values) => Letter>>
/** What a link in a mail does. */
export type LinkUse =
  | 'reset-password'
  | 'verify-email'
  | 'confirm-email'
  | 'confirm-own-email'
  | 'agree-email'
  | 'stop-change'
  | 'undo-factor'
  | 'known-browser'
  | 'cancel-request'
  | 'freeze-account'
  | 'staff-invitation'
/** Whom a mail speaks to, for which firm, and what signs the links in it. `by` did what it tells of, unless they did it themselves. */
export type Recipient = {
  name: string
  by: string | null
  origin: string
  sign(use: LinkUse, id: string): string
  firm: { name: string; sample: boolean }
}

/** The outbox keeps the id of a link only: a copy of it opens nothing. */
export function linkTo(
  { origin, sign }: Recipient,
  use: LinkUse,
  id: string | undefined,
  label: string,
): Link {
  if (id === undefined) throw new Error('This mail has no link')
  return { link: label, href: `${origin}/${use}/${sign(use, id)}`, main: true }
}

/** For whoever didn't do what the mail tells of; mails of earlier versions, and those to staff, have none. */
export const freezeLink = (to: Recipient, id: string | undefined): Link | undefined =>
  id === undefined
    ? undefined
    : { ...linkTo(to, 'freeze-account', id, 'Freeze my account'), main: false }

/** Rows of what is known: a mail that was written by an earlier version may know less. */
export function rowsOf(rows: Values): Rows {
  return { rows: Object.entries(rows).flatMap(([label, value]) => (value ? [[label, value]] : [])) }
}

/** What is said, in the words people know; `place` says where to look. */
export function letter(
  to: Recipient,
  subject: string,
  parts: (Part | undefined)[],
  place = '/dashboard',
): Letter {
  const body = parts.filter((part) => part !== undefined)
  const { name, sample } = to.firm
  return {
    subject,
    parts: [
      `Hello ${to.name},`,
      ...body.filter((part) => !isEmpty(part)),
      { link: 'See your account', href: `${to.origin}${place}` },
    ],
    end: sample ? [name, demonstrationBanner] : [name],
  }
}

/** Words of people in scripts from right to left keep to their places. */
function orderOf(part: Part): Part {
  if (typeof part === 'string') return inOrder(part)
  if ('link' in part) return { ...part, link: inOrder(part.link) }
  return { rows: part.rows.map(([label, value]) => [label, inOrder(value)]) }
}

const isEmpty = (part: Part) => typeof part !== 'string' && 'rows' in part && part.rows.length === 0

/** To an address that is not confirmed yet and may be a stranger's. */
export const unnamed = (to: Recipient): Recipient => ({ ...to, name: 'there', by: null })

/** Who of the staff did it; nobody is named any more when their account is closed. */
export const staff = ({ by }: Recipient): string => by ?? 'Our staff'

export function reasonLine(reason: string | undefined): string | undefined {
  return reason ? `Reason: ${setApart(reason)}` : undefined
}

/** Words of staff that an investor is mailed stand above the line that no words can take back (rule 8). */
export function because(reason: string | undefined): string[] {
  const line = reasonLine(reason)
  return line === undefined ? [] : [line, neverPays]
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** `2026-11-20T09:30:00.000Z` to `Nov 20, 2026 at 09:30 UTC`. */
export function day(instant: string | undefined): string {
  const [, year, month, date, time] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d)/.exec(instant ?? '') ?? []
  return year
    ? `${months[Number(month) - 1]} ${Number(date)}, ${year} at ${time} UTC`
    : 'the date set'
}

/** Subjects are headers: whatever a person typed must not begin another one. */
function oneLine(text: string): string {
  // oxlint-disable-next-line no-control-regex -- controls are what must not get through
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').slice(0, 200)
}

function choiceFor(template: string, { origin }: Recipient): Link[] {
  if (!(mailTopics as readonly string[]).includes(template)) return []
  const link = 'You can switch off emails like this one in your settings'
  return [{ link, href: `${origin}/dashboard/settings` }]
}

/** Writes the mails of all domains. Throws for a template that doesn't exist. */
export const letterWriter =
  (letters: Letters) =>
  (template: string, to: Recipient, values: Values): Written => {
    const write = letters[template]
    if (!write) throw new Error(`There is no mail called ${template}`)
    const { subject, parts, end } = write(to, values)
    const said = {
      subject: inOrder(oneLine(subject)),
      parts: [...parts, ...choiceFor(template, to)].map(orderOf),
      end: end.map(inOrder),
    }
    return { subject: said.subject, text: textOf(said), html: htmlOf(said) }
  }
