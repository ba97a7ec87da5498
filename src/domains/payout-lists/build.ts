/** Makes a list of approved requests: what each is paid at the rate of now, from the firm's own address. The rule looks at all of it again. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { unitsFor } from '../../lib/exchange-rate.ts'
import { hexOnTron } from '../../lib/tron-address.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import { commandOf, preparing, requestsToPay } from '../payout-rails/pages/prepare.ts'
import { readOwnAddress, readWallets, walletInUse } from '../wallets/queries.ts'
import { mustBeTried } from '../wallets/tried.ts'
import type { BuildPayoutList } from './rules.ts'

type Parts = { pool: Pool; tron: Tron }

export const listing = preparing('list_not_built', 'listed')

/** Throws where the node doesn't prove itself: nothing is paid by what it says. `nothing`: as in “Nothing was listed.” */
export async function mustBeProved(
  { proving }: Pick<Tron, 'proving'>,
  nothing: 'listed' | 'changed',
): Promise<void> {
  const why = await proving.why()
  if (why !== null) throw preparing('list_not_built', nothing).stopped(why)
}

/** The account in use, and the firm's own address in it. */
async function accountFor({ pool, tron }: Parts) {
  const wallet = walletInUse(await readWallets(pool), tron)
  const own = await readOwnAddress(pool, tron)
  if (!wallet || !own) throw new ProblemError('wallet_unconfirmed')
  return { wallet: wallet.id, from: own.script }
}

export async function prepareList(
  parts: Parts,
  withdrawals: readonly string[],
): Promise<BuildPayoutList> {
  const { pool, tron } = parts
  const account = await accountFor(parts)
  const requests = await requestsToPay(pool, withdrawals)
  await mustBeTried(
    pool,
    tron,
    requests.map(({ owner }) => owner),
  )
  const now = await listing.rateNow(tron)
  const { solid: height } = await tron.node.state()
  return {
    ...account,
    height,
    payments: requests.map(({ id: withdrawal, amount }) => ({
      withdrawal,
      amount,
      quantity: unitsFor(amount, now.rate, 'USDT'),
    })),
    ...commandOf(requests, now),
    scripts: requests.flatMap(({ address }) => hexOnTron(address, tron.network) ?? []),
  }
}
