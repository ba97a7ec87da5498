/** An address as it may be shown: made again of the wallet that two administrators confirmed, and the same as is kept. */
import { coinOf, placeIn } from '../../lib/wallet-place.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import type { House } from '../house-desk.ts'
import { hasBegun, readAddress, readWallets, readWatch } from './queries.ts'
import { isSameWallet, type OfSettings } from './table.ts'
import { isUntried } from './tried.ts'

type Parts = Pick<House, 'pool' | 'log'> & { wallet: OfSettings }

/** Who asks for their address, and whether they work here: staff try a wallet before customers use it. */
type Asking = { owner: OwnerId; isStaff: boolean }

export type Shown =
  | { address: string | null; closed: null }
  /** Why none can be had or shown, in a sentence. */
  | { address: null; closed: string }

/** A worker looks every two seconds. */
const lookedAtWithinMs = 5 * 60_000

const chains: Record<Coin, string> = { BTC: 'Bitcoin', USDT: 'TRON' }

const closed = (why: string): Shown => ({ address: null, closed: why })

/** Where the chain isn't seen, nobody should pay to it. */
async function whyClosed({ pool, wallet }: Parts, isStaff: boolean): Promise<string | null> {
  const coin = coinOf(wallet.network)
  const [wallets, begun, watch] = await Promise.all([
    readWallets(pool),
    hasBegun(pool, coin),
    readWatch(pool, coin),
  ])
  const kept = wallets.find((one) => isSameWallet(one, wallet))
  if (kept?.status !== 'confirmed')
    return 'Our wallet has not been confirmed by two of our staff yet. Until then no address can be shown.'
  if (!isStaff && (await isUntried(pool, wallet)))
    return `We don’t take ${coin === 'BTC' ? 'bitcoin' : 'USDT'} yet: our staff are trying it with small amounts first. Please look again later.`
  const isLookedAt = watch !== null && Date.now() - watch.lookedAt < lookedAtWithinMs
  if (!begun || !isLookedAt || watch.fault !== null)
    return `We can’t see the ${chains[coin]} network at the moment. What was sent already is safe and will be credited; please wait before you send more.`
  return null
}

export async function addressToShow(parts: Parts, { owner, isStaff }: Asking): Promise<Shown> {
  const { pool, wallet, log } = parts
  const why = await whyClosed(parts, isStaff)
  if (why !== null) return closed(why)
  const kept = await readAddress(pool, owner, wallet)
  if (kept === null) return { address: null, closed: null }
  const { address, script } = placeIn(wallet, kept.branch, kept.index)
  if (address === kept.address && script === kept.script) return { address, closed: null }
  log.error(
    { owner, network: wallet.network },
    'an address for coins is not the one of its place in the wallet: it is not shown',
  )
  return closed(
    'Your address is being checked and can’t be shown at the moment. Please don’t send anything to it, and contact us.',
  )
}
