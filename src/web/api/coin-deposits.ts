/** Coins at one's own addresses. */
import { useEffect, useState } from 'react'
import { getCoinDeposits, type CoinDeposit, type CoinsForMe } from '../../contract/coin-deposit.ts'
import { drawAddress } from '../../contract/wallet.ts'
import { polledEvery, read, send } from './calls.ts'

// What is credited is an entry of the own activity too: what says that the one has grown says it of the other.
export const useCoinDepositsQuery = read(getCoinDeposits, ['Activity']).useQuery
export const useDrawAddressMutation = send(drawAddress, ['Activity']).useMutation

/** While coins are on their way, and for as long after an address was shown as somebody may be about to send some. */
const oftenMs = 3_000
const justShownMs = 10 * 60_000
/** Otherwise: a node that is back, or coins that nobody waited for. */
const seldomMs = 10_000

/** Too small an amount may wait for months. */
const isOnItsWay = ({ state, heldUpBy }: CoinDeposit): boolean =>
  state === 'seen' || state === 'confirming' || (state === 'held-up' && heldUpBy !== 'minimum')

function useJustShown(address: string | null): boolean {
  const [past, setPast] = useState<string | null>(null)
  useEffect(() => {
    if (address === null) return
    const timer = setTimeout(() => setPast(address), justShownMs)
    return () => clearTimeout(timer)
  }, [address])
  return address !== null && past !== address
}

/** What arrives, asked again by itself while the page is visible. Neither is there until it is known that there is any. */
export function useArriving(): { bitcoin: CoinsForMe | null; usdt: CoinsForMe | null } {
  const { data } = useCoinDepositsQuery()
  const { bitcoin, usdt } = data?.data ?? { bitcoin: null, usdt: null }
  const wasShown = [
    useJustShown(bitcoin?.address?.address ?? null),
    useJustShown(usdt?.address?.address ?? null),
  ].includes(true)
  const isAwaited =
    wasShown || [bitcoin, usdt].some((coins) => coins?.deposits.some(isOnItsWay) === true)
  useCoinDepositsQuery(undefined, polledEvery(isAwaited ? oftenMs : seldomMs))
  return { bitcoin, usdt }
}
