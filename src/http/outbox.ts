/** The demonstration's outbox: what would have been sent, to look at. It shows everybody's mails, so only to the machine itself. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { ProblemError } from '../contract/problems.ts'
import { isoFromInstant, type Instant } from '../lib/instant.ts'
import { writeLetter } from '../platform/mail-words.ts'
import { escapeHtml as text, plainPage, plainPagePolicy } from './plain-page.ts'

export type OutboxView = { pool: Pool; origin: string; secret: string; firm: { name: string; sample: boolean }; open: boolean }

type Mail = {
  id: bigint; template: string; values: Record<string, string>; state: string; created_at: Instant
  address: string | null; name: string | null
}

const newestMails = `
  select o.id, o.template, o."values", o.state, o.created_at, coalesce(o.recipient, p.email) as address, p.full_name as name
    from outbox o left join auth.persons p on p.id = o.owner_id order by o.id desc limit 100`

/** A forwarded request comes from elsewhere, even when the proxy that passes it on is this machine and isn't trusted. */
function isFromHere({ ip, headers }: FastifyRequest): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(ip) && headers['x-forwarded-for'] === undefined && headers.forwarded === undefined
}

function article(mail: Mail, { origin, secret, firm }: OutboxView): string {
  const letter = writeLetter(mail.template, { name: mail.name ?? 'there', origin, secret, firm }, mail.values)
  return `<article><h2>${text(letter.subject)}</h2>
<p>To ${text(mail.address ?? 'a closed account')} · <time>${isoFromInstant(mail.created_at)}</time> · ${text(mail.state)}</p>
<pre>${text(letter.text)}</pre></article>`
}

function outboxPage(mails: Mail[], view: OutboxView): string {
  const list = mails.map((mail) => article(mail, view)).join('\n') || '<p>No mail yet. Sign up, and the first one is here.</p>'
  return plainPage({ title: 'Outbox', playMoney: true, body: `<h1>Outbox</h1>
<p>The demonstration sends no mail unless it is given a mail server. These are the newest 100 that it has written.</p>\n${list}` })
}


export function bindOutbox(app: FastifyInstance, view: OutboxView): void {
  const { pool, open } = view
  app.get('/outbox', async (request, reply) => {
    if (!open && !isFromHere(request)) throw new ProblemError('not_found')
    const { rows } = await pool.query<Mail>(newestMails)
    void reply.header('content-security-policy', plainPagePolicy).header('cache-control', 'no-store')
    return reply.type('text/html; charset=utf-8').send(outboxPage(rows, view))
  })
}
