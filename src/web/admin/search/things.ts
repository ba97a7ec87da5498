/** What one id, reference, address or transaction names, and the page that it stands on. */
import type { FoundKind, FoundThing } from '../../../contract/found.ts'
import type { Found } from '../../account/search/found.ts'
import type { IconName } from '../../ui/icon.tsx'
import { sayWhen } from '../zone-shown.ts'

type Shown = { label: string; icon: IconName; to(thing: FoundThing): string }

const personsPage = ({ user }: FoundThing) => `/admin/users/${user?.id ?? ''}`
const withId = (page: string) => (thing: FoundThing) => `${page}/${thing.id}`

const shown: Record<FoundKind, Shown> = {
  person: { label: 'Account', icon: 'user', to: personsPage },
  'deposit-address': { label: 'Address for deposits', icon: 'receive', to: personsPage },
  investment: { label: 'Investment', icon: 'stairs', to: personsPage },
  verification: { label: 'Verification', icon: 'pane', to: withId('/admin/verifications') },
  loan: { label: 'Loan', icon: 'loan', to: withId('/admin/loans') },
  'bank-entry': {
    label: 'Entry at the bank',
    icon: 'receive',
    to: ({ said }) => `/admin/receipts?${new URLSearchParams({ search: said }).toString()}`,
  },
  'coin-deposit': {
    label: 'Deposit of coins',
    icon: 'receive',
    to: (thing) => (thing.user ? personsPage(thing) : '/admin/coins'),
  },
  'payout-batch': {
    label: 'Batch of bitcoin payouts',
    icon: 'send',
    to: withId('/admin/payout-batches'),
  },
  'payout-list': { label: 'List of USDT payouts', icon: 'send', to: withId('/admin/payout-lists') },
  'bank-export': {
    label: 'File for the bank',
    icon: 'send',
    to: () => '/admin/withdrawals?work=to-pay',
  },
  action: { label: 'Record in the audit', icon: 'list', to: withId('/admin/audit') },
}

export function foundOf(thing: FoundThing): Found {
  const { label, icon, to } = shown[thing.kind]
  return {
    id: `${thing.kind} ${thing.id}`,
    to: to(thing),
    label: thing.user ? `${label} of ${thing.user.fullName}` : label,
    detail: [thing.said, sayWhen(thing.at)].filter(Boolean).join(', '),
    icon,
  }
}
