/** The files of proofs of liabilities, for everybody and to the letter: whoever keeps one can tell later that it was changed. */
import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { readEdition, readPublished, readPublishedOf } from '../domains/proofs/queries.ts'
import { readReservesText } from '../domains/proofs/reserve-queries.ts'
import { isDay } from '../lib/instant.ts'
import { keepingLast } from '../lib/keeping-last.ts'
import { buildFolder } from '../platform/web-build.ts'
import { keepFile, revalidate, sendFile, type KeptFile } from './kept-file.ts'

const day = '(^[1-9]\\d{3}-\\d{2}-\\d{2})'

/** More days than there will be. */
const allOfThem = 1_000_000

/** Of which the forms are held in memory: the newest are asked for. */
const fewFiles = 8

/** A day that is none, such as February 30, has no proof. */
async function publishedOf(pool: Pool, written: string) {
  return isDay(written) ? readPublishedOf(pool, written) : null
}

/** The last one of a day is found by the day alone, and each by its number. */
function bindReserves(app: FastifyInstance, pool: Pool): void {
  // Compressed once for all who ask: the largest has half a megabyte.
  const keep = keepingLast(fewFiles, {
    keyOf: (content: string) => content,
    make: (content) => keepFile(Buffer.from(content), 'application/json; charset=utf-8'),
  })
  const fileOf = async (written: string, number: number | null) => {
    const content = isDay(written) ? await readReservesText(pool, written, number) : null
    return content && keep(content)
  }
  app.get<{ Params: { day: string } }>(
    `/proofs/:day${day}.reserves.json`,
    async (request, reply) => {
      const file = await fileOf(request.params.day, null)
      return file ? sendFile(request, reply, file, revalidate) : reply.callNotFound()
    },
  )
  app.get<{ Params: { day: string; number: string } }>(
    `/proofs/:day${day}/reserves-:number(^\\d{1,6}).json`,
    async (request, reply) => {
      const file = await fileOf(request.params.day, Number(request.params.number))
      return file ? sendFile(request, reply, file, revalidate) : reply.callNotFound()
    },
  )
}

/** The check to download, as the build has left it; null where nothing was built. */
function keepCheck(): KeptFile | null {
  try {
    const file = readFileSync(join(buildFolder, 'client/check.html'))
    return keepFile(file, 'text/html; charset=utf-8')
  } catch {
    return null
  }
}

/** Every day's, read and compressed once for each change: anybody may ask, as often as they like. */
function keepingAll(pool: Pool): () => Promise<KeptFile> {
  let kept: { edition: string; file: KeptFile } | null = null
  return async () => {
    const edition = await readEdition(pool)
    if (kept?.edition === edition) return kept.file
    const proofs = (await readPublished(pool, allOfThem)).toReversed()
    const lines = proofs.map(({ manifest, signature }) => JSON.stringify({ manifest, signature }))
    const file = keepFile(Buffer.from(`${lines.join('\n')}\n`), 'application/jsonl; charset=utf-8')
    kept = { edition, file }
    return file
  }
}

export function bindProofFiles(app: FastifyInstance, pool: Pool): void {
  app.get<{ Params: { day: string } }>(`/proofs/:day${day}.json`, async (request, reply) => {
    const proof = await publishedOf(pool, request.params.day)
    if (proof === null) return reply.callNotFound()
    const file = keepFile(Buffer.from(proof.manifest), 'application/json; charset=utf-8')
    // After a restore a day may be made anew: what a browser or a network kept must not look like another proof.
    return sendFile(request, reply, file, revalidate)
  })
  app.get<{ Params: { day: string } }>(
    `/proofs/:day${day}.json.minisig`,
    async (request, reply) => {
      const proof = await publishedOf(pool, request.params.day)
      if (!proof?.signature) return reply.callNotFound()
      const file = keepFile(Buffer.from(proof.signature), 'text/plain; charset=utf-8')
      return sendFile(request, reply, file, revalidate)
    },
  )
  bindReserves(app, pool)
  const check = keepCheck()
  app.get('/proofs/check.html', async (request, reply) => {
    if (check === null) return reply.callNotFound()
    void reply.header('content-disposition', 'attachment; filename="check.html"')
    return sendFile(request, reply, check, revalidate)
  })
  const all = keepingAll(pool)
  app.get('/proofs/all.jsonl', async (request, reply) =>
    sendFile(request, reply, await all(), revalidate),
  )
}
