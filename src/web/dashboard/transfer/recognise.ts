/** What somebody pasted, when it is plainly an account or an address: nobody has to say first which it is. */
import { accountIdFromText, isAccountId } from '../../../lib/account-id.ts'
import { ibanFault, isRoutingNumber } from '../../../lib/bank-account.ts'
import { addressKind, cleanAddress } from '../../../lib/wallet-address.ts'
import type { WithdrawalType } from '../../../contract/withdrawal.ts'
import type { TypedPlace } from './place.tsx'

/** What it is, and what it fills in. */
export type Recognised = { type: WithdrawalType; place: Partial<TypedPlace> }

/** As banks of the United States write the two numbers: beside each other, the one of nine digits first. */
const twoNumbers = /^(\d{9})\s*[/\s]\s*(\d{4,17})$/

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
