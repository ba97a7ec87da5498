/** What somebody pasted, when it is plainly an account or an address: nobody has to say first which it is. */
import { accountIdFromText, isAccountId } from '../../../lib/account-id.ts'
import { ibanFault, isRoutingNumber, plainIban } from '../../../lib/bank-account.ts'
import { addressKind, cleanAddress } from '../../../lib/wallet-address.ts'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import type { TypedPlace } from './place.tsx'

/** What it is, and what it fills in. */
export type Recognised = { type: WithdrawalType; place: Partial<TypedPlace> }

/** As banks of the United States write the two numbers: beside each other, the one of nine digits first. */
const twoNumbers = /^(\d{9})\s*[/\s]\s*(\d{4,17})$/

/** What is said of what isn't recognised: where it can only be one thing, what is wrong with it. */
export function notRecognised(pasted: string): string | null {
  const text = pasted.trim()
  if (text.length < 6) return null
  const iban = plainIban(text.replace(/^IBAN:?\s*/i, ''))
  if (/^[A-Z]{2}\d{2}[A-Z\d]{11,}$/.test(iban)) return ibanFault(iban)
  if (/^GH/i.test(text)) return 'This account ID is incomplete, or one of its digits is wrong.'
  return 'Not recognised yet. If it is complete, choose its kind below.'
}

/** The same in the field of the kind that was chosen by hand. */
export function asTyped(type: WithdrawalType, pasted: string): Partial<TypedPlace> {
  if (type === 'bank_account') return { iban: pasted }
  return type === 'bank_transfer' ? { bankNumber: pasted } : { recipientAccountId: pasted }
}

/** Null where it isn't plain: half an IBAN is none, and a wallet of a kind that has no checksum is chosen by hand. */
export function recognise(pasted: string): Recognised | null {
  const text = pasted.trim()
  const iban = text.replace(/^IBAN:?\s*/i, '')
  if (/^[a-z]{2}\s*\d/i.test(iban) && ibanFault(iban) === null)
    return { type: 'bank_account', place: { kind: 'iban', iban } }
  const [, routing, account] = twoNumbers.exec(text) ?? []
  if (routing !== undefined && isRoutingNumber(routing))
    return {
      type: 'bank_account',
      place: { kind: 'us', routing, account: account! },
    }
  const accountId = accountIdFromText(text)
  if (isAccountId(accountId))
    return {
      type: 'tradehub_transfer',
      place: { recipientAccountId: accountId },
    }
  const address = cleanAddress(text)
  return addressKind(address) && { type: 'bank_transfer', place: { bankNumber: address } }
}
