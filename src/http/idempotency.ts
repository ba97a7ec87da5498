/** The key of a change, and how its body is recognised again. */
import type { FastifyRequest } from 'fastify'
import { createHmac } from 'node:crypto'
import { fullPath, type Endpoint } from '../contract/endpoint.ts'
import { ProblemError } from '../contract/problems.ts'
import { canonical } from '../lib/canonical.ts'

const wellFormed = /^[\x20-\x7e]{1,255}$/

/** The path as the endpoint means it: an escaped letter, or an id in capitals, makes no other one. */
function meantPath(endpoint: Endpoint, params: unknown): string {
  return fullPath(endpoint).replace(/:(\w+)/g, (_, name: string) =>
    String((params as Record<string, unknown>)[name]),
  )
}

/**
 * The key of the request, scoped to method and path, or null when there is none or the call books nothing.
 * `params` are the checked ones.
 */
export function keyOf(endpoint: Endpoint, request: FastifyRequest, params: unknown): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || !endpoint.keyed) return null
  if (typeof key === 'string' && wellFormed.test(key))
    return `${endpoint.method} ${meantPath(endpoint, params)} ${key}`
  const message = 'Idempotency-Key is 1 to 255 printable characters'
  throw new ProblemError({
    code: 'validation_failed',
    message,
    fields: { 'Idempotency-Key': message },
  })
}

/**
 * Equal for equal bodies. Keyed with the server's secret, because the journal keeps it for good: a plain
 * hash of a body with a password in it could be guessed at.
 */
export function bodyHashOf(secret: string, body: unknown): string {
  return createHmac('sha256', secret)
    .update(`body:${canonical(body)}`)
    .digest('hex')
}
