/** Looks at TRON again and again, as a worker does, until it is killed: `node tron-watcher.ts DATABASE NODE ACCOUNT`. */
import { setTimeout } from 'node:timers/promises'
import { createTronWatch } from '../../src/domains/coin-deposits/watch.ts'
import { followLists } from '../../src/domains/payout-lists/due.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import { tronNodeAt } from '../../src/platform/tron/node.ts'
import { createProving } from '../../src/platform/tron/proofs.ts'
import { firm, macKeys, openDesk } from './desk.ts'

const [url, nodeUrl, descriptor] = process.argv.slice(2)
const { pool, desk } = openDesk(url!)
const node = tronNodeAt(nodeUrl!, 'tron-sample', 2_000)
const proving = createProving({ node, second: null, known: null })
const tron = {
  network: 'tron-sample' as const,
  descriptor: descriptor!,
  node,
  second: null,
  rates: ratesOf(null, 'USDT'),
  proving,
}
const log = { warn() {}, error() {} } as never
const watch = createTronWatch({ pool, desk, firm, log, tron })
const metrics = { differences: { inc() {} } } as never

async function look(): Promise<void> {
  if (await watch.look()) return
  await followLists({ pool, desk, log, metrics, macKeys, tron })
}

// A node that lies just then is asked again a minute later.
while ((await proving.why()) !== null) await setTimeout(1_000)
process.send?.('looks')
// The database may be killed at any time: the next look is another try.
for (;;) {
  await look().catch(() => {})
  await setTimeout(20)
}
