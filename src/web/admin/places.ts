import type { Capability } from '../../contract/roles.ts'
import type { Place } from '../account/place.ts'

/** The menu, in its order. `may`: what its page takes. `words`: what else a page is found by. */
export const places: (Place & { may: Capability; words?: string })[] = [
  {
    to: '/admin',
    may: 'read-people',
    label: 'Users',
    icon: 'user',
    end: true,
    words: 'people accounts',
  },
  {
    to: '/admin/withdrawals',
    may: 'read-money',
    label: 'Withdrawals',
    icon: 'send',
    words: 'requests queue transfers',
  },
  {
    to: '/admin/waiting',
    may: 'work-here',
    label: 'Waiting',
    icon: 'check',
    words: 'proposals agree second administrator approve corrections credits',
  },
  {
    to: '/admin/receipts',
    may: 'read-money',
    label: 'Receipts',
    icon: 'receive',
    words: 'deposits bank suspense charges interest',
  },
  {
    to: '/admin/verifications',
    may: 'read-cases',
    label: 'Verifications',
    icon: 'pane',
    words: 'identity documents passport queue refuse',
  },
  {
    to: '/admin/statements',
    may: 'read-money',
    label: 'Bank statements',
    icon: 'list',
    words: 'reconciliation reconcile camt csv bank',
  },
  {
    to: '/admin/treasury',
    may: 'read-money',
    label: 'Treasury',
    icon: 'pane',
    words:
      'books capital pools trial balance clock maturities bitcoin wallet coins position exchange',
  },
  { to: '/admin/plans', may: 'read-money', label: 'Plans', icon: 'stairs' },
  {
    to: '/admin/staff',
    may: 'read-staff',
    label: 'Staff',
    icon: 'friends',
    words: 'administrators auditors roles proposals',
  },
  {
    to: '/admin/live',
    may: 'work-here',
    label: 'Going live',
    icon: 'check',
    words: 'gate opening licence missing backup',
  },
  {
    to: '/admin/evidence',
    may: 'take-evidence',
    label: 'Evidence',
    icon: 'check',
    words: 'auditor pack download samples random marks',
  },
  {
    to: '/admin/audit',
    may: 'read-audit',
    label: 'Audit',
    icon: 'list',
    words: 'journal log chain',
  },
]

/** Pages that lists lead to, by how their addresses begin. */
const beside: Record<string, Capability> = {
  '/admin/users/': 'read-people',
  '/admin/wallet': 'read-money',
  '/admin/coins': 'read-money',
  '/admin/payout-block': 'read-money',
  '/admin/payout-batches': 'read-money',
  '/admin/payout-lists': 'read-money',
}

/** What the page at this address takes. */
export function takenBy(pathname: string): Capability {
  const path = pathname.replace(/\/$/, '')
  const place = places.find(
    ({ to }) => to === path || (to !== '/admin' && path.startsWith(`${to}/`)),
  )
  const other = Object.entries(beside).find(([begin]) => path.startsWith(begin))
  return place?.may ?? other?.[1] ?? 'work-here'
}
