/**
 * The demonstration's outbox: what would have been sent, to look at. It shows everybody's mails, links that reset a
 * password included, so only to those with the key and to administrators: where a request comes from says nothing,
 * since a proxy may pass on strangers' as its own (I18).
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { cookieFrom } from '../../domains/sign-in/credential.ts'
import type { Sessions } from '../../domains/sign-in/session.ts'
import { styleElement } from '../../platform/mail/html.ts'
import { readMail, readNewestMails } from '../../platform/mail/kept.ts'
import { readPrincipal } from '../access.ts'
import { isOutboxKey, outboxKey } from './key.ts'
import { keyNeeded, mailList, mailSandbox, maxMails, written, type Sender } from './page.ts'
import { frameOf, type PageFrame } from '../pages/frame.ts'

export type OutboxView = Sender & {
  pool: Pool
  open: boolean
  sessions: Sessions
  secure: boolean
  /** The page of the site that the mails stand in. */
  frame(): Promise<PageFrame>
}

/** Where no pages are served, the mails stand by themselves. */
export const bareFrame = frameOf(
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>Outbox</title></head><body><main data-filled=""></main></body></html>\n',
)

const cookieName = 'outbox'
const keptSeconds = 30 * 86_400

async function isAdministrator(
  request: FastifyRequest,
  { sessions, secure }: OutboxView,
): Promise<boolean> {
  const principal = await readPrincipal(request, sessions, secure, false)
  return principal?.role === 'admin' && principal.status === 'active'
}

async function mayRead(request: FastifyRequest, view: OutboxView): Promise<boolean> {
  if (view.open || isOutboxKey(view.secret, cookieFrom(request.headers.cookie ?? '', cookieName)))
    return true
  return isAdministrator(request, view)
}

/** Keeps the key where no script reads it, and takes it out of the address, which others may see. */
function keepKey(reply: FastifyReply, { secret, secure }: OutboxView): FastifyReply {
  const attributes = `Path=/outbox; HttpOnly; SameSite=Lax; Max-Age=${keptSeconds}${secure ? '; Secure' : ''}`
  return reply
    .header('set-cookie', `${cookieName}=${outboxKey(secret)}; ${attributes}`)
    .redirect('/outbox', 303)
}

/** Nothing keeps them, and no address that is gone to from here learns of this one, which may still have a key in it. */
const replyHeaders = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-type': 'text/html; charset=utf-8',
}

/** Of one mail: the style that all have, and nothing else, whatever was written into it. It is framed by the outbox alone. */
const mailPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(styleElement).digest('base64')}'`,
  "style-src-attr 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  `sandbox ${mailSandbox}`,
].join('; ')

/** A mail as it is sent, for the frame in the outbox. */
function bindMail(app: FastifyInstance, view: OutboxView): void {
  app.get<{ Params: { mail: string } }>('/outbox/:mail(^\\d{1,18}$)', async (request, reply) => {
    void reply.headers(replyHeaders)
    if (!(await mayRead(request, view))) return reply.code(403).send('')
    const mail = await readMail(view.pool, request.params.mail)
    if (mail === null) return reply.callNotFound()
    return reply
      .headers({ 'content-security-policy': mailPolicy, 'x-frame-options': 'SAMEORIGIN' })
      .send(written(mail, view).html)
  })
}

export function bindOutbox(app: FastifyInstance, view: OutboxView): void {
  bindMail(app, view)
  app.get<{ Querystring: { key?: unknown } }>('/outbox', async (request, reply) => {
    const { policy, fill } = await view.frame()
    void reply.headers(replyHeaders).header('content-security-policy', policy)
    if (isOutboxKey(view.secret, request.query.key)) return keepKey(reply, view)
    if (!(await mayRead(request, view))) return reply.code(403).send(fill(keyNeeded(view)))
    if (request.method === 'HEAD') return reply.send('')
    return reply.send(fill(mailList(await readNewestMails(view.pool, maxMails), view)))
  })
}
