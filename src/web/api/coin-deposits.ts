/** Bitcoin at one's own address. */
import { useEffect, useState } from 'react'
import { getCoinDeposits, type CoinDeposit } from '../../contract/coin-deposit.ts'
import { drawAddress } from '../../contract/wallet.ts'
import { api } from './api.ts'
import type { Reply } from './request.ts'

const coinDeposits = api.injectEndpoints({
  endpoints: (build) => ({
    // What is credited is an entry of the own activity too: what says that the one has grown says it of the other.
    coinDeposits: build.query<Reply<typeof getCoinDeposits>, void>({
      query: () => ({ endpoint: getCoinDeposits }),
      providesTags: ['Activity'],
    }),
    drawAddress: build.mutation<Reply<typeof drawAddress>, void>({
      query: () => ({ endpoint: drawAddress }),
      invalidatesTags: ['Activity'],
    }),
  }),
})

export const { useCoinDepositsQuery, useDrawAddressMutation } = coinDeposits

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

/** What arrives, asked again by itself while the page is visible. Undefined until it is known that there is any. */
export function useArriving() {
  const { data } = useCoinDepositsQuery()
  const bitcoin = data?.data.bitcoin ?? undefined
  const isAwaited =
    useJustShown(bitcoin?.address?.address ?? null) || bitcoin?.deposits.some(isOnItsWay)
  useCoinDepositsQuery(undefined, {
    pollingInterval: isAwaited ? oftenMs : seldomMs,
    skipPollingIfUnfocused: true,
  })
  return bitcoin
}
