import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { PayoutStop } from '../../../contract/payouts.ts'
import type { WithdrawalLook } from '../../../contract/withdrawal.ts'
import { Address } from '../../ui/address.tsx'
import { usd } from '../../ui/amount.ts'
import { DataTable, type Column } from '../../ui/data-table.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/states.tsx'
import { Flags } from '../withdrawals/flags.tsx'
import { UserLink } from '../way-back.tsx'
import styles from './coin-payouts.module.css'
import type { Carrier } from './words.ts'
import { When } from '../when.tsx'

export type Payment = {
  withdrawalId: string
  user: { id: string; fullName: string }
  amount: number
  address: string | null
  stop: PayoutStop | null
  looks: WithdrawalLook[]
  paidAt: string | null
}

const requestPath = ({ withdrawalId }: Payment) => `/admin/withdrawals?request=${withdrawalId}`

type PaymentsProps<P> = {
  payments: P[]
  coins(payment: P): string
  reference(payment: P): ReactNode
}

/** Whom a batch or a list pays. */
export function Payments<P extends Payment>({ payments, coins, reference }: PaymentsProps<P>) {
  const columns: Column<P>[] = [
    {
      head: 'Person',
      kind: 'name',
      cell: ({ user }) => <UserLink userId={user.id}>{user.fullName}</UserLink>,
    },
    { head: 'Address', cell: (payment) => <To payment={payment} /> },
    { head: 'Amount', kind: 'amount', cell: ({ amount }) => usd(amount) },
    { head: 'Coins', kind: 'amount', cell: coins },
    { head: 'Reference', kind: 'short', cell: reference },
    { head: 'Paid', kind: 'date', cell: (payment) => <Paid payment={payment} /> },
  ]
  return (
    <DataTable
      label="Recipients"
      columns={columns}
      rows={payments}
      keyOf={({ withdrawalId }) => withdrawalId}
    />
  )
}

const Paid = ({ payment }: { payment: Payment }) => (
  <Link to={requestPath(payment)}>
    {payment.paidAt === null ? 'Unpaid. View request' : <When at={payment.paidAt} />}
  </Link>
)

const stopWords: Record<PayoutStop, string> = {
  account_frozen: 'Account frozen.',
  law_check: 'A check goes on.',
}

/** One that isn't what was recorded isn't shown: it would be believed. */
function To({ payment: { address, stop, looks, paidAt } }: { payment: Payment }) {
  if (address !== null)
    return (
      <>
        <Address>{address}</Address>
        {paidAt === null && <Flags looks={looks} />}
        {stop !== null && paidAt === null && (
          <span className={styles.differs}>
            <Icon name="warn" /> {stopWords[stop]} Send nothing.
          </span>
        )}
      </>
    )
  return (
    <span className={styles.differs}>
      <Icon name="warn" /> Its request is not what was recorded. Send nothing.
    </span>
  )
}

/** Something that is not what was recorded of it: nothing may leave with it. */
export const isWhole = (payments: readonly Payment[]) =>
  payments.every(({ address }) => address !== null)

type DifferingProps = { what: Carrier; difference: string | null; payments: readonly Payment[] }

export function Differing({ what, difference, payments }: DifferingProps) {
  if (difference !== null)
    return (
      <Note tone="bad">
        This {what} is not what was recorded of it: {difference}. Nothing may leave by it until that
        is explained.
      </Note>
    )
  const differing = payments.filter(({ address }) => address === null).length
  if (differing === 0) return null
  return (
    <Note tone="bad">
      {differing === 1
        ? '1 request is not what was recorded of it'
        : `${differing} requests are not what was recorded of them`}
      : nothing may leave by this {what} until that is explained.
    </Note>
  )
}
