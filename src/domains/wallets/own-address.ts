/** An address as it may be shown: made again of the wallet that two administrators confirmed, and the same as is kept. */
import { placeAt, readDescriptor } from '../../lib/output-descriptor.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { House } from '../house-desk.ts'
import { hasBegun, readAddress, readWallets, readWatch } from './queries.ts'

type Parts = Pick<House, 'pool' | 'log'> & { bitcoin: NonNullable<House['bitcoin']> }

export type Shown =
  | { address: string | null; closed: null }
  /** Why none can be had or shown, in a sentence. */
  | { address: null; closed: string }

/** A worker looks every two seconds. */
const lookedAtWithinMs = 5 * 60_000

const closed = (why: string): Shown => ({ address: null, closed: why })

/** Where the chain isn't seen, nobody should pay to it. */
async function whyClosed({ pool, bitcoin }: Parts): Promise<string | null> {
  const { network, descriptor } = bitcoin
  const [wallets, begun, watch] = await Promise.all([
    readWallets(pool),
    hasBegun(pool),
    readWatch(pool),
  ])
  const wallet = wallets.find((one) => one.network === network && one.descriptor === descriptor)
  if (wallet?.status !== 'confirmed')
    return 'Our wallet has not been confirmed by two of our staff yet. Until then no address can be shown.'
  const isLookedAt = watch !== null && Date.now() - watch.lookedAt < lookedAtWithinMs
  if (!begun || !isLookedAt || watch.fault !== null)
    return 'We can’t see the Bitcoin network at the moment. What was sent already is safe and will be credited; please wait before you send more.'
  return null
}

export async function addressToShow(parts: Parts, owner: OwnerId): Promise<Shown> {
  const { pool, bitcoin, log } = parts
  const why = await whyClosed(parts)
  if (why !== null) return closed(why)
  const kept = await readAddress(pool, owner, bitcoin)
  if (kept === null) return { address: null, closed: null }
  const wallet = readDescriptor(bitcoin.descriptor, bitcoin.network)
  const { address, script } = placeAt(wallet, kept.branch, kept.index)
  if (address === kept.address && script === kept.script) return { address, closed: null }
  log.error(
    { owner },
    'a Bitcoin address is not the one of its place in the wallet: it is not shown',
  )
  return closed(
    'Your address is being checked and can’t be shown at the moment. Please don’t send anything to it, and contact us.',
  )
}
