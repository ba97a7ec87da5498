/** The one place where what went wrong becomes a reply: RFC 9457, with a code of the catalogue. */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { ConnectionError } from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import {
  problemBody,
  ProblemError,
  problems,
  problemType,
  type ProblemCode,
  type Refusal,
} from '../contract/problems.ts'
import { isConnectionFault } from '../platform/connection-fault.ts'
import { Unconfirmed } from '../platform/database.ts'
import type { Log } from '../platform/log.ts'

const frameworkCodes: Record<string, ProblemCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'bad_request',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'uri_too_long',
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: 'not_json_type',
}

/** Codes of PostgreSQL for a server that is full or only reads, and for waits that took too long. */
const full = /^(53300|25006)$/
const tookTooLong = /^(57014|55P03|40001|40P01|25P03)$/

function codeOfDatabase(error: unknown): ProblemCode | null {
  if (error instanceof Unconfirmed) return 'outcome_unknown'
  const code = String((error as { code?: unknown } | null | undefined)?.code)
  if (isConnectionFault(error) || full.test(code)) return 'unavailable'
  return tookTooLong.test(code) ? 'busy' : null
}

const defaultWaits: Partial<Record<ProblemCode, number>> = {
  busy: 1,
  unavailable: 5,
  outcome_unknown: 2,
  too_many_requests: 1,
  too_many_attempts: 1,
  too_many_failures: 60,
}

/** In the words of what the call takes. */
function problemOfBody(code: string, { routeOptions }: FastifyRequest): ProblemError | null {
  const refused = frameworkCodes[code]
  const { takesBytes } = routeOptions.config
  if (refused === 'not_json_type' && takesBytes) return new ProblemError('not_bytes_type')
  if (refused !== 'too_large') return null
  const kB = (routeOptions.bodyLimit ?? 0) / 1024
  const message = takesBytes
    ? `The file is larger than ${kB / 1024} MB. Nothing was stored: send a smaller one.`
    : `The body is larger than ${kB} kB. Nothing was changed.`
  return new ProblemError({ code: 'too_large', message })
}

/** What an error says to the caller. Whatever nobody foresaw is an internal error, and says nothing. */
export function problemOf(error: unknown, method: string, asked?: FastifyRequest): ProblemError {
  if (error instanceof ProblemError) return error
  const { code } = (error ?? {}) as Partial<FastifyError>
  const known = asked && problemOfBody(String(code), asked)
  if (known) return known
  // Who gives up waiting for a change can't say that nothing happened.
  if (code === 'FST_ERR_HANDLER_TIMEOUT')
    return new ProblemError(method === 'GET' ? 'busy' : 'outcome_unknown')
  return new ProblemError(frameworkCodes[String(code)] ?? codeOfDatabase(error) ?? 'internal_error')
}

export function sendProblem(
  reply: FastifyReply,
  refusal: Refusal,
  retryAfterSeconds?: number,
): FastifyReply {
  const wait = retryAfterSeconds ?? defaultWaits[refusal.code]
  if (wait !== undefined) void reply.header('retry-after', String(wait))
  const [status] = problems[refusal.code]
  // As bytes: to a text, Fastify would add a charset that this media type doesn't have.
  const bytes = Buffer.from(JSON.stringify(problemBody(refusal, reply.request.id)))
  return reply.code(status).header('content-type', problemType).send(bytes)
}

/** Signs of probing, or of a program gone wild. What the desk refuses is in its journal. */
const watched = new Set<ProblemCode>([
  'forbidden',
  'not_your_account',
  'cross_site',
  'unknown_host',
  'too_many_attempts',
  'too_many_failures',
  'too_many_recipients',
  'too_many_requests',
])

/** Who, what and from where; the log says when. Nothing that the caller has written; and not as `code`, by which the log means those of a second factor. */
function watch(
  log: Log,
  code: ProblemCode,
  { id, method, routeOptions, principal, ip }: FastifyRequest,
): void {
  if (!watched.has(code)) return
  log.warn(
    {
      event: 'refused',
      refusal: code,
      requestId: id,
      method,
      route: routeOptions.url ?? 'unknown',
      owner: principal?.owner ?? null,
      address: ip,
    },
    'refused',
  )
}

export function createErrorHandler(log: Log) {
  return function replyToError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const problem = problemOf(error, request.method, request)
    const { code } = problem.refusal
    watch(log, code, request)
    if (problems[code][0] >= 500) {
      log[code === 'internal_error' ? 'error' : 'warn'](
        { err: error, requestId: request.id, refusal: code },
        'request failed',
      )
    }
    void sendProblem(reply, problem.refusal, problem.retryAfterSeconds)
  }
}

const clientCodes: Record<string, ProblemCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** What isn't HTTP never becomes a request: the reply is written to the socket by hand, with the headers of every reply. */
export function createClientErrorHandler(always: Record<string, string>) {
  return function replyToClientError(error: ConnectionError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) return
    const code = clientCodes[error.code] ?? 'bad_request'
    const [status, title] = problems[code]
    const requestId = randomUUID()
    const body = JSON.stringify(problemBody({ code }, requestId))
    const headers = {
      ...always,
      'content-type': problemType,
      'content-length': Buffer.byteLength(body),
      'x-request-id': requestId,
      'cache-control': 'no-store',
      connection: 'close',
    }
    const lines = [
      `HTTP/1.1 ${status} ${title}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ]
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
  }
}
