/** Makes every root again from the heads that were kept, and compares those with the chains. */
import type { ClientBase } from 'pg'
import type { MerkleTree } from '../lib/merkle.ts'
import { forEachRow } from '../platform/each-row.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Digest } from './chain.ts'
import { hashOfLeaf, leafColumn, newTree, rootOf, treeRoot, type Root } from './roots.ts'

const roots = `select day, heads, encode(tree, 'hex') as tree, encode(previous, 'hex') as previous, encode(root, 'hex') as root from desk.roots order by day`

type KeptHead = {
  owner: OwnerId
  version: bigint
  unlisted: bigint
  day: string
  commandId: string | null
  leaf: Buffer
  fits: boolean
}

// A head is of the last row, or of the unlisted command that came after it.
const keptHeads = `select kept.owner_id as owner, kept.version, case when unlisted.version = kept.version then kept.unlisted else 0 end as unlisted, kept.day,
    case when unlisted.version = kept.version then unlisted.command_id else item.command_id end as "commandId", ${leafColumn('kept.owner_id', 'kept.version', 'kept.head')} as leaf,
    coalesce(case when unlisted.version = kept.version then unlisted.hash else item.hash end = kept.head, false) as fits
  from desk.root_heads kept
    left join desk.activity item on item.owner_id = kept.owner_id and item.version = kept.version
    left join desk.unlisted on unlisted.owner_id = kept.owner_id and unlisted.number = kept.unlisted
  order by kept.owner_id, kept.version, kept.unlisted`

/** What is wrong with a head that a root was made over, in words; null where the owner's chain still has it. */
function faultOfHead(
  { owner, version, unlisted, day, commandId, fits }: KeptHead,
  days: ReadonlySet<string>,
): string | null {
  if (!days.has(day)) return `the root of ${day} is gone.`
  if (fits) return null
  const link = unlisted > 0n ? `unlisted command ${unlisted}` : `row ${version}`
  return commandId === null
    ? `${link} of owner ${owner}: it was there when the root of ${day} was made, and is gone.`
    : `${link} of owner ${owner} (command ${commandId}): its hash is not the one that the root of ${day} was made over.`
}

/** What is wrong with a root, in words; null where it is what its heads make it. */
function faultOfRoot(kept: Root, tree: MerkleTree, previous: Digest | null): string | null {
  if (kept.previous !== previous) return `the root of ${kept.day} does not name the root before it.`
  if (kept.tree !== treeRoot(tree) || kept.heads !== BigInt(tree.leaves))
    return `the root of ${kept.day} is not what the heads of that day make it.`
  return kept.root === rootOf(kept)
    ? null
    : `the root of ${kept.day} does not match its day, its heads and the root before it.`
}

/**
 * In one pass: an owner's head stands in every root from its day on until the next one's, so that a leaf is hashed once
 * and each root's tree grows with the owners. Takes time for each owner in each root, and memory for the roots only.
 */
export async function verifyRoots(
  db: ClientBase,
): Promise<{ faults: string[]; roots: bigint; last: Root | null }> {
  const kept = (await db.query<Root>(roots)).rows
  const days = new Set(kept.map(({ day }) => day))
  const trees = kept.map(newTree)
  const faults: string[] = []
  let held: { owner: OwnerId; leaf: Uint8Array } | null = null
  let reached = 0
  /** Puts the owner's head into the roots before this day. */
  const holdUntil = (day: string | null) => {
    for (; reached < kept.length && (day === null || kept[reached]!.day < day); reached += 1)
      if (held) trees[reached]!.add(held.leaf)
  }
  await forEachRow<KeptHead>(db, keptHeads, (head) => {
    if (held?.owner !== head.owner) {
      holdUntil(null)
      held = null
      reached = 0
    }
    holdUntil(head.day)
    held = { owner: head.owner, leaf: hashOfLeaf(head.leaf) }
    const fault = faultOfHead(head, days)
    if (fault !== null && !faults.includes(fault)) faults.push(fault)
  })
  holdUntil(null)
  for (const [i, root] of kept.entries()) {
    const fault = faultOfRoot(root, trees[i]!, kept[i - 1]?.root ?? null)
    if (fault !== null) faults.push(fault)
  }
  return { faults, roots: BigInt(kept.length), last: kept.at(-1) ?? null }
}
