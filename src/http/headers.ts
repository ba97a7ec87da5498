/** What every reply says to browsers, errors and unknown paths included. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { basePath } from '../contract/endpoint.ts'

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // All that reads the person or the machine; what is left open (clipboard, full screen, passkeys) is for our own pages only anyway.
  'permissions-policy': [
    'accelerometer',
    'browsing-topics',
    'camera',
    'display-capture',
    'geolocation',
    'gyroscope',
    'hid',
    'idle-detection',
    'magnetometer',
    'microphone',
    'midi',
    'payment',
    'screen-wake-lock',
    'serial',
    'usb',
    'xr-spatial-tracking',
  ]
    .map((feature) => `${feature}=()`)
    .join(', '),
  // For browsers that don't know frame-ancestors.
  'x-frame-options': 'DENY',
}

/** Nothing that isn't a page loads or frames anything; pages set a policy of their own. */
export const closedPolicy = "default-src 'none'; frame-ancestors 'none'"

/** Two years, as the preload list asks for. */
const strictTransport = 'max-age=63072000; includeSubDomains'

export type Surroundings = { https: boolean; indexed: boolean }

export function headersFor({ https, indexed }: Surroundings): Record<string, string> {
  return {
    ...always,
    'content-security-policy': closedPolicy,
    ...(https ? { 'strict-transport-security': strictTransport } : {}),
    // The demonstration must not be found by people looking for a real firm.
    ...(indexed ? {} : { 'x-robots-tag': 'noindex, nofollow' }),
  }
}

export function isApi(url: string): boolean {
  const path = url.split('?', 1)[0]!
  return [basePath, '/api'].some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
}

/** Sets them before anything can fail. Pages and files overrule what they know better. */
export function createHeaderHook(surroundings: Surroundings) {
  const headers = headersFor(surroundings)
  return function setHeaders(request: FastifyRequest, reply: FastifyReply): void {
    void reply.headers(headers).header('x-request-id', request.id)
    if (isApi(request.url)) void reply.header('cache-control', 'no-store')
  }
}
