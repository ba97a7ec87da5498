/** Walks every owner's chain as the database has it, from its first row to its head, and says where it doesn't hold. */
import type { ClientBase } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { postingsOf } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import { walk } from '../platform/walk.ts'
import {
  canonical,
  commandDigest,
  particularsDigest,
  rowHash,
  unlistedHash,
  type ChainedRow,
  type Digest,
} from './chain.ts'

type Row = ChainedRow & {
  version: bigint
  gain: Cents | null
  commandId: string
  hash: Digest | null
  /** Of a command that stands in nobody's list; 0 for a row of activity. */
  number: bigint
  /** Null where the journal hasn't got the command. */
  journal: {
    kind: string
    actor: OwnerId | null
    subject: OwnerId | null
    key: string | null
    bodyHash: string
    outcome: string
  } | null
  input: unknown
  commandAt: Instant
  particulars: Digest | null
  /** Null where they aren't there. */
  words: { salt: string | null; status: number; reply: string } | null
  /** Of the words and the reply since names were taken out of it; null where that was not needed. */
  respoken: Digest | null
  texts: unknown
  /** The command's subject has left: the words were erased. */
  erased: boolean
  postings: unknown[]
}

const links = `select owner_id, version, 0::bigint as number, kind, at, amount, balance_after, command_id, hash from desk.activity
  union all select owner_id, version, number, null, null, null, null, command_id, hash from desk.unlisted`

const rows = `select a.owner_id as owner, a.version, a.number, a.kind, a.at, a.amount as gain, a.balance_after as after, a.command_id as "commandId", encode(a.hash, 'hex') as hash,
    case when c.id is not null then jsonb_build_object('kind', c.kind, 'actor', c.actor, 'subject', c.subject, 'key', c.key, 'bodyHash', c.body_hash, 'outcome', c.outcome) end as journal,
    c.input, c.at as "commandAt", encode(c.particulars_digest, 'hex') as particulars, encode(n.digest, 'hex') as respoken,
    case when d.command_id is not null then jsonb_build_object('salt', encode(d.salt, 'hex'), 'status', d.reply_status, 'reply', d.reply) end as words, d.texts,
    coalesce(s.status = 'closed', false) as erased, ${postingsOf('a.command_id')} as postings
  from (${links}) a
    left join desk.commands c on c.id = a.command_id
    left join desk.particulars d on d.command_id = a.command_id
    left join desk.respoken n on n.command_id = a.command_id
    left join owners s on s.id = c.subject
  order by a.owner_id, a.version, a.number`

/** What is wrong with a person's words, or null. They may only be missing when they were erased with the person. */
function faultOfWords({ words, texts, particulars, respoken, erased }: Row): string | null {
  if (words === null)
    return erased ? null : 'its words and its reply are gone, and nobody was erased'
  const { salt, status, reply } = words
  const found =
    salt === null ? null : particularsDigest({ salt, texts: canonical(texts), status, reply })
  return found === (respoken ?? particulars)
    ? null
    : 'its words or its reply are not those that were recorded'
}

/** Where a chain has been followed to: the last row's version, how many unlisted commands there were, and the last hash. */
type Place = { owner: OwnerId; version: bigint; unlisted: bigint; hash: Digest | null }

/** What is missing between this place and the link that comes next, or null. */
function gapBefore({ number, version }: Row, place: Place): string | null {
  if (number > 0n && number !== place.unlisted + 1n)
    return `the unlisted command before it is ${place.unlisted}: what stood in between is gone`
  if (version !== (number > 0n ? place.version : place.version + 1n))
    return `the row before it is ${place.version}: what stood in between is gone`
  return null
}

/** What is wrong with a link that comes after this place, or null. */
function faultOfRow(row: Row, place: Place): string | null {
  const gap = gapBefore(row, place)
  if (gap) return gap
  // Rows from before there were chains have none; after the first hash every row has one.
  if (row.hash === null) return place.hash === null ? null : 'it has no hash'
  if (row.journal === null) return 'the journal has no such command'
  if (row.particulars === null) return 'its command has no digest of its words'
  const { commandId, journal, input, commandAt, particulars, postings } = row
  const command = commandDigest(
    { ...journal, id: commandId, at: commandAt },
    { input: canonical(input), particulars, postings },
  )
  if (
    row.hash !==
    (row.number > 0n ? unlistedHash(place.hash, row, command) : rowHash(place.hash, row, command))
  )
    return 'its hash does not match the row before it, the row itself, its command and its postings'
  return faultOfWords(row)
}

