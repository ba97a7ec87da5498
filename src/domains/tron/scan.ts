/**
 * Reads the TRON chain from a node, block by block, and keeps what it says of the firm's addresses. Only what is solidified is
 * read, and of that not the last blocks: nothing is ever taken away again. A chain that isn't what it was stops it. Any number of
 * processes may scan: one of them at a time does.
 */
import type { Pool, PoolClient } from 'pg'
import { tronDepth } from '../../lib/tron-transfers.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import { atomically } from '../../platform/database.ts'
import { runAlone } from '../../platform/run-alone.ts'
import type { TronBlock, TronNode, TronState } from '../../platform/tron/node.ts'
import { keepBeginning, keepBlock, readReached, type Reached } from './transfers.ts'

/** Held for a round, by the connection that writes: whoever loses it writes nothing more. */
const scannerLock = 7_401_016

/** Asked at once: services turn away what is more than a few. */
const lanes = 4

export type Scanned =
  /** Of another process. */
  | { by: 'another' }
  /** `isAtEnd`: there is no more to read yet. `state`: what the node said of itself when the round began. */
  | { by: 'this'; reached: Reached; isAtEnd: boolean; state: TronState }

/** Throws a NodeFault where this node can't go on from what was read. */
async function checkGoesOn(node: TronNode, { solid }: TronState, reached: Reached): Promise<void> {
  if (solid < reached.height)
    throw new NodeFault(
      `The TRON node is behind: it has solidified blocks up to ${solid}, and ${reached.height} was read already. It is waited for.`,
    )
  const id = await node.idAt(reached.height)
  if (id !== reached.id)
    throw new NodeFault(
      `The TRON node has ${id ?? 'no block'} at height ${reached.height}, where ${reached.id} was read. A solidified chain never changes: one of the two was another chain. Nothing is read until somebody has found out which.`,
    )
}

/** As deep as what is read: what is paid to an address that is first shown now is in a later block. */
async function begin(node: TronNode, client: PoolClient, height: number): Promise<Reached> {
  const id = await node.idAt(height)
  if (id === null)
    throw new NodeFault(`The TRON node has no block at height ${height}, below its last one.`)
  const beginning = { height, id }
  await keepBeginning(client, beginning)
  return beginning
}

async function blockAt(node: TronNode, height: number): Promise<TronBlock> {
  const block = await node.block(height)
  if (block === null)
    throw new NodeFault(`The TRON node has no block at height ${height}, below its last one.`)
  return block
}

async function readOn(
  node: TronNode,
  client: PoolClient,
  reached: Reached,
  last: number,
): Promise<Reached> {
  const count = Math.min(lanes, last - reached.height)
  const blocks = await Promise.all(
    Array.from({ length: count }, (_, n) => blockAt(node, reached.height + 1 + n)),
  )
  let before = reached
  for (const block of blocks) {
    if (block.parent !== before.id)
      throw new NodeFault(
        `The TRON node has ${block.id} at height ${block.height}, which follows ${block.parent} and not ${before.id}. Nothing was read of it.`,
      )
    await atomically(client, () => keepBlock(client, block))
    before = block
  }
  return { height: before.height, id: before.id }
}

async function round(
  node: TronNode,
  client: PoolClient,
  shouldContinue: () => boolean,
): Promise<Scanned> {
  const state = await node.state()
  const last = Math.max(0, state.solid - tronDepth)
  const before = await readReached(client)
  if (before) await checkGoesOn(node, state, before)
  let reached = before ?? (await begin(node, client, last))
  while (reached.height < last && shouldContinue())
    reached = await readOn(node, client, reached, last)
  return { by: 'this', reached, isAtEnd: reached.height >= last, state }
}

/** Reads until there is no more, or nobody wants it to go on. Throws a NodeFault; what was read until then is kept. */
export async function scanTron(
  { node, pool }: { node: TronNode; pool: Pool },
  shouldContinue: () => boolean = () => true,
): Promise<Scanned> {
  const scanned = await runAlone(
    pool,
    scannerLock,
    (client) => round(node, client, shouldContinue),
    (error) => error instanceof NodeFault,
  )
  return scanned ?? { by: 'another' }
}
