/** Refuses what another site makes a browser send (A11), and names this server doesn't go by (A4). */
import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { ProblemError } from '../contract/problems.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])
const unsafe = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

export type OwnNames = {
  /** The address people open. */
  origin: string
  /** Whether the machine's own names and bare addresses count too. No name of a stranger can lead to those. */
  addresses: boolean
}

function urlOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null
}

function urlOfHost(host: string | undefined): URL | null {
  return host !== undefined && !/[\s/@?#\\]/.test(host) ? urlOf(`http://${host}`) : null
}

function isAddress({ hostname }: URL): boolean {
  return loopback.has(hostname) || hostname.startsWith('[') || isIP(hostname) === 4
}

/** Throws 421 for a Host header that is none of ours, before anything could be built from it (A4). */
export function checkHost({ headers }: FastifyRequest, names: OwnNames): void {
  const url = urlOfHost(headers.host)
  const known = headers.host?.toLowerCase() === new URL(names.origin).host || (names.addresses && url !== null && isAddress(url))
  if (!known) throw new ProblemError('unknown_host')
}

function isOwnOrigin(origin: string, host: string | undefined, names: OwnNames): boolean {
  if (origin === names.origin) return true
  const from = urlOf(origin)
  const to = urlOfHost(host)
  if (!names.addresses || from === null || to === null || from.origin !== origin || from.protocol !== 'http:') return false
  // The same port of the same machine, though perhaps under another of its names.
  return from.host === to.host || (from.port === to.port && loopback.has(from.hostname) && loopback.has(to.hostname))
}

/**
 * Throws 403 for a change that a page of another site asks for. Whoever sends neither header is no
 * browser, and has no cookie that it didn't mean to send.
 */
export function checkSameSite(request: FastifyRequest, names: OwnNames): void {
  if (!unsafe.has(request.method)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request.headers.host, names)) throw new ProblemError('cross_site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ProblemError('cross_site')
}
