/**
 * Reads a chain from a node, block by block, and keeps what it says of the firm's addresses. What was read counts as long as the
 * node has the same block at its height; where it has another, as much as differs is taken away again. Any number of processes may
 * scan: one of them at a time does.
 */
import { setTimeout } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import type { BitcoinNetwork } from '../../lib/output-descriptor.ts'
import { NodeFault, type BitcoinNode, type NodeState } from '../../platform/bitcoin/node.ts'
import { atomically, type Database } from '../../platform/database.ts'
import { runAlone } from '../../platform/run-alone.ts'
import { forgetWaiting, keepBlock, keepWaiting, takeAway } from './outputs.ts'

/** Held for a round, by the connection that writes: whoever loses it writes nothing more. */
const scannerLock = 7_401_009

/** Deeper than the deepest that ever was by a third; what differs further down is another chain. It begins as far below the last block, so that the first ones can be taken away, too. */
const maxTakenAway = 100

/** Kept at once of what waits. */
const waitingAtOnce = 500
/** Asked at once: nodes turn away what is more than a few. */
const lanes = 4

/** A node knows of a new block a moment before it has it: it is asked so often, with a rest between, before that is said. */
const timesAsked = 5
const restMs = 500

export type Block = { height: number; hash: string }

export type Scanned =
  /** Of another process. */
  | { by: 'another' }
  /** `takenAway`: how many blocks that were read before count no more; `unknown`: why it couldn't be read what waits, or null. */
  | {
      by: 'this'
      reached: Block
      isAtTip: boolean
      takenAway: number
      unknown: NodeFault | null
    }

type Chain = { node: BitcoinNode; pool: Pool; network: BitcoinNetwork }

/** How far the chain was read; null before the first round. */
export async function readReached(db: Database): Promise<Block | null> {
  const { rows } = await db.query<Block>({
    name: 'chain.reached',
    text: 'select height, hash from chain.blocks order by height desc limit 1',
  })
  return rows[0] ?? null
}

/** Throws a NodeFault where this node can't go on from what was read. */
function checkState(state: NodeState, network: BitcoinNetwork, reached: Block | null): void {
  if (state.network !== network)
    throw new NodeFault(
      `The Bitcoin node is on the network ${state.network}, and the settings say ${network}. Nothing is read from it.`,
    )
  if (reached === null) return
  if (state.height < reached.height)
    throw new NodeFault(
      `The Bitcoin node is behind: it has blocks up to ${state.height}, and ${reached.height} were read already. It is waited for.`,
    )
  if (state.prunedTo !== null && state.prunedTo > reached.height)
    throw new NodeFault(
      `The Bitcoin node has thrown away blocks that were not read yet: it begins after ${state.prunedTo}, and ${reached.height} was the last. Use a node that has them all.`,
    )
}

/** The last block that the node still has where it was read. */
async function lastInCommon(node: BitcoinNode, db: Database, reached: Block): Promise<Block> {
  const { rows } = await db.query<Block>({
    name: 'chain.last-blocks',
    text: 'select height, hash from chain.blocks where height >= $1 order by height desc',
    values: [reached.height - maxTakenAway],
  })
  for (const block of rows) if ((await node.hashAt(block.height)) === block.hash) return block
  throw new NodeFault(
    `The Bitcoin node has another chain than the one that was read: they differ by more than ${rows.length - 1} blocks below ${reached.height}. Nothing was changed. Check that the node is your own and on the right chain.`,
  )
}

/** The next one in the node's chain; null where that changed meanwhile, and has to be looked at anew. */
async function blockAfter(node: BitcoinNode, before: Block) {
  const hash = await node.hashAt(before.height + 1)
  if (hash === null) return null
  const block = await node.block(hash)
  if (block.previous === before.hash) return block
  if ((await node.hashAt(before.height)) === before.hash)
    throw new NodeFault(
      `The Bitcoin node has ${hash} at height ${before.height + 1}, which doesn’t follow ${before.hash}. Nothing was read of it.`,
    )
  return null
}

/** It begins once, a little below the last block: whose blocks are gone from the database goes on from there. Addresses may be shown only once it has begun. */
async function begin(node: BitcoinNode, client: PoolClient, height: number): Promise<Block> {
  const at = Math.max(0, height - maxTakenAway)
  const hash = await node.hashAt(at)
  if (hash === null)
    throw new NodeFault(
      `The Bitcoin node says that it has ${height} blocks, and hasn’t the one at ${at}.`,
    )
  return atomically(client, async () => {
    await client.query(
      'insert into chain.beginning (height, hash) values ($1, $2) on conflict do nothing',
      [at, hash],
    )
    const { rows } = await client.query<Block>(
      'insert into chain.blocks (height, hash) select height, hash from chain.beginning returning height, hash',
    )
    return rows[0]!
  })
}

type Next = { height: number; block: Awaited<ReturnType<BitcoinNode['block']>> }

/**
 * What the node has instead of the blocks above the last one in common, up to where it was read before. It is there before anything
 * is taken away: a node that fails in between leaves what was read. Null where its chain changed meanwhile.
 */
