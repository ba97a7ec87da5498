/** Sends what lies in the outbox: each mail by one process at a time, and again later when it didn't get through. */
import { createTransport } from 'nodemailer'
import type { Pool } from 'pg'
import type { Log } from '../log.ts'
import { addresseeOf, nameTold, recipientOf, type Addressee } from './addressee.ts'
import type { Recipient, Values, Written } from './letter.ts'

export type Mailer = {
  send(mail: Written & { to: string; messageId: string }): Promise<unknown>
  close(): void
}

/** A mail server that doesn't answer must not hold the others up for long. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

export function smtpMailer(smtpUrl: string, from: string): Mailer {
  const transport = createTransport({ url: smtpUrl, ...timeouts }, { from })
  return { send: (mail) => transport.sendMail(mail), close: () => transport.close() }
}

/** What is wrong, by what Node and the mail server say; each is followed by their own words. */
const faults: [pattern: RegExp, what: string][] = [
  [/ENOTFOUND|EAI_AGAIN|EDNS/, 'no server has this name'],
  [/ECONNREFUSED/, 'the connection is refused'],
  [/certificate|altnames/i, 'its certificate is not accepted'],
  [/EAUTH|Invalid login/, 'it does not let this user in'],
  [/wrong version number|EPROTO/, 'it does not speak TLS there: smtp:// or another port'],
  [/ETIMEDOUT|timeout/i, 'it does not answer in time'],
]

function wordsOf(error: unknown, { hostname, port, protocol }: URL): string {
  const { code = '', message } = error as NodeJS.ErrnoException
  const said = message.trim().replace(/\.$/, '')
  const what = faults.find(([pattern]) => pattern.test(`${code} ${said}`))?.[1] ?? 'it refuses us'
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}: ${what} (${said})`
}

/** Why the mail server doesn't take mails, and which one that is; null where it does: it answers, and lets us in. */
export async function mailServerFault(smtpUrl: string): Promise<string | null> {
  const transport = createTransport({ url: smtpUrl, ...timeouts })
  try {
    await transport.verify()
    return null
  } catch (error) {
    return wordsOf(error, new URL(smtpUrl))
  } finally {
    transport.close()
  }
}

type Due = Addressee & {
  id: bigint
  template: string
  values: Record<string, string>
  attempts: number
}

const atOnce = 20
const maxAttempts = 10

// The time is a query of its own, asked once: only so is it good for the index of those that wait.
// Taking a mail puts its next attempt off first: no transaction stays open while a mail server thinks, and a
// process that dies leaves it to the next one. The delay doubles from a minute to six hours.
const takeText = `
  with due as (
    select id from outbox where state = 'waiting' and next_attempt_at <= (select clock_timestamp())
     order by next_attempt_at limit ${atOnce} for update skip locked),
  taken as (
    update outbox set attempts = attempts + 1,
      next_attempt_at = clock_timestamp() + least(interval '6 hours', interval '1 minute' * power(2, least(attempts, 20)))
     from due where outbox.id = due.id
     returning outbox.id, outbox.owner_id, outbox.recipient, outbox.template, outbox."values", outbox.attempts, outbox.command_id)
  select taken.id, taken.owner_id as owner, template, "values", attempts, coalesce(recipient, person.email) as address, ${nameTold} as name, actor.full_name as by
    from taken ${addresseeOf('taken')} order by taken.id`

const sentText = `update outbox set state = 'sent', last_error = null where id = $1`
const failedText = `update outbox set last_error = $2, state = case when $3 then 'failed' else state end where id = $1`

export type Outbox = {
  pool: Pool
  log: Log
  origin: string
  secret: string
  firm: Recipient['firm']
  writeLetter(template: string, to: Recipient, values: Values): Written
  mailer: Mailer | null
}

async function sendOne(
  { pool, mailer, writeLetter, log, ...from }: Outbox & { mailer: Mailer },
  mail: Due,
): Promise<void> {
  // An address that was erased with its person gets no mail any more.
  if (mail.address === null)
    return void (await pool.query(failedText, [mail.id, 'nobody to send it to', true]))
  try {
    const letter = writeLetter(mail.template, recipientOf(from, mail), mail.values)
    // The same id at every attempt lets a mail server recognise a second copy.
    await mailer.send({
      to: mail.address,
      ...letter,
      messageId: `<outbox-${mail.id}@${new URL(from.origin).hostname}>`,
    })
  } catch (error) {
    const { code, responseCode, message } = error as Error & {
      code?: string
      responseCode?: number
    }
    // What a mail server says names the address: that is kept with the mail, and goes with it.
    log.warn(
      {
        failure: code ?? 'unknown',
        answer: responseCode ?? null,
        mail: String(mail.id),
        template: mail.template,
        attempts: mail.attempts,
      },
      'a mail was not sent',
    )
    await pool.query(failedText, [mail.id, message.slice(0, 500), mail.attempts >= maxAttempts])
    return
  }
  await pool.query(sentText, [mail.id])
}

/**
 * Sends what is due and says how many it took, so that a loop knows whether to go on at once. Without a
 * mail server everything is kept for the outbox page. Throws when the database can't be reached.
 */
export async function sendDueMails(outbox: Outbox): Promise<number> {
  const { pool, mailer } = outbox
  if (mailer === null) {
    const { rowCount } = await pool.query(
      `update outbox set state = 'kept' where state = 'waiting'`,
    )
    return rowCount ?? 0
  }
  const { rows } = await pool.query<Due>(takeText)
  for (const mail of rows) await sendOne({ ...outbox, mailer }, mail)
  return rows.length
}
