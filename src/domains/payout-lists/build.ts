/** Makes a list of approved requests: what each is paid at the rate of now, from the firm's own address. The rule looks at all of it again. */
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import { unitsFor } from '../../lib/exchange-rate.ts'
import { hexOnTron } from '../../lib/tron-address.ts'
import { NodeFault } from '../../platform/bitcoin/node.ts'
import type { Tron } from '../../platform/tron/settings.ts'
import { readOwnAddress, readWallets } from '../wallets/queries.ts'
import { readToCoins } from '../withdrawals/to-coins.ts'
import type { BuildPayoutList } from './rules.ts'

type Parts = { pool: Pool; tron: Tron }

const notListed = (message: string) => new ProblemError({ code: 'list_not_built', message })

/** The account in use, and the firm's own address in it. */
async function accountFor({ pool, tron }: Parts) {
  const wallet = (await readWallets(pool)).find(
    ({ status, network, descriptor }) =>
      status === 'confirmed' && network === tron.network && descriptor === tron.descriptor,
  )
  const own = await readOwnAddress(pool, tron)
  if (!wallet || !own) throw new ProblemError('wallet_unconfirmed')
  return { wallet: wallet.id, from: own.script }
}

async function rateNow({ tron }: Parts) {
  const found = await tron.rates.now()
  if ('rate' in found) return found
  throw notListed(`There is no rate to pay at. ${found.says} Nothing was listed.`)
}

export async function prepareList(
  parts: Parts,
  withdrawals: readonly string[],
): Promise<BuildPayoutList> {
  const { pool, tron } = parts
  const account = await accountFor(parts)
  const requests = await readToCoins(pool, withdrawals)
  if (requests.length < withdrawals.length) throw new ProblemError('not_approved')
  const { rate, sources } = await rateNow(parts)
  const { solid: height } = await tron.node.state()
  return {
    ...account,
    height,
    payments: requests.map(({ id: withdrawal, amount }) => ({
      withdrawal,
      amount,
      quantity: unitsFor(amount, rate, 'USDT'),
    })),
    rate,
    sources: sources.join(', '),
    owners: [...new Set(requests.map(({ owner }) => owner))],
    scripts: requests.flatMap(({ address }) => hexOnTron(address, tron.network) ?? []),
  }
}

/** Says to whoever asked what stands in the way. */
export async function saidPlainly<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof NodeFault)
      throw Object.assign(notListed(`${error.message} Nothing was changed.`), { cause: error })
    throw error
  }
}
