/** The simulated chain and a real node answer alike, as far as the real one goes. */
import { isDeepStrictEqual } from 'node:util'
import { describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { bitcoinNodeAt, type ProvingNode } from '../../src/platform/bitcoin/node.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { Refusal } from '../support/chain-simulator/chain.ts'
import { startChainSimulator } from '../support/chain-simulator/chain-simulator.ts'

/** All that is asked of a node. */
async function answersOf(node: ProvingNode) {
  const { network, height, prunedTo, missing } = await node.state()
  const hashes = []
  for (let at = Math.max(0, height - 20); at <= height + 1; at += 1)
    hashes.push(await node.hashAt(at))
  const last = await node.block(hashes.at(-2)!)
  const waiting = (await node.waiting()).toSorted()
  const transactions = await Promise.all(waiting.map((txid) => node.transaction(txid)))
  const coins = await Promise.all(
    last.transactions.flatMap(({ txid, outputs }) =>
      outputs.map((_, output) => node.unspent({ txid, output })),
    ),
  )
  return { network, height, prunedTo, missing, hashes, last, waiting, transactions, coins }
}

describe.skipIf(noBitcoinNode)(
  `a simulated chain${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 120_000 },
  async () => {
    const [real, other] = noBitcoinNode
      ? []
      : await Promise.all([startBitcoinNode({ coins: 'odd' }), startBitcoinNode({ coins: 'even' })])

    test.each([1, 2, 3])('is what bcoin has, whatever happens: %i', async (seed) => {
      const random = new Random(seed)
      const height = () => real!.rpc<number>('getblockcount')
      // What waited from before is mined.
      await real!.mine((await height()) < 260 ? 260 : 1)
      await other!.follow(real!, 0)
      const block = async (node: typeof real, at: number) =>
        node!.rpc<string>('getblock', await node!.rpc('getblockhash', at), false)
      const simulated = await startChainSimulator({ first: await block(real, 0) })
      const { chain } = simulated
      const copy = async (node: typeof real, above: number) => {
        const to = await node!.rpc<number>('getblockcount')
        for (let at = above + 1; at <= to; at += 1) chain.submit(await block(node, at))
      }
      await copy(real, 0)

      const sent: string[] = []
      async function send(): Promise<void> {
        const amount = BigInt(1_000 + random.below(9_000))
        const { txid, hex } = await real!.made({ script: `0014${'ab'.repeat(20)}`, amount })
        await real!.handIn(txid, hex)
        chain.send(hex)
        sent.push(hex)
      }
      /** What waits already, or is in a block. */
      async function sendAgain(): Promise<void> {
        const hex = sent[random.below(sent.length)]
        if (hex === undefined) return
        await real!.rpc('sendrawtransaction', hex)
        try {
          chain.send(hex)
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }
      async function mine(): Promise<void> {
        const at = await height()
        await real!.mine(1 + random.below(3))
        await copy(real, at)
      }
      async function reorganise(): Promise<void> {
        const fork = await height()
        await other!.follow(real!, 0)
        const depth = random.below(4)
        for (let n = 0; n < depth; n += 1) {
          if (random.below(2) === 0) await send()
          await real!.mine()
        }
        await copy(real, fork)
        await other!.mine(depth + 1)
        await real!.follow(other!, fork)
        await copy(other, fork)
        // bcoin forgets what has lost its block; Bitcoin Core has it wait again.
        for (const { hex } of chain.waiting) await real!.rpc('sendrawtransaction', hex)
      }

      const steps = [send, send, sendAgain, mine, reorganise]
      const nodes = [real!, simulated].map(({ url }) => bitcoinNodeAt(url))
      for (let turn = 0; turn < 14; turn += 1) {
        const step = steps[random.below(steps.length)]!
        await step()
        // bcoin answers before it has looked at what was sent.
        await expect
          .poll(async () => {
            const [one, two] = await Promise.all(nodes.map(answersOf))
            return isDeepStrictEqual(one, two) ? 'alike' : { after: step.name, one, two }
          })
          .toBe('alike')
      }
    })
  },
)
