import { Link } from 'react-router'
import type { BatchPayment } from '../../../contract/payout-batch.ts'
import { Address } from '../../ui/address.tsx'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { showDateTime } from '../../ui/dates.ts'
import { Icon } from '../../ui/icon.tsx'
import { shortened } from '../../ui/transaction.tsx'
import { UserLink } from '../way-back.tsx'
import styles from './payout-batches.module.css'
import { coinsOf } from './words.ts'

const requestPath = ({ withdrawalId }: BatchPayment) => `/admin/withdrawals?request=${withdrawalId}`

const columnsFor = (txid: string): Column<BatchPayment>[] => [
  {
    head: 'Person',
    kind: 'name',
    cell: ({ user }) => <UserLink userId={user.id}>{user.fullName}</UserLink>,
  },
  { head: 'Address', cell: ({ address }) => <To address={address} /> },
  { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
  { head: 'Coins', kind: 'amount', cell: ({ quantity }) => coinsOf(quantity) },
  {
    head: 'Reference',
    kind: 'short',
    cell: ({ reference, output }) => (
      <>
        <code aria-hidden="true" title={reference}>
          {shortened(txid)}:{output}
        </code>
        <span className="hide">{reference}</span>
      </>
    ),
  },
  {
    head: 'Paid',
    kind: 'date',
    cell: (payment) =>
      payment.paidAt === null ? (
        <Link to={requestPath(payment)}>Not yet: its request</Link>
      ) : (
        <Link to={requestPath(payment)}>
          <time dateTime={payment.paidAt}>{showDateTime(payment.paidAt)}</time>
        </Link>
      ),
  },
]

/** One that isn't what was recorded isn't shown: it would be believed. */
function To({ address }: { address: string | null }) {
  if (address !== null) return <Address>{address}</Address>
  return (
    <span className={styles.differs}>
      <Icon name="warn" /> Its request is not what was recorded. Send nothing.
    </span>
  )
}

export const Payments = ({ payments, txid }: { payments: BatchPayment[]; txid: string }) => (
  <DataTable
    label="Whom it pays"
    columns={columnsFor(txid)}
    rows={payments}
    keyOf={({ withdrawalId }) => withdrawalId}
  />
)
