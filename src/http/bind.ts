/** Binds every endpoint of the contract to the route that answers it; what is missing stops the start. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hash } from 'node:crypto'
import {
  accountVersion,
  fullPath,
  ofStaff,
  unattended,
  type Endpoint,
} from '../contract/endpoint.ts'
import { endpoints } from '../contract/endpoints.ts'
import { ProblemError, problemType } from '../contract/problems.ts'
import { credentialFrom } from '../domains/sign-in/credential.ts'
import { marksFrom } from '../domains/sign-in/known-browsers.ts'
import type { Limits } from '../domains/sign-in/limits.ts'
import type { ToldSessions } from '../domains/sign-in/parts.ts'
import type { Policy } from '../platform/policy.ts'
import type { Call, Recorded, Route, Sent } from '../platform/route.ts'
import { checkAccess, readPrincipal, whyNotSignedIn } from './access.ts'
import { bodyHashOf, keyOf } from './idempotency.ts'
import { createServing, type Serve } from './serving.ts'
import { createUploads, type BeginUpload } from './uploads.ts'
import { checkReply, validInput } from './validate.ts'

export type Binding = {
  sessions: ToldSessions
  limits: Limits
  secret: string
  secure: boolean
  policy: Policy
}

/** Long enough for whatever a person waits for; moving the demonstration's clock settles everything that fell due. */
const longestMs = 30_000
const longestDemoMs = 600_000
/** A file is read as it is sent: a long one, over a slow line. */
const longestFileMs = 15 * 60_000

/** Throws unless every endpoint has exactly one route, and every route is an endpoint. */
export function checkComplete(routes: Route[]): void {
  const known = new Map<Endpoint, string>(
    Object.entries(endpoints).map(([name, endpoint]) => [endpoint, name]),
  )
  const counts = new Map<Endpoint, number>()
  for (const { endpoint } of routes) counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1)
  const wrong = [
    ...[...known]
      .filter(([endpoint]) => !counts.has(endpoint))
      .map(([, name]) => `${name} is not bound`),
    ...[...counts]
      .filter(([, count]) => count > 1)
      .map(([endpoint]) => `${known.get(endpoint) ?? endpoint.path} is bound twice`),
    ...[...counts.keys()]
      .filter((endpoint) => !known.has(endpoint))
      .map(({ path }) => `${path} is not in the contract`),
  ]
  if (wrong.length > 0) throw new Error(`The routes don't match the contract: ${wrong.join(', ')}`)
}

/** `/:userId` catches every single word below the base path: one that is no id is a path that doesn't exist. */
function isMeant(endpoint: Endpoint, params: unknown): boolean {
  return !endpoint.path.startsWith('/:') || endpoint.params?.safeParse(params).success === true
}

function isRecorded(reply: unknown): reply is Recorded {
  return (
    typeof reply === 'object' && reply !== null && 'recorded' in reply && reply.recorded === true
  )
}

function sendOther(media: string, sent: Sent, reply: FastifyReply): FastifyReply {
  void reply.type(media)
  if ('file' in sent)
    return reply
      .code(sent.isPart ? 206 : 200)
      .header('content-disposition', `attachment; filename="${sent.name}"`)
      .send(sent.file)
  // A proxy that gathered events would tell them late.
  return reply.header('x-accel-buffering', 'no').send(sent.events)
}

/** Only what succeeds is kept: a refusal said `no-store` already. */
function letCachesKeep({ cachedForSeconds }: Endpoint, reply: FastifyReply): void {
  if (cachedForSeconds !== undefined)
    void reply.header('cache-control', `public, max-age=${cachedForSeconds}`)
}

function send(endpoint: Endpoint, answer: unknown, reply: FastifyReply): FastifyReply {
  if ('media' in endpoint.reply) return sendOther(endpoint.reply.media, answer as Sent, reply)
  const json = 'application/json; charset=utf-8'
  if (isRecorded(answer)) {
    return reply
      .code(answer.status)
      .header('content-type', answer.status < 400 ? json : problemType)
      .send(Buffer.from(answer.text))
  }
  checkReply(endpoint, answer)
  letCachesKeep(endpoint, reply)
  return reply
    .code(endpoint.status ?? 200)
    .header('content-type', json)
    .send(JSON.stringify(answer))
}

const mediaOf = ({ reply }: Endpoint) =>
  'media' in reply ? reply.media : 'application/json; charset=utf-8'

/** HEAD: the body would be dropped, so access and input are checked and nothing is read. */
function sendHead(
  endpoint: Endpoint,
  { params, query }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  validInput(endpoint, { params, query, body: undefined })
  letCachesKeep(endpoint, reply)
  return reply.type(mediaOf(endpoint)).send()
}

/** What a key stands for: of a file its digest, and what the address says of it. */
function saidIn({ bytes }: Endpoint, { body, query }: FastifyRequest): unknown {
  if (!bytes) return body
  return { query, digest: hash('sha256', body as Buffer, 'hex') }
}

function lastEventIdOf({ headers }: FastifyRequest): string | null {
  const id = headers['last-event-id']
  return typeof id === 'string' && id !== '' ? id : null
}

