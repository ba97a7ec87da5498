/**
 * Reads a chain from a node, block by block, and keeps what it says of the firm's addresses. What was read counts as long as the
 * node has the same block at its height; where it has another, as much as differs is taken away again. Any number of processes may
 * scan: one of them at a time does.
 */
import type { Pool, PoolClient } from 'pg'
import type { BitcoinNetwork } from '../../lib/output-descriptor.ts'
import { NodeFault, type BitcoinNode, type NodeState } from '../../platform/bitcoin/node.ts'
import { atomically, type Database } from '../../platform/database.ts'
import { forgetWaiting, keepBlock, keepWaiting, takeAway } from './outputs.ts'

/** Held for a round, by the connection that writes: whoever loses it writes nothing more. */
const scannerLock = 7_401_009

/** Deeper than the deepest that ever was by a third; what differs further down is another chain. */
const maxTakenAway = 100

/** Asked for in one round: the others are asked for in the next. */
const maxWaitingAtOnce = 500

export type Block = { height: number; hash: string }

export type Scanned =
  /** Of another process. */
  | { by: 'another' }
  /** `takenAway`: how many blocks that were read before count no more. */
  | { by: 'this'; reached: Block; isAtTip: boolean; takenAway: number }

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

/** It begins with what comes: addresses are shown only once it has begun. */
async function begin(node: BitcoinNode, client: PoolClient, height: number): Promise<Block> {
  const hash = await node.hashAt(height)
  if (hash === null)
    throw new NodeFault(
      `The Bitcoin node says that it has ${height} blocks, and hasn’t the last of them.`,
    )
  await client.query('insert into chain.blocks (height, hash) values ($1, $2)', [height, hash])
  return { height, hash }
}

/** Null where another process is at it. */
async function alone<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T | null> {
  const client = await pool.connect()
  let isWell = false
  try {
    const { rows } = await client.query<{ free: boolean }>(
      'select pg_try_advisory_lock($1) as free',
      [scannerLock],
    )
    const done = rows[0]!.free
      ? await work(client).finally(() =>
          client.query('select pg_advisory_unlock($1)', [scannerLock]),
        )
      : null
    isWell = true
    return done
  } catch (error) {
    isWell = error instanceof NodeFault
    throw error
  } finally {
    // A connection that failed may be lost, and its lock with it.
    client.release(!isWell)
  }
}

/** One for each process: it remembers which waiting transactions it has looked at. */
export function createScanner({ node, pool, network }: Chain) {
  let looked = new Set<string>()

  /** Nothing is concluded from a list that may be of another block than the last one read. */
  async function readWaiting(client: PoolClient, reached: Block): Promise<void> {
    const ids = await node.waiting()
    const fresh = ids.filter((txid) => !looked.has(txid)).slice(0, maxWaitingAtOnce)
    const found = await Promise.all(fresh.map((txid) => node.transaction(txid)))
    if ((await node.hashAt(reached.height + 1)) !== null) return
    if ((await node.hashAt(reached.height)) !== reached.hash) return
    await atomically(client, async () => {
      await forgetWaiting(client, ids)
      await keepWaiting(
        client,
        found.filter((one) => one !== null),
      )
    })
    const known = new Set([...looked, ...fresh])
    looked = new Set(ids.filter((txid) => known.has(txid)))
  }

  async function round(client: PoolClient, shouldContinue: () => boolean): Promise<Scanned> {
    const state = await node.state()
    const before = await readReached(client)
    checkState(state, network, before)
    let reached = before ?? (await begin(node, client, state.height))
    const common = await lastInCommon(node, client, reached)
    const takenAway = reached.height - common.height
    if (takenAway > 0) {
      await atomically(client, () => takeAway(client, common.height))
      // What was in them may wait again.
      looked = new Set()
      reached = common
    }
    while (shouldContinue()) {
      const block = await blockAfter(node, reached)
      if (block === null) break
      const next = { height: reached.height + 1, hash: block.hash }
      await atomically(client, () => keepBlock(client, next.height, block))
      reached = next
    }
    const isAtTip = (await node.hashAt(reached.height + 1)) === null
    if (isAtTip) await readWaiting(client, reached)
    return { by: 'this', reached, isAtTip, takenAway }
  }

  return {
    /** Reads until the node has no more, or nobody wants it to go on. Throws a NodeFault; what was read until then is kept. */
    async scan(shouldContinue: () => boolean = () => true): Promise<Scanned> {
      const scanned = await alone(pool, (client) => round(client, shouldContinue))
      return scanned ?? { by: 'another' }
    },
  }
}
