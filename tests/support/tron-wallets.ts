/** An account of the firm on the demonstration's TRON, whose keys a test has, and a simulator of its node. */
import { HDKey } from '@scure/bip32'
import { scanTron } from '../../src/domains/tron/scan.ts'
import { tronAddressOf, tronHexOf } from '../../src/lib/tron-address.ts'
import { tronDepth } from '../../src/lib/tron-transfers.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { ratesOf } from '../../src/platform/bitcoin/rates.ts'
import { tronNodeAt } from '../../src/platform/tron/node.ts'
import { createProving } from '../../src/platform/tron/proofs.ts'
import type { Tron } from '../../src/platform/tron/settings.ts'
import type { TestHouse } from './house.ts'
import { startTronSimulator } from './tron-simulator/tron-simulator.ts'

const network = 'tron-sample'

/** Of a seed of one repeated byte. */
export const tronAccount = (byte = 1) => ({
  network: 'tron-sample' as const,
  descriptor: HDKey.fromMasterSeed(new Uint8Array(32).fill(byte)).derive("m/44'/195'/0'")
    .publicExtendedKey,
})

/** As the simulator has it, which has addresses of the main network alone. */
export const onChain = (address: string): string => tronAddressOf(tronHexOf(address, network))

/** A simulator of a node whose chain is long enough to be read. */
export async function startTron({ byte = 1 } = {}) {
  const simulator = await startTronSimulator({ network })
  simulator.produceEmpty(60)
  const account = tronAccount(byte)
  const node = tronNodeAt(simulator.url, network, 5_000)
  const tron: Tron = {
    ...account,
    node,
    second: null,
    rates: ratesOf(null, 'USDT'),
    proving: createProving({ node, second: null, known: null }),
  }
  return {
    simulator,
    tron,
    /** So many blocks that what is in the last one is read next. */
    bury: () => simulator.produceEmpty(19 + tronDepth),
    begin: (house: TestHouse) => scanTron({ node: tron.node, pool: house.database.pool as never }),
  }
}

/** Compared by two administrators of the house's own. */
export async function confirmTronAccount(house: TestHouse, account = tronAccount()) {
  const { address } = placeIn(account, 'people', 0)
  for (let n = 0; n < 2; n += 1) {
    const admin = await house.person({ role: 'admin' })
    const reply = await house.run('CompareWallet', { ...account, address }, admin)
    if (reply.outcome !== 'done') throw new Error(reply.text)
  }
  return {
    /** The firm's own, from which payouts are paid. */
    own: address,
    /** Answers where this person's payments arrive. */
    async draw(owner: string): Promise<string> {
      const reply = await house.run('DrawAddress', { ...account, owner }, owner)
      if (reply.outcome !== 'done') throw new Error(reply.text)
      const { rows } = await house.database.pool.query<{ address: string }>(
        `select address from wallet_addresses where owner_id = $1 and address like '27%'`,
        [owner],
      )
      return rows[0]!.address
    },
  }
}
