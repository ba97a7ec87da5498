/** A Bitcoin node for a test file: it ends with it. */
import { afterAll } from 'vitest'
import { newFolder } from '../folder.ts'
import type { MinersCoins } from './miner.ts'
import { startNode } from './node-process.ts'

export type { Paid } from './miner.ts'
export { noBitcoinNode } from './node-process.ts'

export async function startBitcoinNode({ coins = 'all' }: { coins?: MinersCoins } = {}) {
  const node = await startNode(await newFolder(), coins)
  afterAll(() => node.kill9())
  return node
}
