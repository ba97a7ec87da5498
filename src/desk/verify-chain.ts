/** Walks every owner's chain as the database has it, from its first row to its head, and says where it doesn't hold. */
import type { ClientBase } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { postingsOf } from '../ledger/store/entries.ts'
import type { Instant } from '../lib/instant.ts'
import type { Cents } from '../lib/money.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { MacKeys } from '../platform/mac.ts'
import { canonical } from '../lib/canonical.ts'
import {
  commandDigest,
  rowHash,
  unlistedHash,
  type ChainedRow,
  type Digest,
  type CommandRow,
} from './chain.ts'
import { faultOfMac, stampColumns, type Stamped } from './journal-mac.ts'
import { faultOfWords, wordColumns, wordJoins, type JournaledWords } from './journaled-words.ts'

type Row = ChainedRow &
  JournaledWords &
  Stamped & {
    version: bigint
    gain: Cents | null
    commandId: string
    hash: Digest | null
    /** Of a command that stands in nobody's list; 0 for a row of activity. */
    number: bigint
    /** Null where the journal hasn't got the command. */
    journal: Omit<CommandRow, 'id' | 'at'> | null
    input: unknown
    commandAt: Instant
    postings: unknown[]
  }

const links = `select owner_id, version, 0::bigint as number, kind, at, amount, balance_after, command_id, hash from desk.activity
  union all select owner_id, version, number, null, null, null, null, command_id, hash from desk.unlisted`

const rows = `select link.owner_id as owner, link.version, link.number, link.kind, link.at, link.amount as gain, link.balance_after as after, link.command_id as "commandId", encode(link.hash, 'hex') as hash,
    case when command.id is not null then jsonb_build_object('kind', command.kind, 'actor', command.actor, 'subject', command.subject, 'key', command.key, 'bodyHash', command.body_hash, 'outcome', command.outcome) end as journal,
    command.input, command.at as "commandAt", ${wordColumns}, ${stampColumns}, ${postingsOf('link.command_id')} as postings
  from (${links}) link
    left join desk.commands command on command.id = link.command_id
    ${wordJoins}
  order by link.owner_id, link.version, link.number`

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

/** The MAC is over one place only: that in the subject's activity, where it has one. */
function faultOfPlace(row: Row, command: Digest, macKeys: MacKeys): string | null {
  const { owner, version, number, journal, subjectVersion } = row
  if (number > 0n) return faultOfMac(macKeys, row, command, { listed: null, unlisted: number })
  if (subjectVersion === null)
    return faultOfMac(macKeys, row, command, { listed: null, unlisted: null })
  return owner === journal!.subject && version === subjectVersion
    ? faultOfMac(macKeys, row, command, { listed: row, unlisted: null })
    : null
}

/** What is wrong with a link that comes after this place, or null. */
function faultOfRow(row: Row, place: Place, macKeys: MacKeys | null): string | null {
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
  return faultOfWords(row) ?? (macKeys && faultOfPlace(row, command, macKeys))
}

/** Which heads are not the hash of their owner's last link: an unlisted command after the last row, or that row. */
const wrongHeads = `select owner.id as owner, owner.version, owner.unlisted,
    exists (select from desk.activity item where item.owner_id = owner.id and item.version = owner.version) as "hasRow",
    owner.unlisted = 0 or exists (select from desk.unlisted where unlisted.owner_id = owner.id and unlisted.number = owner.unlisted) as "hasUnlisted"
  from owners owner
    left join desk.activity item on item.owner_id = owner.id and item.version = owner.version
    left join desk.unlisted on unlisted.owner_id = owner.id and unlisted.number = owner.unlisted
  where owner.head is distinct from case when unlisted.version = owner.version then unlisted.hash else item.hash end
    or exists (select from desk.activity item where item.owner_id = owner.id and item.version > owner.version)
    or exists (select from desk.unlisted where unlisted.owner_id = owner.id and unlisted.number > owner.unlisted)
    or (owner.version > 0 and item.owner_id is null) or (owner.unlisted > 0 and unlisted.owner_id is null)
  order by owner.id`
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
const outside = `select command.id, command.kind, command.outcome, command.at, older.command_id is not null as "isOlder"
  from desk.commands command left join desk.unchained older on older.command_id = command.id
  where command.subject_version is null and not exists (select from desk.activity item where item.command_id = command.id) and not exists (select from desk.unlisted where unlisted.command_id = command.id)
  order by command.at, command.id`
type Outside = { id: string; kind: string; outcome: string; at: Instant; isOlder: boolean }

/** `unchained`: rows from before there were chains; `older`: commands from before the unlisted ones were chained; `respoken`: replies out of which names were taken; `withoutMac`: links from before commands carried a MAC. */
export type ChainReport = {
  faults: string[]
  rows: bigint
  unchained: bigint
  unlisted: bigint
  older: string[]
  respoken: bigint
  withoutMac: bigint
  owners: bigint
}

const nameOf = ({ owner, version, number, commandId }: Row) =>
  `${number > 0n ? `unlisted command ${number}` : `row ${version}`} of owner ${owner} (command ${commandId})`

/** Follows all chains within the caller's transaction; without keys no MAC is checked. Of each owner whose chain doesn't hold it names the first broken row. */
export async function verifyChains(db: ClientBase, macKeys: MacKeys | null): Promise<ChainReport> {
  const report: ChainReport = {
    faults: [],
    rows: 0n,
    unchained: 0n,
    unlisted: 0n,
    older: [],
    respoken: 0n,
    withoutMac: 0n,
    owners: 0n,
  }
  const broken = new Set<OwnerId>()
  let place: Place = { owner: '', version: 0n, unlisted: 0n, hash: null }
  await forEachRow<Row>(db, rows, (row) => {
    if (row.owner !== place.owner) {
      place = { owner: row.owner, version: 0n, unlisted: 0n, hash: null }
      report.owners += 1n
    }
    count(report, row)
    if (broken.has(row.owner)) return
    const fault = faultOfRow(row, place, macKeys)
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
  await forEachRow<WrongHead>(db, wrongHeads, (head) => {
    if (!broken.has(head.owner)) report.faults.push(faultOfHead(head))
  })
  await forEachRow<Outside>(db, outside, ({ id, kind, outcome, isOlder }) => {
    if (isOlder) report.older.push(`${id} (${kind}, ${outcome})`)
    else report.faults.push(`command ${id} (${kind}, ${outcome}) stands in no chain.`)
  })
  return report
}

function count(report: ChainReport, { number, hash, respoken, mac }: Row): void {
  if (number > 0n) report.unlisted += 1n
  else report.rows += 1n
  if (hash === null) report.unchained += 1n
  if (respoken !== null) report.respoken += 1n
  if (mac === null) report.withoutMac += 1n
}
