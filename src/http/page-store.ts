/** Rendered pages, kept: compressed once, answered from memory. */
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { pagePolicy } from './page-policy.ts'

type Encoding = 'br' | 'gzip' | 'identity'

export type KeptPage = { policy: string; bodies: Record<Encoding, { body: Buffer; etag: string }> }

export function keepPage(html: string): KeptPage {
  const identity = Buffer.from(html)
  const hash = createHash('sha256').update(identity).digest('base64url').slice(0, 27)
  const kept = (body: Buffer, suffix: string) => ({ body, etag: `"${hash}${suffix}"` })
  const br = brotliCompressSync(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
  return {
    policy: pagePolicy(html),
    bodies: { identity: kept(identity, ''), br: kept(br, '-br'), gzip: kept(gzipSync(identity), '-gz') },
  }
}

/** The best encoding that the browser takes. */
function encodingFor(header: string | undefined): Encoding {
  const taken = new Set(
    (header ?? '').toLowerCase().split(',').map((part) => part.trim()).filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]!.trim()),
  )
  return taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity'
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** Sends a page, or 304 when the browser has it. Always asked again, since a page names the assets of its build. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: KeptPage, status = 200): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const { body, etag } = page.bodies[encoding]
  void reply
    .header('content-security-policy', page.policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'Accept-Encoding')
    .header('etag', etag)
  if (status === 200 && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.code(status).type('text/html; charset=utf-8').send(body)
}
