/** What a firm with a million addresses needs to read on after its node was away. */
import { expect, test } from 'vitest'
import { createScanner, readReached } from '../../src/domains/wallets/scan.ts'
import { bitcoinNodeAt } from '../../src/platform/bitcoin/node.ts'
import { noBitcoinNode, startBitcoinNode } from '../support/bitcoin-node/bitcoin-node.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { confirmWallet } from '../support/wallets.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const real = noBitcoinNode ? null : await startBitcoinNode()

test.skipIf(noBitcoinNode)(
  `500 blocks are read within a minute, with a million scripts watched${noBitcoinNode ? ` (${noBitcoinNode})` : ''}`,
  { timeout: 300_000 },
  async () => {
    const wallet = await confirmWallet(house)
    const { script } = await wallet.draw(await house.person())
    // In parts that a statement's time is enough for.
    for (let part = 0; part < 20; part += 1)
      await database.owner.query(
        `insert into wallet_addresses (id, owner_id, wallet_id, branch, index, script, address, drawn_at)
       select gen_random_uuid(), owner_id, wallet_id, 'change', n, '0014' || substr(encode(sha256(n::text::bytea), 'hex'), 1, 40), n::text, drawn_at
         from wallet_addresses, generate_series($1::int + 1, $1 + 50000) n where index = 1 and branch = 'people'`,
        [part * 50_000],
      )
    await real!.mine(150)
    const scanner = createScanner({
      node: bitcoinNodeAt(real!.url),
      pool: database.pool,
      network: 'regtest',
    })
    await scanner.scan()
    for (let n = 0; n < 25; n += 1) {
      await real!.send(...Array.from({ length: 40 }, () => ({ script, amount: 10_000n })))
      await real!.mine(20)
    }
    const late = AbortSignal.timeout(60_000)
    const { height } = (await readReached(database.pool))!
    expect(await scanner.scan(() => !late.aborted)).toMatchObject({
      isAtTip: true,
      reached: { height: height + 500 },
    })
    const { rows } = await database.owner.query(
      'select count(*)::int as found, sum(amount)::int as amount from chain.outputs where height is not null',
    )
    expect(rows).toEqual([{ found: 1000, amount: 10_000_000 }])
  },
)
