import type { BankAccount, BankEntryKind, BankEntryStatus } from '../../../contract/receipt.ts'
import type { BadgeState } from '../../ui/badge.tsx'

export const kindNames: Record<BankEntryKind, string> = {
  receipt: 'Receipt',
  assignment: 'Owner of a receipt',
  return: 'Return of a receipt',
  reversal: 'Reversal of a receipt',
  charge: 'Bank charge',
  interest: 'Bank interest',
  'payout-return': 'Payout that came back',
  'migration-clearing': 'Money of imported people',
}

export const accountNames: Record<BankAccount, string> = {
  'client-bank': 'Clients’ account',
  'firm-bank': 'Firm’s own account',
}

export const statusWords: Record<BankEntryStatus, [BadgeState, string]> = {
  booked: ['approved', 'Booked'],
  suspense: ['pending', 'In suspense'],
  returned: ['other', 'Sent back'],
  reversed: ['other', 'Reversed'],
  done: ['approved', 'Booked'],
}

/** What booking it does. */
export const effects: Record<BankEntryKind, string> = {
  receipt: 'It is credited to the user at once; without a user it waits in suspense.',
  assignment: 'It leaves suspense, and is credited to the user at once.',
  return: 'It leaves suspense, to be sent back to the account it came from.',
  reversal:
    'The user’s balance pays for it. What the balance lacks, the corrections pool pays, then capital.',
  charge: 'Capital pays for it, and on the clients’ account it is made good at once.',
  interest: 'It is added to capital.',
  'payout-return':
    'It is credited to the user at once, and undoes the payout: it is no deposit. What the banks kept stays paid out.',
  'migration-clearing':
    'It clears what an import waits for, and is nobody’s deposit. Once all of it has arrived and a reconciled statement shows it, new business goes on.',
}

/** What waits for a second person, of a receipt with which nothing else can be done meanwhile. */
export const stepWords: Partial<Record<BankEntryKind, string>> = {
  assignment: 'Whose it is has been proposed, and waits for somebody else.',
  return: 'Sending it back has been proposed, and waits for somebody else.',
  reversal: 'The bank’s reversal has been recorded, and waits for somebody else.',
}
