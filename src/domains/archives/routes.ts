import { Readable } from 'node:stream'
import {
  getArchiveFile,
  getArchives,
  maxArchivedBytesADay,
  openArchive,
  requestArchive,
} from '../../contract/archive.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { ProblemError } from '../../contract/problems.ts'
import { route, succeeded } from '../../platform/route.ts'
import { openContent } from '../documents/contents.ts'
import { keysOf } from '../documents/take.ts'
import type { House } from '../house-desk.ts'
import { linkIn, linkTo } from './links.ts'
import { ofPart } from './files.ts'
import { findArchive, readArchives } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

/** One part of it is here at a time. */
async function* bytesOf(
  { pool, files }: House,
  { owner, id, parts }: { owner: OwnerId; id: string; parts: readonly string[] },
): AsyncGenerator<Buffer> {
  const keys = keysOf(files)
  for (const [number, part] of parts.entries()) {
    const bytes = await openContent(pool, keys, part, ofPart(owner, id, number))
    if (bytes === null) throw new Error(`A part of a copy is gone: ${part}`)
    yield bytes
  }
}

async function mustBeReady(house: House, owner: string, id: string) {
  const found = await findArchive(house.pool, { owner, id })
  if (!found) throw new ProblemError('unknown_archive')
  return found
}

export const routes: RoutesOf = (house) => [
  route(requestArchive, ({ asked, principal }) =>
    house.desk.run({
      ...asked,
      kind: 'RequestArchive',
      command: { owner: principal.owner, bytesADay: maxArchivedBytesADay },
    }),
  ),
  route(getArchives, async ({ principal }) =>
    succeeded({ archives: await readArchives(house.pool, principal.owner) }),
  ),
  route(openArchive, async ({ principal, params: { id } }) => {
    const { now } = await mustBeReady(house, principal.owner, id)
    return succeeded(linkTo(house.secret, id, { session: principal.session.id, now }))
  }),
  route(getArchiveFile, async ({ principal, params: { id }, query, setHeader }) => {
    const link = linkIn(house.secret, query.link)
    if (link === null || link.archive !== id || link.session !== principal.session.id)
      throw new ProblemError('link_ended')
    const { parts, size, now } = await mustBeReady(house, principal.owner, id)
    if (now >= link.until) throw new ProblemError('link_ended')
    setHeader('content-length', String(size))
    return {
      file: Readable.from(bytesOf(house, { owner: principal.owner, id, parts })),
      name: 'my-data.zip',
    }
  }),
]
