import { ProblemError } from '../../contract/problems.ts'
import { proposeFirstCoins } from '../../contract/wallet.ts'
import { coinsFromUnits } from '../../lib/coin-amount.ts'
import type { Coin } from '../../lib/exchange-rate.ts'
import { route } from '../../platform/route.ts'
import { readCreditedTo } from '../coin-deposits/arrivals.ts'
import type { House } from '../house-desk.ts'
import { readPaidByBatch } from '../payout-batches/queries.ts'
import { readPaidByList } from '../payout-lists/queries.ts'
import type { Askers, RoutesOf } from '../routes.ts'
import { readWallets, walletInUse } from '../wallets/queries.ts'
import { settingsOf } from '../wallets/routes.ts'
import { isReal, readTriedAt } from '../wallets/tried.ts'
import type { FirstCoins, Found } from './rules.ts'

type Typed = Pick<FirstCoins, 'coin' | 'deposit' | 'payout'>

const paidBy = { BTC: readPaidByBatch, USDT: readPaidByList }

const inCoins = (units: bigint | null, coin: Coin) =>
  units === null ? null : coinsFromUnits(units, coin)

/** What the books have of the two transactions, of the wallet that is used. */
async function askFirstCoins(house: House, { coin, deposit, payout }: Typed): Promise<Found> {
  const { pool } = house
  const given = settingsOf(house, coin)
  if (given === null) throw new ProblemError(coin === 'BTC' ? 'no_bitcoin' : 'no_usdt')
  const wallet = walletInUse(await readWallets(pool), given)
  if (!wallet) return { wallet: null, received: null, paid: null, isTried: false }
  const [triedAt, received, paid] = await Promise.all([
    readTriedAt(pool, wallet),
    readCreditedTo(pool, wallet.id, deposit),
    paidBy[coin](pool, wallet.id, payout),
  ])
  return {
    wallet: wallet.id,
    received: inCoins(received, coin),
    paid: inCoins(paid, coin),
    isTried: triedAt !== null || !isReal(wallet.network),
  }
}

export const askers: Askers = {
  'first-coins': (house, facts) => askFirstCoins(house, facts as FirstCoins),
}

export const routes: RoutesOf = (house) => [
  route(proposeFirstCoins, ({ asked, body }) =>
    house.desk.runPrepared({
      ...asked,
      kind: 'ProposeFirstCoins',
      prepare: async () => ({ ...body, found: await askFirstCoins(house, body) }),
    }),
  ),
]
