/** Walks every owner's chain as the database has it, from its first row to its head, and says where it doesn't hold. */
import type { ClientBase } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { postingsOf } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import { walk } from '../platform/walk.ts'
import { canonical, commandDigest, particularsDigest, rowHash, type ChainedRow, type Digest } from './chain.ts'

type Row = ChainedRow & {
  version: bigint; gain: Cents | null; commandId: string; hash: Digest | null
  /** Null where the journal hasn't got the command. */
  journal: { kind: string; actor: OwnerId | null; subject: OwnerId | null; key: string | null; bodyHash: string; outcome: string } | null
  input: unknown; commandAt: Instant; particulars: Digest | null
  /** Null where they aren't there. */
  words: { salt: string | null; status: number; reply: string } | null
  texts: unknown
  /** The command's subject has left: the words were erased. */
  erased: boolean
  postings: unknown[]
}

const rows = `select a.owner_id as owner, a.version, a.kind, a.at, a.amount as gain, a.balance_after as after, a.command_id as "commandId", encode(a.hash, 'hex') as hash,
    case when c.id is not null then jsonb_build_object('kind', c.kind, 'actor', c.actor, 'subject', c.subject, 'key', c.key, 'bodyHash', c.body_hash, 'outcome', c.outcome) end as journal,
    c.input, c.at as "commandAt", encode(c.particulars_digest, 'hex') as particulars,
    case when d.command_id is not null then jsonb_build_object('salt', encode(d.salt, 'hex'), 'status', d.reply_status, 'reply', d.reply) end as words, d.texts,
    coalesce(s.status = 'closed', false) as erased, ${postingsOf('a.command_id')} as postings
  from desk.activity a
    left join desk.commands c on c.id = a.command_id
    left join desk.particulars d on d.command_id = a.command_id
    left join owners s on s.id = c.subject
  order by a.owner_id, a.version`

/** What is wrong with a person's words, or null. They may only be missing when they were erased with the person. */
function faultOfWords({ words, texts, particulars, erased }: Row): string | null {
  if (words === null) return erased ? null : 'its words and its reply are gone, and nobody was erased'
  const { salt, status, reply } = words
  const found = salt === null ? null : particularsDigest({ salt, texts: canonical(texts), status, reply })
  return found === particulars ? null : 'its words or its reply are not those that were recorded'
}

/** Where a chain has been followed to: the last row's version and hash. */
type Place = { owner: OwnerId; version: bigint; hash: Digest | null }

/** What is wrong with a row that comes after this place, or null. */
function faultOfRow(row: Row, place: Place): string | null {
  if (row.version !== place.version + 1n) return `the row before it is ${place.version}: what stood in between is gone`
  // Rows from before there were chains have none; after the first hash every row has one.
  if (row.hash === null) return place.hash === null ? null : 'it has no hash'
  if (row.journal === null) return 'the journal has no such command'
  if (row.particulars === null) return 'its command has no digest of its words'
  const { commandId, journal, input, commandAt, particulars, postings } = row
  const command = commandDigest({ ...journal, id: commandId, at: commandAt }, { input: canonical(input), particulars, postings })
  if (row.hash !== rowHash(place.hash, row, command)) return 'its hash does not fit the row before it, the row itself, its command and its postings'
  return faultOfWords(row)
}

/** Which heads are not the hash of their owner's last row. */
const wrongHeads = `select o.id as owner, o.version, exists (select from desk.activity a where a.owner_id = o.id and a.version = o.version) as "hasRow"
  from owners o
  where o.head is distinct from (select a.hash from desk.activity a where a.owner_id = o.id and a.version = o.version)
    or exists (select from desk.activity a where a.owner_id = o.id and a.version > o.version)
    or (o.version > 0 and not exists (select from desk.activity a where a.owner_id = o.id and a.version = o.version))
  order by o.id`

export type ChainReport = { faults: string[]; rows: bigint; unchained: bigint; owners: bigint }

const nameOf = ({ owner, version, commandId }: Row) => `row ${version} of owner ${owner} (command ${commandId})`

/** Follows all chains within the caller's transaction. Of each owner whose chain doesn't hold it names the first broken row. */
export async function verifyChains(db: ClientBase): Promise<ChainReport> {
  const report: ChainReport = { faults: [], rows: 0n, unchained: 0n, owners: 0n }
  const broken = new Set<OwnerId>()
  let place: Place = { owner: '', version: 0n, hash: null }
  await walk<Row>(db, rows, (row) => {
    if (row.owner !== place.owner) {
      place = { owner: row.owner, version: 0n, hash: null }
      report.owners += 1n
    }
    report.rows += 1n
    if (row.hash === null) report.unchained += 1n
    if (broken.has(row.owner)) return
    const fault = faultOfRow(row, place)
    place = { owner: row.owner, version: row.version, hash: row.hash }
    if (fault === null) return
    broken.add(row.owner)
    report.faults.push(`${nameOf(row)}: ${fault}.`)
  })
  await walk<{ owner: OwnerId; version: bigint; hasRow: boolean }>(db, wrongHeads, ({ owner, version, hasRow }) => {
    if (broken.has(owner)) return
    const what = hasRow ? `is not the hash of row ${version}, which should be the last` : `is of row ${version}, which is gone`
    report.faults.push(`the head of owner ${owner} ${what}.`)
  })
  return report
}
