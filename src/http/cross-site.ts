/** Refuses what another site makes a browser send (A11), and names this server doesn't go by (A4). */
import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../contract/problems.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export type OwnNames = {
  /** The address people open. */
  origin: string
  /** Whether the machine's own names count too, whatever the address is called. */
  loopback: boolean
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

export function isLoopbackHost(hostname: string): boolean {
  return loopback.has(hostname)
}

/** Throws 421 for a Host header that is none of ours, before anything could be built from it. */
export function checkHost(request: FastifyRequest, names: OwnNames): void {
  const host = request.headers.host
  const url = host && !/[\s/@?#\\]/.test(host) ? urlOf(`http://${host}`) : null
  const known = url !== null
    && (host?.toLowerCase() === new URL(names.origin).host || (names.loopback && loopback.has(url.hostname)))
  if (!known) throw new ProblemError('unknown_host')
}

function isOwnOrigin(origin: string, request: FastifyRequest, names: OwnNames): boolean {
  if (origin === names.origin) return true
  const url = urlOf(origin)
  if (!names.loopback || url === null || url.origin !== origin || !loopback.has(url.hostname)) return false
  // The same port of the same machine, under another of its names.
  return url.port === (urlOf(`${url.protocol}//${request.headers.host}`)?.port ?? null)
}

/**
 * Throws 403 for a change that a page of another site asks for. Whoever sends neither header is no
 * browser, and has no cookie that it didn't mean to send.
 */
export function checkSameSite(request: FastifyRequest, names: OwnNames): void {
  if (!unsafe.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request, names)) throw new ProblemError('cross_site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ProblemError('cross_site')
}
