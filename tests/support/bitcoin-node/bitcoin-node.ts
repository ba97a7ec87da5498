/** A Bitcoin node for a test file: it ends with it. */
import { afterAll } from 'vitest'
import { newFolder } from '../folder.ts'
import { startNode, type MinersCoins } from './node-process.ts'

export { noBitcoinNode, type Paid } from './node-process.ts'

export async function startBitcoinNode({ coins = 'all' }: { coins?: MinersCoins } = {}) {
  const node = await startNode(await newFolder(), coins)
  afterAll(() => node.kill9())
  return node
}
