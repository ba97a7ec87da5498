/** The rate that a review of money out reckons with: asked for while it is open, and once more before a request where it is old. */
import { useEffect, useState } from 'react'
import { addressKind } from '../../../lib/wallet-address.ts'
import { useCoinDepositsQuery } from '../../api/coin-deposits.ts'
import { polledEvery } from '../../api/calls.ts'
import { useNow } from '../../ui/use-now.ts'
import type { Coin } from '../coin-words.ts'
import type { Destination } from './outcome.tsx'
import { agedRate, mustAskAgain, type AgedRate } from './rate-age.ts'

/** Often enough that a rate is replaced before it is a minute old. */
const askedEveryMs = 10_000

/** Null where an address doesn’t say which coin it takes, or isn’t one. */
export function coinOf(destination: Destination): Coin | null {
  const kind =
    destination.type === 'bank_transfer' ? addressKind(destination.bankNumber.trim()) : null
  return kind && (kind.network === 'TRON' ? 'USDT' : 'BTC')
}

/** Null while there is none. */
function useAgedRate(coin: Coin | null): AgedRate | null {
  const now = useNow()
  const { currentData, fulfilledTimeStamp, isFetching, refetch } = useCoinDepositsQuery(undefined, {
    ...polledEvery(askedEveryMs),
    refetchOnMountOrArgChange: true,
    skip: coin === null,
  })
  const coins = coin === 'BTC' ? currentData?.data.bitcoin : currentData?.data.usdt
  const rate = coin === null ? null : (coins?.rate ?? null)
  const aged = rate && agedRate(rate, fulfilledTimeStamp ?? now, now)
  const isOld = aged?.isOld === true
  // A page that lay in the background isn’t asked for; whoever comes back to it doesn’t wait for the next time.
  useEffect(() => {
    if (isOld && !isFetching) void refetch()
    // Once as it becomes old; from then on as often as always.
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the others change with each answer
  }, [isOld])
  return aged && aged.dollars > 0 ? aged : null
}

export type ReviewedRate = {
  rate: AgedRate | null
  /** A request was kept back because of its age. */
  wasAskedAgain: boolean
  /** Answers whether it may be sent: not by a rate that has become old since it was read. */
  mayRequest(): boolean
}

export function useReviewedRate(coin: Coin | null): ReviewedRate {
  const rate = useAgedRate(coin)
  const [told, setTold] = useState<string | null>(null)
  return {
    rate,
    wasAskedAgain: told !== null,
    mayRequest() {
      if (!mustAskAgain(rate, told)) return true
      setTold(rate!.at)
      return false
    },
  }
}
