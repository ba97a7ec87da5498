/** Walks every owner's chain as the database has it, from its first row to its head, and says where it doesn't hold. */
import type { ClientBase } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Instant } from '../lib/instant.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { MacKeys } from '../platform/mac.ts'
import {
  faultOfLink,
  linksWith,
  listedColumns,
  nameOfLink,
  placeOf,
  unlistedColumns,
  type Link,
  type Place,
} from './chain-links.ts'

const rows = linksWith(
  `select ${listedColumns} from desk.activity union all select ${unlistedColumns} from desk.unlisted`,
)

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
  await forEachRow<Link>(db, rows, (row) => {
    if (row.owner !== place.owner) {
      place = { owner: row.owner, version: 0n, unlisted: 0n, hash: null }
      report.owners += 1n
    }
    count(report, row)
    if (broken.has(row.owner)) return
    const fault = faultOfLink(row, place, macKeys)
    place = placeOf(row, place)
    if (fault === null) return
    broken.add(row.owner)
    report.faults.push(`${nameOfLink(row)}: ${fault}.`)
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

function count(report: ChainReport, { number, hash, respoken, mac }: Link): void {
  if (number > 0n) report.unlisted += 1n
  else report.rows += 1n
  if (hash === null) report.unchained += 1n
  if (respoken !== null) report.respoken += 1n
  if (mac === null) report.withoutMac += 1n
}
