/** One owner's chain, in parts of a bounded length: each begins where the one before ended, with the hash that it ended with. */
import type { PoolClient } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { MacKeys } from '../platform/mac.ts'
import { rowValues, unlistedValues, type Digest } from './chain.ts'
import {
  digestOfLink,
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

const longest = 500

const part =
  linksWith(`(select ${listedColumns} from desk.activity where owner_id = $1 and version > $2 order by version limit $4)
    union all (select ${unlistedColumns} from desk.unlisted where owner_id = $1 and number > $3 order by number limit $4)`)

/** The next links after a place, at most so many. */
async function linksAfter(
  db: PoolClient,
  { owner, version, unlisted }: Place,
  count: number,
): Promise<Link[]> {
  const { rows } = await db.query<Link>({
    name: 'chain.part',
    text: `${part} limit $4`,
    values: [owner, version, unlisted, count],
  })
  return rows
}

/** A link as it is hashed: SHA-256 of the JSON list of the label, the hash before and these values. */
export type RawLink = {
  label: 'activity' | 'unlisted'
  values: (string | number | null)[]
  hash: Digest
  commandId: string
}

/** Null where the journal hasn't got its command, which is a fault. */
export function rawLink(link: Link): RawLink | null {
  const command = digestOfLink(link)
  if (command === null) return null
  const label = link.number > 0n ? 'unlisted' : 'activity'
  return {
    label,
    values: label === 'unlisted' ? unlistedValues(link, command) : rowValues(link, command),
    hash: link.hash,
    commandId: link.commandId,
  }
}

export type ChainPart = {
  links: RawLink[]
  /** How many links were looked at. */
  count: number
  /** How many of them have a MAC that nobody can check, since its secret was lost. */
  unproven: number
  fault: string | null
  /** Where the part ends; null after a fault. */
  end: Place | null
  /** Whether that is the end of the chain, and the owner's head. */
  isHead: boolean
}

type Head = { version: bigint; unlisted: bigint; head: Digest | null }

const faultOfHead = (end: Place, { version, unlisted, head }: Head): string | null =>
  end.version === version && end.unlisted === unlisted && end.hash === head
    ? null
    : `the head that stands with owner ${end.owner} is not the hash of the last link`

/** Within the caller's snapshot. Without keys no MAC is checked. Null where there is no such owner. */
export async function followPart(
  db: PoolClient,
  after: Place,
  macKeys: MacKeys | null,
): Promise<ChainPart | null> {
  const { rows: heads } = await db.query<Head>({
    name: 'chain.head',
    text: `select version, unlisted, encode(head, 'hex') as head from owners where id = $1`,
    values: [after.owner],
  })
  const [head] = heads
  if (!head) return null
  const found = await linksAfter(db, after, longest + 1)
  const shown = found.slice(0, longest)
  const countUnproven = (links: Link[]) => links.filter((link) => isUnproven(link, macKeys)).length
  const isHead = found.length <= longest
  let end = after
  for (const [index, link] of shown.entries()) {
    const fault = faultOfLink(link, end, macKeys)
    if (fault !== null) {
      const links = shown
        .slice(0, index)
        .map(rawLink)
        .filter((raw) => raw !== null)
      return {
        links,
        count: index + 1,
        unproven: countUnproven(shown.slice(0, index + 1)),
        fault: `${nameOfLink(link)}: ${fault}`,
        end: null,
        isHead: false,
      }
    }
    end = placeOf(link, end)
  }
  return {
    links: shown.map(rawLink).filter((raw) => raw !== null),
    count: shown.length,
    unproven: countUnproven(shown),
    fault: isHead ? faultOfHead(end, head) : null,
    end,
    isHead,
  }
}

/** A row of an owner's activity, or their unlisted command of this number, and the hash of the link before it. */
export async function readLink(
  db: PoolClient,
  owner: OwnerId,
  at: { version: bigint } | { number: bigint },
): Promise<{ link: Link; before: Digest | null } | null> {
  const isRow = 'version' in at
  const { rows } = await db.query<Link & { before: Digest | null }>({
    name: isRow ? 'chain.row' : 'chain.unlisted',
    text: linksWith(
      isRow
        ? `select ${listedColumns} from desk.activity where owner_id = $1 and version = $2`
        : `select ${unlistedColumns} from desk.unlisted where owner_id = $1 and number = $2`,
    ),
    values: [owner, isRow ? at.version : at.number],
  })
  const [link] = rows
  return link ? { link, before: await hashBefore(db, link) } : null
}

async function hashBefore(
  db: PoolClient,
  { owner, version, number }: Link,
): Promise<Digest | null> {
  const { rows } = await db.query<{ hash: Digest | null }>({
    name: 'chain.before',
    text: `select encode(hash, 'hex') as hash from (
        (select version, 0::bigint as number, hash from desk.activity where owner_id = $1 and version < case when $3::bigint > 0 then $2::bigint + 1 else $2 end order by version desc limit 1)
        union all (select version, number, hash from desk.unlisted where owner_id = $1 and ($3 = 0 or number < $3) and version <= $2 - case when $3 > 0 then 0 else 1 end order by number desc limit 1)
      ) link order by version desc, number desc limit 1`,
    values: [owner, version, number],
  })
  return rows[0]?.hash ?? null
}
