/** Files that are read or made once and answered from memory, as small as the browser takes them. */
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

export type KeptFile = { type: string; bodies: Partial<Record<Encoding, { body: Buffer; etag: string }>> & { identity: { body: Buffer; etag: string } } }

const compressible = /^text\/|^image\/svg|^application\/(json|xml)/

const brotli = (body: Buffer): Buffer =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } })

/** Compresses what can be: pictures of pixels, PDFs and fonts are compressed already. `packed` is its brotli form where it has been made. */
export function keepFile(body: Buffer, type: string, packed?: Buffer): KeptFile {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  const kept = (bytes: Buffer, suffix: string) => ({ body: bytes, etag: `"${hash}${suffix}"` })
  const identity = kept(body, '')
  if (!compressible.test(type)) return { type, bodies: { identity } }
  const [br, gzip] = [packed ?? brotli(body), gzipSync(body)]
  // A few bytes grow by being compressed, by one way or by both.
  const smaller = (packedBody: Buffer) => packedBody.length < body.length
  return { type, bodies: { identity, ...(smaller(br) ? { br: kept(br, '-br') } : {}), ...(smaller(gzip) ? { gzip: kept(gzip, '-gz') } : {}) } }
}

/** The best encoding of those there are that the browser takes. */
function encodingFor(header: string | undefined, bodies: KeptFile['bodies']): Encoding {
  const taken = new Set(
    (header ?? '').toLowerCase().split(',').map((part) => part.trim()).filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]!.trim()),
  )
  return (['br', 'gzip'] as const).find((encoding) => bodies[encoding] && taken.has(encoding)) ?? 'identity'
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** Whoever has it asks again each time, since a page names the assets of its build. */
export const askAgain = 'no-cache'

/** For names that hold a hash of what they name. */
export const forever = 'public, max-age=31536000, immutable'

/** Sends a file, or 304 when the browser has it. */
export function sendFile(request: FastifyRequest, reply: FastifyReply, { type, bodies }: KeptFile, caching: string, status = 200): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'], bodies)
  const { body, etag } = bodies[encoding]!
  void reply.header('cache-control', caching).header('vary', 'Accept-Encoding').header('etag', etag)
  if (status === 200 && isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') void reply.header('content-encoding', encoding)
  return reply.code(status).type(type).send(body)
}