async function branchAbove(node: BitcoinNode, common: Block, upTo: number): Promise<Next[] | null> {
  const branch: Next[] = []
  let last = common
  while (last.height < upTo) {
    const block = await blockAfter(node, last)
    if (block === null) return null
    last = { height: last.height + 1, hash: block.hash }
    branch.push({ height: last.height, block })
  }
  return branch
}

/** Takes away what the node no longer has, together with reading what it has instead. Null where its chain changed meanwhile. */
async function follow(
  node: BitcoinNode,
  client: PoolClient,
  reached: Block,
): Promise<{ reached: Block; takenAway: number } | null> {
  const common = await lastInCommon(node, client, reached)
  if (common.height === reached.height) return { reached, takenAway: 0 }
  const branch = await branchAbove(node, common, reached.height)
  if (branch === null) return null
  await atomically(client, async () => {
    await takeAway(client, common.height)
    for (const { height, block } of branch) await keepBlock(client, height, block)
  })
  const { height, block } = branch.at(-1)!
  return { reached: { height, hash: block.hash }, takenAway: reached.height - common.height }
}

/** A few at a time, in their order. */
async function inLanes<T, R>(all: readonly T[], ask: (one: T) => Promise<R>): Promise<R[]> {
  const answers: R[] = []
  for (let at = 0; at < all.length; at += lanes)
    answers.push(...(await Promise.all(all.slice(at, at + lanes).map(ask))))
  return answers
}

/** Whether this is still the last block of the node's chain. */
const isLast = async (node: BitcoinNode, { height, hash }: Block): Promise<boolean> =>
  (await node.hashAt(height + 1)) === null && (await node.hashAt(height)) === hash

/** Whether there is nothing after this one. Throws where the node says that there is, and doesn't give it. */
async function isWhole(
  node: BitcoinNode,
  before: NodeState,
  { height: at }: Block,
): Promise<boolean> {
  if (before.height <= at && before.missing === 0) return true
  for (let times = 1; ; times += 1) {
    // Asked anew: its chain may have changed since.
    const { height, missing } = await node.state()
    if ((await node.hashAt(at + 1)) !== null) return false
    if (height > at)
      throw new NodeFault(
        `The Bitcoin node says that it has blocks up to ${height}, and hasn’t the one at ${at + 1}. Nothing is booked by what it says.`,
      )
    if (missing === 0) return true
    if (times === timesAsked)
      throw new NodeFault(
        `The Bitcoin node is still fetching blocks: it has ${height} of ${height + missing}. What it has was read; nothing is booked before it has them all.`,
      )
    await setTimeout(restMs)
  }
}

/** One for each process: it remembers which waiting transactions it has looked at. */
export function createScanner({ node, pool, network }: Chain) {
  let looked = new Set<string>()

  /** Nothing is concluded from a list that may be of another block than the last one read. */
  async function readWaiting(client: PoolClient, reached: Block): Promise<void> {
    const ids = await node.waiting()
    if (!(await isLast(node, reached))) return
    await atomically(client, () => forgetWaiting(client, ids))
    looked = looked.intersection(new Set(ids))
    const fresh = ids.filter((txid) => !looked.has(txid))
    for (let at = 0; at < fresh.length; at += waitingAtOnce) {
      const asked = await inLanes(fresh.slice(at, at + waitingAtOnce), (txid) =>
        node.transaction(txid),
      )
      const found = asked.filter((one) => one !== null)
      if (!(await isLast(node, reached))) return
      await atomically(client, () => keepWaiting(client, found))
      for (const { txid } of found) looked.add(txid)
    }
  }

  async function round(client: PoolClient, shouldContinue: () => boolean): Promise<Scanned> {
    const state = await node.state()
    const before = await readReached(client)
    checkState(state, network, before)
    const beginning = before ?? (await begin(node, client, state.height))
    const followed = await follow(node, client, beginning)
    if (followed === null)
      return { by: 'this', reached: beginning, isAtTip: false, takenAway: 0, unknown: null }
    const { takenAway } = followed
    let { reached } = followed
    while (shouldContinue()) {
      const block = await blockAfter(node, reached)
      if (block === null) break
      const next = { height: reached.height + 1, hash: block.hash }
      await atomically(client, () => keepBlock(client, next.height, block))
      reached = next
    }
    const isAtTip = (await isLast(node, reached)) && (await isWhole(node, state, reached))
    const unknown = isAtTip ? await faultOf(readWaiting(client, reached)) : null
    return { by: 'this', reached, isAtTip, takenAway, unknown }
  }

  return {
    /** Reads until the node has no more, or nobody wants it to go on. Throws a NodeFault; what was read until then is kept. */
    async scan(shouldContinue: () => boolean = () => true): Promise<Scanned> {
      const scanned = await runAlone(
        pool,
        scannerLock,
        (client) => round(client, shouldContinue),
        (error) => error instanceof NodeFault,
      )
      return scanned ?? { by: 'another' }
    },
  }
}

/** What is in blocks was read: that the node doesn't say what waits is no reason to say less of it. */
const faultOf = (reading: Promise<void>): Promise<NodeFault | null> =>
  reading.then(
    () => null,
    (error: unknown) => {
      if (error instanceof NodeFault) return error
      throw error
    },
  )
