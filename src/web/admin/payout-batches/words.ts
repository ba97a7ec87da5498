/** What is said of a batch: where it stands, what the chain says of it, and what it costs. */
import type { getPayoutBatch, PayoutBatch } from '../../../contract/payout-batch.ts'
import { costOf, rateFromText } from '../../../lib/exchange-rate.ts'
import { formatBitcoin } from '../../../lib/bitcoin-amount.ts'
import { formatUsd } from '../../../lib/money.ts'
import type { Reply } from '../../api/request.ts'
import type { BadgeState } from '../../ui/badge.tsx'
import { centsOf } from '../../ui/amount.ts'

export type OpenBatch = Reply<typeof getPayoutBatch>['data']

export const coinsOf = (satoshi: number) => formatBitcoin(BigInt(satoshi))

type Standing = Pick<
  PayoutBatch,
  'status' | 'isSigned' | 'isSignedInPart' | 'place' | 'confirmations' | 'needed'
>

const depth = ({ confirmations, needed }: Standing) =>
  `${confirmations} of ${needed} confirmation${needed === 1 ? '' : 's'}`

/** Of one that the chain may have, by what was last read there. */
function sentWord(batch: Standing): string {
  switch (batch.place) {
    case 'unseen':
      return 'Sent, not seen yet'
    case 'waiting':
      return 'Sent, not in a block yet'
    case 'confirming':
      return depth(batch)
    case 'deep':
      return 'Confirmed, being booked'
    case 'replaced':
      return 'Replaced by another transaction'
  }
}

const isOnItsWay = ({ place }: Standing) => place !== 'unseen' && place !== 'replaced'

function builtWord({ isSigned, isSignedInPart }: Standing): string {
  if (isSigned) return 'Signed, to be sent'
  return isSignedInPart ? 'Signatures missing' : 'To be signed'
}

/** The state of a batch in few words. Whoever has signed one can send it, whether anybody says so here or not. */
export function standing(batch: Standing): { state: BadgeState; word: string } {
  switch (batch.status) {
    case 'built':
      return {
        state: 'pending',
        word: isOnItsWay(batch) ? `Sent by a signer: ${sentWord(batch)}` : builtWord(batch),
      }
    case 'sent':
      return { state: batch.place === 'replaced' ? 'other' : 'pending', word: sentWord(batch) }
    case 'paid':
      return { state: 'approved', word: 'Paid, fee not booked yet' }
    case 'settled':
      return { state: 'approved', word: 'Paid' }
    case 'cancelled':
      return isOnItsWay(batch)
        ? { state: 'pending', word: `Cancelled, but sent: ${sentWord(batch)}` }
        : { state: 'other', word: 'Cancelled' }
    case 'void':
      return { state: 'other', word: 'Can never be mined' }
  }
}

/** The fee in dollars, rounded up, and of how much it is taken. */
export function feeInDollars({ fee, rate, amount }: Pick<PayoutBatch, 'fee' | 'rate' | 'amount'>): {
  dollars: string
  isHigh: boolean
  share: string
} {
  const cost = costOf(BigInt(fee), rateFromText(rate)!)
  const paid = centsOf(amount)
  const thousandths = (cost * 1000n + paid - 1n) / paid
  return {
    dollars: formatUsd(cost),
    isHigh: thousandths > 20n,
    share: `${thousandths / 10n}.${thousandths % 10n}%`,
  }
}

/** About how long so many blocks take, at ten minutes each. */
export function minutesInWords(blocks: number): string {
  const minutes = blocks * 10
  const hours = Math.round(minutes / 60)
  if (minutes < 60) return `about ${minutes} minutes`
  if (hours < 24) return hours === 1 ? 'about an hour' : `about ${hours} hours`
  const days = Math.round(hours / 24)
  return days === 1 ? 'about a day' : `about ${days} days`
}
