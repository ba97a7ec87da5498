import { getCoinDeposits, type CoinsForMe } from '../../contract/coin-deposit.ts'
import { noRoles } from '../../contract/roles.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import { maxBlocks } from '../../lib/confirmations.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { tronDepth } from '../../lib/tron-transfers.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readReached as readTronReached } from '../tron/transfers.ts'
import { addressToShow } from '../wallets/own-address.ts'
import { readWatch } from '../wallets/queries.ts'
import { termsToTry } from '../wallets/tried.ts'
import { readReached } from '../wallets/scan.ts'
import { readArrivals, readCoinsHeld, readOpen } from './arrivals.ts'
import { termsOf } from './due.ts'
import { holdingListed } from './listed-senders.ts'
import { presentArrival, presentRateOfNow, presentTerms } from './present.ts'
import { readOpenTransfers, readTransfersTo, usdtTermsOf } from './usdt.ts'
import { summed, waitsOf, waitsOfDeep } from './waits.ts'
import type { RoutesOf } from '../routes.ts'

const shownAtMost = 50

type Asking = { owner: OwnerId; isStaff: boolean }

async function bitcoinOf(house: House, { owner, isStaff }: Asking): Promise<CoinsForMe | null> {
  const { pool, firm, log, bitcoin } = house
  if (bitcoin === null) return null
  const terms = await termsToTry(pool, bitcoin, termsOf(firm))
  const [shown, watch, reached, held] = await Promise.all([
    addressToShow({ pool, log, wallet: bitcoin }, { owner, isStaff }),
    readWatch(pool, 'BTC'),
    readReached(pool),
    readCoinsHeld(pool, 'BTC'),
  ])
  const height = reached?.height ?? 0
  const open = summed(await readOpen(pool, height - maxBlocks(terms.confirmations), owner))
  const moment = { reached: height, rate: watch?.rate ?? null, held }
  const arrivals = await readArrivals(pool, owner, shownAtMost)
  return {
    network: bitcoin.network,
    address:
      shown.address === null ? null : { address: shown.address, uri: `bitcoin:${shown.address}` },
    closed: shown.closed,
    ...presentTerms(terms),
    rate: presentRateOfNow(watch, Date.now()),
    deposits: arrivals.map((one) =>
      presentArrival('BTC', one, waitsOf(one, open, terms, moment), terms, moment),
    ),
  }
}

async function usdtOf(house: House, { owner, isStaff }: Asking): Promise<CoinsForMe | null> {
  const { pool, firm, log, tron } = house
  if (tron === null) return null
  const terms = await termsToTry(pool, tron, usdtTermsOf(firm))
  const [shown, watch, reached, held, open, arrivals] = await Promise.all([
    addressToShow({ pool, log, wallet: tron }, { owner, isStaff }),
    readWatch(pool, 'USDT'),
    readTronReached(pool),
    readCoinsHeld(pool, 'USDT'),
    readOpenTransfers(pool, owner),
    readTransfersTo(pool, owner, shownAtMost),
  ])
  const moment = { reached: reached?.height ?? 0, rate: watch?.rate ?? null, held }
  const listed = await holdingListed(pool, open)
  const sums = summed(open)
  return {
    network: tron.network,
    address: shown.address === null ? null : { address: shown.address, uri: shown.address },
    closed: shown.closed,
    minimum: coinsFromUnits(terms.minimum, 'USDT'),
    steps: [{ below: null, blocks: tronDepth }],
    rate: presentRateOfNow(watch, Date.now()),
    deposits: arrivals.map((one) =>
      presentArrival(
        'USDT',
        one,
        listed(one, waitsOfDeep(one, sums, terms, moment, 'USDT')),
        terms,
        moment,
      ),
    ),
  }
}

export const routes: RoutesOf = (house) => [
  route(getCoinDeposits, async ({ principal: { owner, roles } }) => {
    const by = { owner, isStaff: roles !== noRoles }
    const [bitcoin, usdt] = await Promise.all([bitcoinOf(house, by), usdtOf(house, by)])
    return succeeded({ bitcoin, usdt })
  }),
]
