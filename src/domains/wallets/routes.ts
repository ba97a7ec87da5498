import { noRoles } from '../../contract/roles.ts'
import { ProblemError } from '../../contract/problems.ts'
import {
  compareWallet,
  drawAddress,
  getWallets,
  type WatchedWallets,
} from '../../contract/wallet.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import { coinOf } from '../../lib/wallet-place.ts'
import { keepSeen, route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readReached as readTronReached } from '../tron/transfers.ts'
import { addressToShow } from './own-address.ts'
import { atOrNull, presentWallet, presentWatch, unknownWallet } from './present.ts'
import { readWallets, readWatch } from './queries.ts'
import { readReached } from './scan.ts'
import { isSameWallet, type KeptWallet, type OfSettings } from './table.ts'
import { isReal, readTriedAt } from './tried.ts'
import type { RoutesOf } from '../routes.ts'

type Settings = Pick<House, 'bitcoin' | 'tron'>

/** The wallet of the settings; null where the firm takes none of the coin. */
export function settingsOf({ bitcoin, tron }: Settings, coin: Coin): OfSettings | null {
  const given = coin === 'BTC' ? bitcoin : tron
  return given && { network: given.network, descriptor: given.descriptor }
}

/** Throws where the firm takes none. */
function mustTake(settings: Settings, coin: Coin): OfSettings {
  const found = settingsOf(settings, coin)
  if (found === null) throw new ProblemError(coin === 'BTC' ? 'no_bitcoin' : 'no_usdt')
  return found
}

/** Null where nobody has to try it. */
async function presentTried(
  pool: House['pool'],
  wallet: KeptWallet,
): Promise<WatchedWallets['firstCoins']> {
  if (!isReal(wallet.network)) return null
  return { confirmedAt: atOrNull(await readTriedAt(pool, wallet)) }
}

async function watchedOf(
  { pool, ...house }: Pick<House, 'pool'> & Settings,
  coin: Coin,
  all: readonly KeptWallet[],
): Promise<WatchedWallets> {
  const given = settingsOf(house, coin)
  const [watch, reached] = await Promise.all([
    readWatch(pool, coin),
    coin === 'BTC' ? readReached(pool) : readTronReached(pool),
  ])
  const isCurrent = (one: OfSettings) => given !== null && isSameWallet(one, given)
  const wallets = all.filter(({ network }) => coinOf(network) === coin)
  const known = wallets.find(isCurrent)
  return {
    current: given === null ? null : known ? presentWallet(known) : unknownWallet(given),
    earlier: wallets.filter((one) => !isCurrent(one)).map(presentWallet),
    watching: given === null ? null : presentWatch(watch, reached),
    firstCoins: known?.status === 'confirmed' ? await presentTried(pool, known) : null,
  }
}

export const routes: RoutesOf = (house) => [
  route(drawAddress, async ({ asked, principal: { owner, roles }, body: { coin } }) => {
    const { pool, desk, seen, log } = house
    const wallet = mustTake(house, coin)
    const prepare = async () => {
      const { closed } = await addressToShow(
        { pool, log, wallet },
        { owner, isStaff: roles !== noRoles },
      )
      if (closed !== null) throw new ProblemError({ code: 'no_address', message: closed })
      return { owner, ...wallet }
    }
    return keepSeen(seen, () => desk.runPrepared({ ...asked, kind: 'DrawAddress', prepare }))
  }),
  route(getWallets, async () => {
    const all = await readWallets(house.pool)
    const [bitcoin, usdt] = await Promise.all([
      watchedOf(house, 'BTC', all),
      watchedOf(house, 'USDT', all),
    ])
    return succeeded({ ...bitcoin, usdt })
  }),
  route(compareWallet, ({ asked, body: { coin, address } }) =>
    house.desk.run({
      ...asked,
      kind: 'CompareWallet',
      command: { ...mustTake(house, coin), address },
    }),
  ),
]
