/**
 * The daily root: one hash over the heads of all owners' chains. A root that is kept elsewhere shows later that
 * nothing from before it was changed. Any number of processes may try to make it; one does.
 */
import { hash } from 'node:crypto'
import type { ClientBase, Pool } from 'pg'
import { dayMs, type Instant } from '../lib/instant.ts'
import { leafHash, MerkleTree } from '../lib/merkle.ts'
import { atomically } from '../platform/database.ts'
import { forEachRow } from '../platform/each-row.ts'
import { runAlone } from '../platform/run-alone.ts'
import { digestOf, type Digest } from './chain.ts'

/** `day` as 2026-01-31; `heads` is how many owners had a chain. */
export type Root = {
  day: string
  heads: bigint
  tree: Digest
  previous: Digest | null
  root: Digest
}

const sha256 = (bytes: Uint8Array) => hash('sha256', bytes, 'buffer')

export const newTree = (): MerkleTree => new MerkleTree(sha256)
export const treeRoot = (tree: MerkleTree): Digest => Buffer.from(tree.root()).toString('hex')

/** The leaf of an owner's head: 16 bytes of id, 8 of version, 32 of hash. */
export const leafColumn = (owner: string, version: string, head: string): string =>
  `uuid_send(${owner}) || int8send(${version}) || ${head}`
export const hashOfLeaf = (leaf: Buffer): Uint8Array => leafHash(sha256, leaf)

export const rootOf = ({ day, heads, tree, previous }: Omit<Root, 'root'>): Digest =>
  digestOf('root', [day, String(heads), previous, tree])

/** One maker at a time over all processes. */
const makerLock = 7_401_013

/** The last day of business time that has ended, and the last one that has a root. */
async function readDays(
  db: Pool | ClientBase,
): Promise<{ ended: string; rooted: string | null; previous: Digest | null; now: Instant }> {
  const { rows } =
    await db.query(`select (now at time zone 'UTC')::date - 1 as ended, now, day as rooted, encode(root, 'hex') as previous
    from business_now() as now left join (select day, root from desk.roots order by day desc limit 1) last on true`)
  return rows[0]
}

/**
 * Of how many days that have ended there is no root since the last one; all of them count as one where there is none at all. Where the
 * last one is of a day that hasn’t ended, by a clock that was wrong, none is made until then: these days count, too.
 */
export async function countMissingRoots(db: Pool): Promise<number> {
  const { ended, rooted } = await readDays(db)
  if (rooted === null) return 1
  return Math.abs(Date.parse(ended) - Date.parse(rooted)) / dayMs
}

async function treeOfHeads(db: ClientBase): Promise<MerkleTree> {
  const tree = newTree()
  await forEachRow<{ leaf: Buffer }>(
    db,
    `select ${leafColumn('id', 'version', 'head')} as leaf from owners where head is not null order by id`,
    ({ leaf }) => tree.add(hashOfLeaf(leaf)),
  )
  return tree
}

/** `at`: the moment of the snapshot, by business time. */
export type MadeRoot = Root & { at: Instant }

/** What is made with a root, in its transaction and of its moment. */
export type WithRoot = (db: ClientBase, root: MadeRoot) => Promise<void>

/** Makes the root of the last day that has ended, unless there is one. All of it sees one moment. */
async function makeWithin(db: ClientBase, withRoot: WithRoot): Promise<Root | null> {
  const { ended, rooted, previous, now } = await readDays(db)
  if (rooted !== null && rooted >= ended) return null
  const tree = await treeOfHeads(db)
  const made = { day: ended, heads: BigInt(tree.leaves), tree: treeRoot(tree), previous }
  const root = { ...made, root: rootOf(made) }
  await db.query(
    // Not by looking first: a plan made while the table is empty reads all that this statement itself has written, for every row.
    `insert into desk.root_heads (owner_id, version, unlisted, day, head)
    select id, version, unlisted, $1, head from owners where head is not null
    on conflict (owner_id, version, unlisted) do nothing`,
    [ended],
  )
  await db.query(
    `insert into desk.roots (day, heads, tree, previous, root) values ($1, $2, decode($3, 'hex'), decode($4, 'hex'), decode($5, 'hex'))`,
    [root.day, root.heads, root.tree, root.previous, root.root],
  )
  await withRoot(db, { ...root, at: now })
  return root
}

/**
 * Makes the root that is due; null where none is, or another process is making it. Days on which nobody made one, or over
 * which the demonstration's clock was moved, are covered by the next.
 */
export async function makeRoot(
  pool: Pool,
  withRoot: WithRoot = async () => {},
): Promise<Root | null> {
  const make = (client: ClientBase) =>
    atomically(client, async () => {
      // What is read first shows the root that the last holder of the lock made. A million heads take longer than a statement of a request may.
      await client.query(
        'set transaction isolation level repeatable read; set local statement_timeout = 0',
      )
      return makeWithin(client, withRoot)
    })
  return runAlone(pool, makerLock, make)
}

/** The demonstration's clock may have been moved by another process: look again at least this often. */
const longestRestMs = 15_000

/** Makes the root that is due, and says how long to rest until the next day has ended. */
export async function makeRootAndRest(pool: Pool, withRoot?: WithRoot): Promise<number> {
  const { ended, rooted, now } = await readDays(pool)
  if (rooted === null || rooted < ended) await makeRoot(pool, withRoot)
  return Math.min(longestRestMs, dayMs - (now % dayMs))
}
