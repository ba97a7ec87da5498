/** Looks at the chain again and again, as a worker does, until it is killed: `node watcher.ts DATABASE NODE DESCRIPTOR`. */
import { setTimeout } from 'node:timers/promises'
import { createChainWatch } from '../../src/domains/coin-deposits/watch.ts'
import { bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import { firm, openDesk } from './desk.ts'

const [url, nodeUrl, descriptor] = process.argv.slice(2)
const { pool, desk } = openDesk(url!)
const watch = createChainWatch({
  pool,
  desk,
  firm,
  log: { warn() {} } as never,
  bitcoin: {
    network: 'regtest',
    descriptor: descriptor!,
    node: bitcoinNodeAt(nodeUrl!),
    rates: ratesOf(null),
  },
})

process.send?.('looks')
// The database may be killed at any time: the next look is another try.
for (;;) {
  await watch.look().catch(() => {})
  await setTimeout(20)
}