/** Which heads are not the hash of their owner's last link: an unlisted command after the last row, or that row. */
const wrongHeads = `select o.id as owner, o.version, o.unlisted,
    exists (select from desk.activity a where a.owner_id = o.id and a.version = o.version) as "hasRow",
    o.unlisted = 0 or exists (select from desk.unlisted u where u.owner_id = o.id and u.number = o.unlisted) as "hasUnlisted"
  from owners o
    left join desk.activity a on a.owner_id = o.id and a.version = o.version
    left join desk.unlisted u on u.owner_id = o.id and u.number = o.unlisted
  where o.head is distinct from case when u.version = o.version then u.hash else a.hash end
    or exists (select from desk.activity a where a.owner_id = o.id and a.version > o.version)
    or exists (select from desk.unlisted u where u.owner_id = o.id and u.number > o.unlisted)
    or (o.version > 0 and a.owner_id is null) or (o.unlisted > 0 and u.owner_id is null)
  order by o.id`
type WrongHead = {
  owner: OwnerId
  version: bigint
  unlisted: bigint
  hasRow: boolean
  hasUnlisted: boolean
}

function faultOfHead({ owner, version, unlisted, hasRow, hasUnlisted }: WrongHead): string {
  if (!hasRow && version > 0n)
    return `the head of owner ${owner} is of row ${version}, which is gone.`
  if (!hasUnlisted)
    return `the head of owner ${owner} is of unlisted command ${unlisted}, which is gone.`
  const last = unlisted > 0n ? `row ${version} or unlisted command ${unlisted}` : `row ${version}`
  return `the head of owner ${owner} is not the hash of ${last}, which should be the last.`
}

/** Commands that claim no row of activity and have no other place in a chain. Only those from before there were such places may. */
const outside = `select c.id, c.kind, c.outcome, c.at, b.command_id is not null as "isOlder"
  from desk.commands c left join desk.unchained b on b.command_id = c.id
  where c.subject_version is null and not exists (select from desk.activity a where a.command_id = c.id) and not exists (select from desk.unlisted u where u.command_id = c.id)
  order by c.at, c.id`
type Outside = { id: string; kind: string; outcome: string; at: Instant; isOlder: boolean }

/** `unchained`: rows from before there were chains; `older`: commands from before the unlisted ones were chained; `respoken`: replies out of which names were taken. */
export type ChainReport = {
  faults: string[]
  rows: bigint
  unchained: bigint
  unlisted: bigint
  older: string[]
  respoken: bigint
  owners: bigint
}

const nameOf = ({ owner, version, number, commandId }: Row) =>
  `${number > 0n ? `unlisted command ${number}` : `row ${version}`} of owner ${owner} (command ${commandId})`

/** Follows all chains within the caller's transaction. Of each owner whose chain doesn't hold it names the first broken row. */
export async function verifyChains(db: ClientBase): Promise<ChainReport> {
  const report: ChainReport = {
    faults: [],
    rows: 0n,
    unchained: 0n,
    unlisted: 0n,
    older: [],
    respoken: 0n,
    owners: 0n,
  }
  const broken = new Set<OwnerId>()
  let place: Place = { owner: '', version: 0n, unlisted: 0n, hash: null }
  await walk<Row>(db, rows, (row) => {
    if (row.owner !== place.owner) {
      place = { owner: row.owner, version: 0n, unlisted: 0n, hash: null }
      report.owners += 1n
    }
    count(report, row)
    if (broken.has(row.owner)) return
    const fault = faultOfRow(row, place)
    place = {
      owner: row.owner,
      version: row.version,
      unlisted: row.number > 0n ? row.number : place.unlisted,
      hash: row.hash,
    }
    if (fault === null) return
    broken.add(row.owner)
    report.faults.push(`${nameOf(row)}: ${fault}.`)
  })
  await walk<WrongHead>(db, wrongHeads, (head) => {
    if (!broken.has(head.owner)) report.faults.push(faultOfHead(head))
  })
  await walk<Outside>(db, outside, ({ id, kind, outcome, isOlder }) => {
    if (isOlder) report.older.push(`${id} (${kind}, ${outcome})`)
    else report.faults.push(`command ${id} (${kind}, ${outcome}) stands in no chain.`)
  })
  return report
}

function count(report: ChainReport, { number, hash, respoken }: Row): void {
  if (number > 0n) report.unlisted += 1n
  else report.rows += 1n
  if (hash === null) report.unchained += 1n
  if (respoken !== null) report.respoken += 1n
}
