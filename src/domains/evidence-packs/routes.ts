import { Readable } from 'node:stream'
import {
  requestEvidence,
  downloadEvidence,
  getEvidenceFile,
  getEvidencePacks,
} from '../../contract/evidence.ts'
import { ProblemError } from '../../contract/problems.ts'
import { afterRecorded, route, succeeded } from '../../platform/route.ts'
import { openContent } from '../documents/contents.ts'
import { partBytes } from '../documents/parts.ts'
import { keysOf } from '../documents/take.ts'
import type { House } from '../house-desk.ts'
import { ofPart } from './files.ts'
import { linkTo, opens } from './links.ts'
import { findPack, readPacks, type ReadyPack } from './queries.ts'
import { wantedOf, type Wanted } from './range.ts'
import type { RoutesOf } from '../routes.ts'

/** One part of it is here at a time, and only those that have wanted bytes. */
async function* bytesOf(
  { pool, files }: House,
  { id, parts }: { id: string; parts: readonly string[] },
  { first, last }: Wanted,
): AsyncGenerator<Buffer> {
  const keys = keysOf(files)
  for (let number = Math.trunc(first / partBytes); number * partBytes <= last; number += 1) {
    const start = number * partBytes
    const bytes = await openContent(pool, keys, parts[number]!, ofPart(id, number))
    if (bytes === null) throw new Error(`A part of a pack is gone: ${parts[number]}`)
    yield bytes.subarray(Math.max(0, first - start), last - start + 1)
  }
}

async function mustBeReady(house: House, id: string): Promise<ReadyPack> {
  const found = await findPack(house.pool, id)
  if (!found) throw new ProblemError('unknown_pack')
  return found
}

export const routes: RoutesOf = (house) => [
  route(getEvidencePacks, async ({ query }) => succeeded(await readPacks(house.pool, query))),
  route(requestEvidence, ({ asked, body }) =>
    house.desk.run({ ...asked, kind: 'RequestEvidence', command: body }),
  ),
  route(downloadEvidence, async ({ asked, principal, params: { id: pack } }) => {
    const { digest } = await mustBeReady(house, pack)
    const reply = await house.desk.run({
      ...asked,
      kind: 'DownloadEvidence',
      command: { pack, digest },
    })
    if (reply.status >= 400) return reply
    const { now } = await afterRecorded(mustBeReady(house, pack))
    return succeeded(linkTo(house.secret, pack, { session: principal.session.id, now }))
  }),
  route(getEvidenceFile, async ({ params: { id }, query, principal, ranges, setHeader }) => {
    const found = await mustBeReady(house, id)
    const etag = `"${found.digest}"`
    const wanted = wantedOf(ranges, { size: found.size, etag })
    const session = principal.session.id
    const { now, size } = found
    if (!opens(house.secret, query.link, { pack: id, session, now, first: wanted?.first ?? 1 }))
      throw new ProblemError('link_ended')
    setHeader('accept-ranges', 'bytes')
    setHeader('etag', etag)
    if (wanted === null) {
      setHeader('content-range', `bytes */${size}`)
      throw new ProblemError('no_such_range')
    }
    const { first, last, isPart } = wanted
    setHeader('content-length', String(last - first + 1))
    if (isPart) setHeader('content-range', `bytes ${first}-${last}/${size}`)
    return {
      file: Readable.from(bytesOf(house, { id, parts: found.parts }, wanted)),
      name: `evidence-${found.from}-${found.to}.tar`,
      isPart,
    }
  }),
]
