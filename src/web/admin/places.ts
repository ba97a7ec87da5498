import type { Place } from '../account/place.ts'

/** The menu, in its order. `words`: what else a page is found by. */
export const places: (Place & { words?: string })[] = [
  { to: '/admin', label: 'Users', icon: 'user', end: true, words: 'people accounts' },
  {
    to: '/admin/withdrawals',
    label: 'Withdrawals',
    icon: 'send',
    words: 'requests queue transfers',
  },
  {
    to: '/admin/waiting',
    label: 'Waiting',
    icon: 'check',
    words: 'proposals agree second administrator approve corrections credits',
  },
  {
    to: '/admin/receipts',
    label: 'Receipts',
    icon: 'receive',
    words: 'deposits bank suspense charges interest',
  },
  {
    to: '/admin/verifications',
    label: 'Verifications',
    icon: 'pane',
    words: 'identity documents passport queue refuse',
  },
  {
    to: '/admin/statements',
    label: 'Bank statements',
    icon: 'list',
    words: 'reconciliation reconcile camt csv bank',
  },
  {
    to: '/admin/treasury',
    label: 'Treasury',
    icon: 'pane',
    words:
      'books capital pools trial balance clock maturities bitcoin wallet coins position exchange',
  },
  { to: '/admin/plans', label: 'Plans', icon: 'stairs' },
  {
    to: '/admin/staff',
    label: 'Staff',
    icon: 'friends',
    words: 'administrators auditors roles proposals',
  },
  {
    to: '/admin/live',
    label: 'Going live',
    icon: 'check',
    words: 'gate opening licence missing backup',
  },
  {
    to: '/admin/evidence',
    label: 'Evidence',
    icon: 'check',
    words: 'auditor pack download samples random marks',
  },
  { to: '/admin/audit', label: 'Audit', icon: 'list', words: 'journal log chain' },
]
