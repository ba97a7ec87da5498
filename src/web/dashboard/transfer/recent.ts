/** Where somebody sent money last and hasn't saved: one press fills it in again. */
import type { Destination } from '../../../contract/destination.ts'
import type { Withdrawal, WithdrawalType } from '../../../contract/withdrawal.ts'
import type { TypedPlace } from './place.tsx'
import { recognise } from './recognise.ts'

/** `place`: what it fills in; a wallet has a name beside its address. */
export type Recent = {
  type: WithdrawalType
  name: string
  number: string
  place: Partial<TypedPlace> & { bankName?: string }
}

const most = 3

/** What was refused or cancelled is proposed to nobody. */
const wasSent: readonly Withdrawal['status'][] = ['pending', 'approved', 'paid']

function recentOf({ type, bankName, bankNumber, recipientAccountId }: Withdrawal): Recent | null {
  if (type === 'tradehub_transfer')
    return recipientAccountId === null
      ? null
      : {
          type,
          name: recipientAccountId,
          number: recipientAccountId,
          place: { recipientAccountId },
        }
  if (bankNumber === null || bankName === null) return null
  const known = { type, name: bankName, number: bankNumber }
  if (type === 'bank_transfer') return { ...known, place: { bankName, bankNumber } }
  const account = recognise(bankNumber)
  return account?.type === type ? { ...known, place: { ...account.place, holder: bankName } } : null
}

/** The latest first, each place once. `requests`: as they are listed, the latest first. */
export function recentOnes(
  requests: readonly Withdrawal[],
  saved: readonly Pick<Destination, 'bankNumber' | 'recipientAccountId'>[],
): Recent[] {
  const known = new Set(
    saved.flatMap(({ bankNumber, recipientAccountId }) => [bankNumber, recipientAccountId]),
  )
  const recent: Recent[] = []
  for (const request of requests) {
    const one = wasSent.includes(request.status) ? recentOf(request) : null
    if (one === null || known.has(one.number)) continue
    known.add(one.number)
    recent.push(one)
  }
  return recent.slice(0, most)
}
