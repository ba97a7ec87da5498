/**
 * The demonstration's outbox: what would have been sent, to look at. It shows everybody's mails, links that reset a
 * password included, so only to those with the key and to whoever runs the house: where a request comes from says nothing,
 * since a proxy may pass on strangers' as its own (I18).
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Pool } from 'pg'
import { capabilitiesOf } from '../../contract/roles.ts'
import { cookieNames, outboxKeyDays } from '../../contract/browser-names.ts'
import { cookieFrom } from '../../domains/sign-in/credential.ts'
import type { Sessions } from '../../domains/sign-in/session.ts'
import { styleElement } from '../../platform/mail/html.ts'
import { readNewestMails } from '../../platform/mail/kept.ts'
import { readPrincipal } from '../access.ts'
import { isOutboxKey, outboxKey } from './key.ts'
import { keyNeeded, mailList, maxMails, type Sender } from './page.ts'
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

const cookieName = cookieNames.outbox
const keptSeconds = outboxKeyDays * 86_400

async function runsTheHouse(
  request: FastifyRequest,
  { sessions, secure }: OutboxView,
): Promise<boolean> {
  const principal = await readPrincipal(request, sessions, secure, false)
  return principal?.status === 'active' && capabilitiesOf(principal.roles).has('run-the-house')
}

async function mayRead(request: FastifyRequest, view: OutboxView): Promise<boolean> {
  if (view.open || isOutboxKey(view.secret, cookieFrom(request.headers.cookie ?? '', cookieName)))
    return true
  return runsTheHouse(request, view)
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

/** Each mail brings the one style element that all have: nothing else that is written into one becomes a style. */
const mailStyle = `'sha256-${createHash('sha256').update(styleElement).digest('base64')}'`
const withMailStyle = (policy: string) => policy.replace("style-src 'self'", `$& ${mailStyle}`)

export function bindOutbox(app: FastifyInstance, view: OutboxView): void {
  app.get<{ Querystring: { key?: unknown } }>('/outbox', async (request, reply) => {
    const { policy, fill } = await view.frame()
    void reply.headers(replyHeaders).header('content-security-policy', withMailStyle(policy))
    if (isOutboxKey(view.secret, request.query.key)) return keepKey(reply, view)
    if (!(await mayRead(request, view))) return reply.code(403).send(fill(keyNeeded(view)))
    if (request.method === 'HEAD') return reply.send('')
    return reply.send(fill(mailList(await readNewestMails(view.pool, maxMails), view)))
  })
}
