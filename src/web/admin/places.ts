import type { Capability } from '../../contract/roles.ts'
import type { Place } from '../account/place.ts'

/** The menu, in its order and by its headings. `may`: what its page takes. `words`: what else a page is found by. */
export const places: (Place & { may: Capability; words?: string })[] = [
  {
    to: '/admin/waiting',
    group: 'Work',
    may: 'work-here',
    label: 'Waiting',
    icon: 'check',
    words: 'proposals agree second administrator approve corrections credits',
  },
  {
    to: '/admin/withdrawals',
    group: 'Work',
    may: 'read-money',
    label: 'Withdrawals',
    icon: 'send',
    words: 'requests queue transfers',
  },
  {
    to: '/admin/verifications',
    group: 'Work',
    may: 'read-cases',
    label: 'Verifications',
    icon: 'pane',
    words: 'identity documents passport queue refuse',
  },
  {
    to: '/admin/screening',
    group: 'Work',
    may: 'read-matches',
    label: 'Screening',
    icon: 'search',
    words: 'sanctions lists matches ofac compliance',
  },
  {
    to: '/admin/loans',
    group: 'Work',
    may: 'read-loans',
    label: 'Loans',
    icon: 'loan',
    words: 'lend borrow applications book arrears overdue instalments default',
  },
  {
    to: '/admin/messages',
    group: 'Work',
    may: 'read-people',
    label: 'Messages',
    icon: 'talk',
    words: 'write answer threads customers support',
  },
  {
    to: '/admin/announcements',
    group: 'Work',
    may: 'read-people',
    label: 'Announcements',
    icon: 'list',
    words: 'announce notify everybody news mail send stop',
  },
  {
    to: '/admin',
    group: 'People',
    may: 'read-people',
    label: 'Users',
    icon: 'user',
    end: true,
    words: 'people accounts',
  },
  {
    to: '/admin/imports',
    group: 'People',
    may: 'read-people',
    label: 'Imports',
    icon: 'list',
    words: 'csv migration customers balances other system dry run',
  },
  {
    to: '/admin/receipts',
    group: 'Money',
    may: 'read-money',
    label: 'Receipts',
    icon: 'receive',
    words: 'deposits bank suspense charges interest',
  },
  {
    to: '/admin/statements',
    group: 'Money',
    may: 'read-money',
    label: 'Bank statements',
    icon: 'list',
    words: 'reconciliation reconcile camt csv bank',
  },
  {
    to: '/admin/months',
    group: 'Money',
    may: 'read-money',
    label: 'Months',
    icon: 'lock',
    words: 'books period close reopen month end booking',
  },
  {
    to: '/admin/treasury',
    group: 'Money',
    may: 'read-money',
    label: 'Treasury',
    icon: 'pane',
    words: 'capital pools trial balance clock maturities bitcoin wallet coins position exchange',
  },
  {
    to: '/admin/books',
    group: 'Money',
    may: 'read-money',
    label: 'Books',
    icon: 'list',
    words: 'balance sheet profit loss flows maturities accounts report accountant',
  },
  { to: '/admin/plans', group: 'Money', may: 'read-money', label: 'Plans', icon: 'stairs' },
  {
    to: '/admin/policies',
    group: 'Firm',
    may: 'read-money',
    label: 'Policies',
    icon: 'list',
    words: 'terms of service user agreement accept edition change notice',
  },
  {
    to: '/admin/staff',
    group: 'Firm',
    may: 'read-staff',
    label: 'Staff',
    icon: 'friends',
    words: 'administrators auditors roles proposals',
  },
  {
    to: '/admin/live',
    group: 'Firm',
    may: 'work-here',
    label: 'Going live',
    icon: 'check',
    words: 'gate opening licence missing backup',
  },
  {
    to: '/admin/evidence',
    group: 'Firm',
    may: 'take-evidence',
    label: 'Evidence',
    icon: 'check',
    words: 'auditor pack download samples random marks',
  },
  {
    to: '/admin/kept',
    group: 'Firm',
    may: 'read-audit',
    label: 'What is kept',
    icon: 'list',
    words: 'retention schedule personal data erase delete due law privacy',
  },
  {
    to: '/admin/audit',
    group: 'Firm',
    may: 'read-audit',
    label: 'Audit',
    icon: 'list',
    words: 'journal log chain',
  },
]

/** Pages that lists lead to, by how their addresses begin. */
export const placesBeside: Record<string, Capability> = {
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
  const other = Object.entries(placesBeside).find(([begin]) => path.startsWith(begin))
  return place?.may ?? other?.[1] ?? 'work-here'
}
