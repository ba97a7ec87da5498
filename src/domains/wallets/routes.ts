import { ProblemError } from '../../contract/problems.ts'
import { compareWallet, drawAddress, getWallets } from '../../contract/wallet.ts'
import type { Bitcoin } from '../../platform/bitcoin/settings.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { addressToShow } from './own-address.ts'
import { presentWallet, presentWatch, unknownWallet } from './present.ts'
import { readWallets, readWatch } from './queries.ts'
import { readReached } from './scan.ts'

/** Throws where the firm takes no bitcoin. */
function given(bitcoin: Bitcoin | null): Bitcoin {
  if (bitcoin === null) throw new ProblemError('no_bitcoin')
  return bitcoin
}

const settingsOf = ({ network, descriptor }: Bitcoin) => ({ network, descriptor })

export const walletRoutes = ({ pool, desk, seen, log, bitcoin }: House) => [
  route(drawAddress, async ({ asked, principal: { owner } }) => {
    const on = given(bitcoin)
    const { closed } = await addressToShow({ pool, log, bitcoin: on }, owner)
    if (closed !== null) throw new ProblemError({ code: 'no_address', message: closed })
    // Whatever a restore has forgotten is found out before a place is drawn, and this one is kept before it is told.
    await seen.look()
    const reply = await desk.run({
      ...asked,
      kind: 'DrawAddress',
      command: { owner, ...settingsOf(on) },
    })
    await seen.look()
    return reply
  }),
  route(getWallets, async () => {
    const [wallets, watch, reached] = await Promise.all([
      readWallets(pool),
      readWatch(pool),
      readReached(pool),
    ])
    const isCurrent = (one: { network: string; descriptor: string }) =>
      one.network === bitcoin?.network && one.descriptor === bitcoin.descriptor
    const known = wallets.find(isCurrent)
    return succeeded({
      current:
        bitcoin === null ? null : known ? presentWallet(known) : unknownWallet(settingsOf(bitcoin)),
      earlier: wallets.filter((one) => !isCurrent(one)).map(presentWallet),
      watching: bitcoin === null ? null : presentWatch(watch, reached),
    })
  }),
  route(compareWallet, ({ asked, body: { address } }) =>
    desk.run({
      ...asked,
      kind: 'CompareWallet',
      command: { ...settingsOf(given(bitcoin)), address },
    }),
  ),
]
