/** Walks every owner's chain as the database has it, from its first row to its head, and says where it doesn't hold. */
import type { ClientBase } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { MacKeys } from '../platform/mac.ts'
import {
  faultOfLink,
  isUnproven,
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

/** Commands that have no place in a chain: not the row of activity that they claim; or no other, where they claim none. */
const outside = `select id, kind, outcome, "claimedOf" from (
    select command.id, command.kind, outcome, command.at, subject as "claimedOf" from desk.commands command
      left join desk.activity item on item.owner_id = subject and item.version = subject_version
      where subject_version is not null and item.command_id is distinct from command.id
    union all select id, kind, outcome, at, null from desk.commands command
      where subject_version is null and not exists (select from desk.activity item where item.command_id = command.id) and not exists (select from desk.unlisted where unlisted.command_id = command.id)
  ) found order by at, id`
type Outside = { id: string; kind: string; outcome: string; claimedOf: OwnerId | null }

/** `unproven`: links whose MACs nobody can check, since their secret was lost. */
export type ChainReport = {
  faults: string[]
  rows: bigint
  unlisted: bigint
  unproven: bigint
  owners: bigint
}

/** Follows all chains within the caller's transaction; without keys no MAC is checked. Of each owner whose chain doesn't hold it names the first broken row. */
export async function verifyChains(db: ClientBase, macKeys: MacKeys | null): Promise<ChainReport> {
  const report: ChainReport = { faults: [], rows: 0n, unlisted: 0n, unproven: 0n, owners: 0n }
  const broken = new Set<OwnerId>()
  let place: Place = { owner: '', version: 0n, unlisted: 0n, hash: null }
  await forEachRow<Link>(db, rows, (row) => {
    if (row.owner !== place.owner) {
      place = { owner: row.owner, version: 0n, unlisted: 0n, hash: null }
      report.owners += 1n
    }
    if (row.number > 0n) report.unlisted += 1n
    else report.rows += 1n
    if (isUnproven(row, macKeys)) report.unproven += 1n
    if (broken.has(row.owner)) return
    const fault = faultOfLink(row, place, macKeys)
    place = placeOf(row, place)
    if (fault === null) return
    broken.add(row.owner)
    report.faults.push(`${nameOfLink(row)}: ${fault}.`)
  })
  await forEachRow<WrongHead>(db, wrongHeads, (head) => {
    if (broken.has(head.owner)) return
    broken.add(head.owner)
    report.faults.push(faultOfHead(head))
  })
  await forEachRow<Outside>(db, outside, ({ id, kind, outcome, claimedOf }) => {
    if (claimedOf === null || !broken.has(claimedOf))
      report.faults.push(`command ${id} (${kind}, ${outcome}) stands in no chain.`)
  })
  return report
}