function rangesOf({ headers }: FastifyRequest): Call<Endpoint>['ranges'] {
  const ifRange = headers['if-range']
  return {
    range: headers.range ?? null,
    ifRange: typeof ifRange === 'string' ? ifRange : null,
  }
}

function callOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { secret, secure, sessions, policy }: Binding,
): Call<Endpoint> {
  const input = validInput(endpoint, {
    params: request.params,
    query: request.query,
    body: request.body,
  })
  return {
    ...input,
    principal: request.principal,
    asked: {
      actor: request.principal?.owner ?? '',
      key: keyOf(endpoint, request, input.params),
      bodyHash: endpoint.keyed ? bodyHashOf(secret, saidIn(endpoint, request)) : '',
      requestId: request.id,
    },
    address: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    token: credentialFrom(request.headers, secure),
    marks: marksFrom(request.headers, secure, secret),
    ranges: rangesOf(request),
    lastEventId: lastEventIdOf(request),
    stillMay: async () =>
      checkAccess(endpoint, await readPrincipal(request, sessions, secure, false), policy),
    setHeader: (name, value) => void reply.header(name, value),
  } as Call<Endpoint>
}

function longestOf({ demoOnly, reply }: Endpoint): number {
  if (demoOnly) return longestDemoMs
  return 'media' in reply ? longestFileMs : longestMs
}

/** Whether its reply goes on for as long as the client listens. */
const isLasting = ({ reply }: Endpoint) => 'media' in reply && reply.media === 'text/event-stream'

/** Not what a page asks by itself: nobody stays signed in by leaving one open. */
const isUse = (endpoint: Endpoint, { headers }: FastifyRequest) =>
  !isLasting(endpoint) && !endpoint.polled && headers[unattended] === undefined

/** Any change may be told to its owner, now or in a later version: what mails nobody says so itself. */
const mayMail = ({ method, access, evenMailed }: Endpoint) =>
  method !== 'GET' && access !== 'public' && !evenMailed

function bind(
  app: FastifyInstance,
  { endpoint, handle }: Route,
  binding: Binding,
  { serve, beginUpload }: { serve: Serve; beginUpload: BeginUpload },
): void {
  app.route({
    method: endpoint.method === 'GET' ? ['GET', 'HEAD'] : endpoint.method,
    url: fullPath(endpoint),
    config: {
      ...(isLasting(endpoint) ? { lasting: true } : {}),
      beforeOpening: endpoint.beforeOpening === true,
      newBusiness: endpoint.newBusiness === true,
      takesBytes: endpoint.bytes === true,
    },
    ...(isLasting(endpoint) ? {} : { handlerTimeout: longestOf(endpoint) }),
    ...(endpoint.largestBody === undefined ? {} : { bodyLimit: endpoint.largestBody }),
    async onRequest(request, reply) {
      if (!isMeant(endpoint, request.params)) return reply.callNotFound()
      // Here too, since the address may have been written in a way that its beginning doesn't show.
      void reply.header('cache-control', 'no-store')
      request.principal = await readPrincipal(
        request,
        binding.sessions,
        binding.secure,
        isUse(endpoint, request),
      )
      if (request.principal === null && endpoint.access !== 'public')
        throw new ProblemError(await whyNotSignedIn(request, binding))
      checkAccess(endpoint, request.principal, binding.policy)
      if (request.principal) void reply.header(accountVersion, String(request.principal.version))
      if (endpoint.keyed && request.principal)
        await binding.limits.countMoneyRequest(request.principal.owner, ofStaff(endpoint) !== null)
      if (mayMail(endpoint) && request.principal)
        await binding.limits.checkMailed(request.principal.owner)
      beginUpload(endpoint, request, reply)
    },
    async handler(request, reply) {
      if (request.method === 'HEAD') return sendHead(endpoint, request, reply)
      return send(
        endpoint,
        await serve(endpoint, request, reply, () =>
          handle(callOf(endpoint, request, reply, binding)),
        ),
        reply,
      )
    },
  })
}

export function bindRoutes(app: FastifyInstance, routes: Route[], binding: Binding): void {
  checkComplete(routes)
  app.decorateRequest('principal', null)
  app.decorateRequest('takeRoom', null)
  const parts = { serve: createServing(), beginUpload: createUploads() }
  for (const route of routes)
    if (binding.policy.playMoney || !route.endpoint.demoOnly) bind(app, route, binding, parts)
}

/** The methods that a path takes, for 405; none for a path that doesn't exist. */
export function methodsAt(path: string, playMoney: boolean): string[] {
  const words = path.split('/')
  const fits = (endpoint: Endpoint) => {
    const pattern = fullPath(endpoint).split('/')
    if (pattern.length !== words.length) return false
    if (!pattern.every((part, at) => part.startsWith(':') || part === words[at])) return false
    const params = Object.fromEntries(
      pattern.flatMap((part, at) => (part.startsWith(':') ? [[part.slice(1), words[at]]] : [])),
    )
    return isMeant(endpoint, params)
  }
  const methods = Object.values<Endpoint>(endpoints).filter(
    (endpoint) => (playMoney || !endpoint.demoOnly) && fits(endpoint),
  )
  return [
    ...new Set(methods.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))),
  ]
}
