import { getCoinDeposits } from '../../contract/coin-deposit.ts'
import { maxBlocks } from '../../lib/confirmations.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { addressToShow } from '../wallets/own-address.ts'
import { readWatch } from '../wallets/queries.ts'
import { readReached } from '../wallets/scan.ts'
import { readArrivals, readCoinsHeld, readOpen } from './arrivals.ts'
import { termsOf } from './due.ts'
import { presentArrival, presentRate, presentTerms } from './present.ts'

const shownAtMost = 50

export const coinDepositRoutes = ({ pool, firm, log, bitcoin }: House) => [
  route(getCoinDeposits, async ({ principal: { owner } }) => {
    if (bitcoin === null) return succeeded({ bitcoin: null })
    const terms = termsOf(firm)
    const [shown, watch, reached, held] = await Promise.all([
      addressToShow({ pool, log, bitcoin }, owner),
      readWatch(pool),
      readReached(pool),
      readCoinsHeld(pool),
    ])
    const height = reached?.height ?? 0
    const open = await readOpen(pool, height - maxBlocks(terms.confirmations), owner)
    const moment = { reached: height, rate: watch?.rate ?? null, held }
    const arrivals = await readArrivals(pool, owner, shownAtMost)
    return succeeded({
      bitcoin: {
        network: bitcoin.network,
        address:
          shown.address === null
            ? null
            : { address: shown.address, uri: `bitcoin:${shown.address}` },
        closed: shown.closed,
        ...presentTerms(terms),
        rate: presentRate(watch),
        deposits: arrivals.map((one) => presentArrival(one, open, terms, moment)),
      },
    })
  }),
]
