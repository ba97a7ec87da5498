import type { EvidencePack, PackState } from '../../contract/evidence.ts'
import type { Proposal } from '../../contract/proposal.ts'
import { party } from '../../desk/spoken.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { decodeCursor, pageOf } from '../../platform/cursor.ts'
import type { Database } from '../../platform/database.ts'
import { readProposalsById } from '../proposals/queries.ts'
import { evidencePack } from './proposals.ts'
import { packs, type PackRow } from './table.ts'

type FileRow = {
  state: 'making' | 'ready' | 'failed' | null
  percent: number | null
  size: bigint | null
  manifest: string | null
  fault: string | null
  goodUntil: Instant | null
}

/** A file whose time is over may lie there for a moment longer. */
function stateOf({ status, state }: PackRow & FileRow, proposal: Proposal | null): PackState {
  if (status === 'granted') return state ?? 'ended'
  return proposal?.status === 'open' ? 'requested' : 'refused'
}

function present(row: PackRow & FileRow, proposal: Proposal | null): EvidencePack {
  const { id, from, to, withPersons, requestedAt, requestedBy, size, goodUntil } = row
  return {
    id,
    from,
    to,
    withPersons,
    requestedAt: isoFromInstant(requestedAt),
    requestedBy: party(requestedBy, row.requestedByName),
    proposal,
    state: stateOf(row, proposal),
    percent: row.percent ?? 0,
    size: size === null ? null : Number(size),
    manifest: row.manifest,
    fault: row.fault,
    goodUntil: goodUntil === null ? null : isoFromInstant(goodUntil),
  }
}

type Page = { limit?: number | undefined; cursor?: string | undefined }

/** Newest first. */
export async function readPacks(db: Database, { limit = 20, cursor }: Page) {
  const [at, id] = decodeCursor(cursor, ['moment', 'id'])
  const { rows } = await db.query<PackRow & FileRow>({
    name: 'evidence-packs.page',
    text: `select ${packs.columns}, file.state, file.percent, file.size, file.manifest, file.fault, file.good_until as "goodUntil"
      from ${packs.from} left join evidence_files file on file.pack_id = pack.id and (file.good_until is null or file.good_until > (select clock_timestamp()))
      where ($1::timestamptz is null or (pack.requested_at, pack.id) < ($1, $2::uuid))
      order by pack.requested_at desc, pack.id desc limit $3`,
    values: [at, id, limit + 1],
  })
  const { shown, nextCursor } = pageOf(rows, limit, (last) => [last.requestedAt, last.id])
  const ids = shown.map(({ id }) => id)
  const proposed = await readProposalsById(db, evidencePack, ids)
  return {
    packs: shown.map((row) => present(row, proposed.get(row.id) ?? null)),
    nextCursor,
  }
}

export type ReadyPack = {
  parts: string[]
  size: number
  digest: string
  from: string
  to: string
  now: Instant
}

/** A pack that is ready: its parts in their order, and what time it is by the database's clock; null where there is none. */
export async function findPack(db: Database, id: string): Promise<ReadyPack | null> {
  const { rows } = await db.query<Omit<ReadyPack, 'size'> & { size: bigint }>({
    name: 'evidence-packs.ready',
    text: `select array(select part.content_id::text from evidence_parts part where part.pack_id = file.pack_id and part.attempt = file.attempt order by part.number) as parts,
        file.size, file.digest, pack.from_day as "from", pack.to_day as "to", clock_timestamp()::timestamptz(3) as now
      from evidence_files file join evidence_packs pack on pack.id = file.pack_id
      where file.pack_id = $1 and pack.status = 'granted' and file.state = 'ready' and file.good_until > (select clock_timestamp())`,
    values: [id],
  })
  const [row] = rows
  return row ? { ...row, size: Number(row.size) } : null
}
