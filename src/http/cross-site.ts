/** Refuses what another site makes a browser send (A11), and names this server doesn't go by (A4). */
import type { FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { ProblemError } from '../contract/problems.ts'
import { reportPath } from './csp-reports.ts'

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

/** The host that an address in absolute form names: it counts instead of the header (RFC 9112, 3.2.2). */
function hostOfTarget(target: string | undefined): string | undefined {
  return target !== undefined && /^[a-z][a-z\d+.-]*:/i.test(target)
    ? (urlOf(target)?.host ?? '')
    : undefined
}

function isOwnHost(host: string | undefined, names: OwnNames): boolean {
  if (host?.toLowerCase() === new URL(names.origin).host) return true
  const url = names.addresses ? urlOfHost(host) : null
  return url !== null && isAddress(url)
}

/** Of two Host headers Node would keep the first, and a proxy perhaps the second. */
function hostHeaders(rawHeaders: readonly string[]): number {
  return rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host').length
}

/** Throws 400 for none or two Host headers and 421 for a host that is none of ours, before anything could be built from it (A4). */
export function checkHost({ headers, raw }: FastifyRequest, names: OwnNames): void {
  if (hostHeaders(raw.rawHeaders) !== 1) throw new ProblemError('bad_request')
  const target = hostOfTarget(raw.url)
  if (!isOwnHost(headers.host, names) || (target !== undefined && !isOwnHost(target, names)))
    throw new ProblemError('unknown_host')
}

function isOwnOrigin(origin: string, host: string | undefined, names: OwnNames): boolean {
  if (origin === names.origin) return true
  const from = urlOf(origin)
  const to = urlOfHost(host)
  if (
    !names.addresses ||
    from === null ||
    to === null ||
    from.origin !== origin ||
    from.protocol !== 'http:'
  )
    return false
  // The same port of the same machine, though perhaps under another of its names.
  return (
    from.host === to.host ||
    (from.port === to.port && loopback.has(from.hostname) && loopback.has(to.hostname))
  )
}

/**
 * WebKit keeps to itself which page a report of a broken policy comes from, and says beside it that it is one of the same
 * site, which no page can write.
 */
function isHiddenReport({ url, headers }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = headers
  return url === reportPath && origin === 'null' && site === 'same-origin'
}

/**
 * Throws 403 for a change that a page of another site asks for. A client that sends neither
 * header is no browser, and has no cookie that it didn't mean to send.
 */
export function checkSameSite(request: FastifyRequest, names: OwnNames): void {
  if (!unsafe.has(request.method) || isHiddenReport(request)) return
  const { origin, 'sec-fetch-site': site } = request.headers
  if (origin !== undefined && !isOwnOrigin(origin, request.headers.host, names))
    throw new ProblemError('cross_site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    throw new ProblemError('cross_site')
}
