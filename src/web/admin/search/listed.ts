/** The pages of the back office and the lists that are opened often, as a search finds them. */
import type { Capability } from '../../../contract/roles.ts'
import type { Found } from '../../account/search/found.ts'
import { places } from '../places.ts'

/** `may`: what its page takes. */
export type Allowed = Found & { may: Capability }

export const pages: Allowed[] = places.map(({ to, label, icon, may, words = '' }) => ({
  id: to,
  to,
  label,
  icon,
  may,
  words,
}))

/** As they stand in the address of their page. */
export const lists: Allowed[] = [
  {
    id: 'pending',
    to: '/admin/withdrawals?status=pending',
    label: 'Pending withdrawals',
    icon: 'wait',
    may: 'read-money',
  },
  {
    id: 'approved',
    to: '/admin/withdrawals?status=approved',
    label: 'Approved withdrawals, to pay out',
    icon: 'check',
    may: 'read-money',
  },
  {
    id: 'bitcoin payouts',
    to: '/admin/payout-batches',
    label: 'Bitcoin payouts, in batches',
    icon: 'send',
    words: 'psbt sign signer btc coins build send',
    may: 'read-money',
  },
  {
    id: 'usdt payouts',
    to: '/admin/payout-lists',
    label: 'USDT payouts, on lists',
    icon: 'send',
    words: 'tron trc20 tether csv sign signer coins list release',
    may: 'read-money',
  },
  {
    id: 'coins',
    to: '/admin/coins',
    label: 'Coins: position, sales, purchases',
    icon: 'pane',
    may: 'read-money',
  },
  {
    id: 'frozen',
    to: '/admin?status=frozen',
    label: 'Frozen users',
    icon: 'stop',
    may: 'read-people',
  },
]
