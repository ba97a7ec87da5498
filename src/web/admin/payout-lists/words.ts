/** What is said of a list of payouts in USDT: where it stands, and when its withdrawals are free. */
import type { getPayoutList, PayoutList } from '../../../contract/payout-list.ts'
import { millionthsFromUsdt, usdtText } from '../../../lib/coin-amount.ts'
import type { Reply } from '../../api/request.ts'
import type { BadgeState } from '../../ui/badge.tsx'
import { duration, hoursText } from '../../ui/duration.ts'
import { shortened } from '../../ui/transaction.tsx'
import type { Watched } from '../coin-payouts/overtaken.tsx'

export type OpenList = Reply<typeof getPayoutList>['data']

/** By its number, as the file of it is called. */
export const listName = (id: string) => `List ${shortened(id)}`

/** `"1500.5"` to `1,500.5 USDT` */
export function usdtOf(coins: string): string {
  const [whole, rest] = coins.replace('-', '').split('.')
  const sign = coins.startsWith('-') ? '\u2212' : ''
  return `${sign}${BigInt(whole!).toLocaleString('en-US')}${rest ? `.${rest}` : ''} USDT`
}

export const sumOf = (payments: readonly { quantity: string }[]) =>
  usdtText(payments.reduce((sum, { quantity }) => sum + millionthsFromUsdt(quantity)!, 0n))

/** About how long so many blocks take: there is one every three seconds. */
export function timeOf(blocks: number): string {
  const minutes = Math.ceil((blocks * 3) / 60)
  return minutes < 120 ? duration(minutes) : hoursText(Math.round(minutes / 60))
}

type Standing = Pick<PayoutList, 'status' | 'payments' | 'paid' | 'freeIn'>

const inPart = ({ payments, paid }: Standing) => `${paid} of ${payments} paid`

function recalledWord(list: Standing): string {
  const rest = list.paid > 0 ? `, ${inPart(list)}` : ''
  return list.freeIn
    ? `Cancelled, kept for about ${timeOf(list.freeIn)}${rest}`
    : `Cancelled, about to be free${rest}`
}

/** The state of a list in few words. */
export function standing(list: Standing): { state: BadgeState; word: string } {
  switch (list.status) {
    case 'built':
      return { state: 'pending', word: 'To be released' }
    case 'released':
      return { state: 'pending', word: list.paid > 0 ? inPart(list) : 'Released, not sent yet' }
    case 'recalled':
      return { state: 'pending', word: recalledWord(list) }
    case 'paid':
      return { state: 'approved', word: 'Paid' }
    case 'cancelled':
      return { state: 'other', word: 'Cancelled' }
    case 'void':
      return {
        state: 'other',
        word:
          list.paid > 0
            ? `Cancelled, ${inPart(list)}`
            : 'Cancelled, its withdrawals can be listed again',
      }
  }
}

function deedOf({ list: { status, releasedBy }, cancelledBy }: OpenList): string {
  if (status === 'recalled' || status === 'cancelled')
    return `${cancelledBy?.fullName ?? 'Somebody'} cancelled this list.`
  if (status === 'released' && releasedBy) return `${releasedBy.fullName} released this list.`
  return status === 'paid' ? 'All of this list is paid.' : 'This list has changed.'
}

/** Shows that somebody else changed a list while one was asked about it. */
export const watchedOf = (open: OpenList): Watched => ({
  what: 'list',
  state: open.list.status,
  deed: deedOf(open),
})
