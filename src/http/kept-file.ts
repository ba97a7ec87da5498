/** Files that are read or made once and answered from memory, as small as the browser takes them. */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip'
type Form = { body: Buffer; etag: string }

/** `packed` makes a form on first request, and answers null where it is no smaller. */
export type KeptFile = {
  type: string
  plain: Form
  packed: Partial<Record<Encoding, () => Promise<Form | null>>>
}

const compressible = /^text\/|^image\/svg|^application\/(json|manifest\+json|xml)/

/** The best form of more than that takes a processor for seconds, and its build makes it before. */
const bestBelowBytes = 65_536

const packers: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    promisify(brotliCompress)(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: body.length < bestBelowBytes ? 11 : 5,
        [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      },
    }),
  gzip: promisify(gzip),
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined
  return () => (made ??= make())
}

/** Compresses what can be: pictures of pixels, PDFs and fonts are compressed already. `brotli` is that form where it has been made. */
export function keepFile(body: Buffer, type: string, brotli?: Buffer): KeptFile {
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27)
  const plain = { body, etag: `"${hash}"` }
  if (!compressible.test(type)) return { type, plain, packed: {} }
  const form = (pack: () => Promise<Buffer>, suffix: string) =>
    once(async () => {
      const packed = await pack()
      // A few bytes grow by being compressed, by one way or by both.
      return packed.length < body.length ? { body: packed, etag: `"${hash}${suffix}"` } : null
    })
  return {
    type,
    plain,
    packed: {
      br: form(async () => brotli ?? packers.br(body), '-br'),
      gzip: form(() => packers.gzip(body), '-gz'),
    },
  }
}

/** The best form of those there are that the browser takes. */
async function formFor(
  header: string | undefined,
  { plain, packed }: KeptFile,
): Promise<Form & { encoding?: Encoding }> {
  const taken = new Set(
    (header ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim())
      .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
      .map((part) => part.split(';', 1)[0]!.trim()),
  )
  for (const encoding of ['br', 'gzip'] as const) {
    const form = taken.has(encoding) ? await packed[encoding]?.() : null
    if (form) return { ...form, encoding }
  }
  return plain
}

function isKnown(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** Revalidated each time, since a page names the assets of its build. */
export const revalidate = 'no-cache'

/** For names that hold a hash of what they name. */
export const immutable = 'public, max-age=31536000, immutable'

/** Sends a file, or 304 when the browser has it. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: KeptFile,
  caching: string,
  status = 200,
): Promise<FastifyReply> {
  const { body, etag, encoding } = await formFor(request.headers['accept-encoding'], file)
  void reply.header('cache-control', caching).header('vary', 'Accept-Encoding').header('etag', etag)
  if (status === 200 && isKnown(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.code(status).type(file.type).send(body)
}
