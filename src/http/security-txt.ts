/** Where to report a weakness, as a machine finds it (RFC 9116). */
import type { FastifyInstance } from 'fastify'
import type { Site } from '../contract/site.ts'
import { revalidate } from './kept-file.ts'

/** The RFC wants less than a year; a copy that is older than this should not be trusted. */
const validMs = 180 * 86_400_000

const demonstration = [
  '# A demonstration: play money, and a made-up firm whose address leads to nobody.',
  '# If you run this server for others, name a contact of your own in its content pack.',
]

function textOf({ mode, origin }: Site, address: string, now: number): string {
  const expires = new Date(now + validMs).toISOString().replace(/T.*/, 'T00:00:00Z')
  return [
    ...(mode === 'demo' ? demonstration : []),
    `Contact: mailto:${address}`,
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    // By the RFC an address on the web is one of https.
    ...(origin.startsWith('https:') ? [`Canonical: ${origin}/.well-known/security.txt`] : []),
    '',
  ].join('\n')
}

/** `address` is the firm's. Made when it is asked for, since it says until when it holds. */
export function bindSecurityTxt(app: FastifyInstance, site: Site, address: string): void {
  app.get('/.well-known/security.txt', async (_, reply) =>
    reply
      .header('cache-control', revalidate)
      .type('text/plain; charset=utf-8')
      .send(textOf(site, address, Date.now())),
  )
}
