/** All that a payout takes at once: where to, what and how much, and the field for its reference. */
import { Button } from '@mantine/core'
import { lazy, Suspense } from 'react'
import type { QueuedWithdrawal } from '../../../contract/withdrawal.ts'
import { endToEndId } from '../../../lib/transfers.ts'
import { addressKind } from '../../../lib/wallet-address.ts'
import { useWithdrawalQuery } from '../../api/staff-withdrawals.ts'
import { LoadFailed } from '../../api/not-loaded.tsx'
import { usd } from '../../ui/amount.ts'
import { Address } from '../../ui/address.tsx'
import { useCopy } from '../../ui/copy-text.tsx'
import { Explain } from '../../ui/explain.tsx'
import { Waiting } from '../../ui/states.tsx'
import { Alarm } from './alarm.tsx'
import styles from './withdrawals.module.css'

const QrCode = lazy(() =>
  import('../../ui/qr-code.tsx').then((module) => ({ default: module.QrCode })),
)

/** Compared with its command when it was opened: what was read for the list may be older than what somebody did since. Null until then, and where it differs. */
export function useDestination(id: string) {
  const { currentData, isFetching, error, refetch } = useWithdrawalQuery(id, {
    refetchOnMountOrArgChange: true,
  })
  const row = isFetching ? undefined : currentData?.data.withdrawal
  return { row, error, isFetching, refetch }
}

export function Destination({ found }: { found: ReturnType<typeof useDestination> }) {
  const { row, ...answer } = found
  if (answer.error) return <LoadFailed what="the request" {...answer} />
  if (!row) return <Waiting>Comparing it with what was asked for...</Waiting>
  if (row.difference !== undefined) return <Alarm row={row} />
  return <To row={row} address={row.bankNumber ?? ''} />
}

/** By what the address looks like; what else it may be only its owner knows. */
const assetOf = (address: string): string => {
  const network = addressKind(address)?.network
  return network === undefined
    ? 'Unknown from its address'
    : { Bitcoin: 'Bitcoin (BTC)', TRON: 'TRON network (USDT)' }[network]
}

type ToProps = { row: Omit<QueuedWithdrawal, 'looks'>; address: string }

/** As a transfer is typed at a bank. */
function ToBank({ row, address }: ToProps) {
  return (
    <div className={styles.part}>
      <Address>{address}</Address>
      <CopyAddress address={address} what="account" />
      <Explain
        lines={[
          { label: 'Amount', amount: usd(row.amount) },
          { label: 'Account holder', amount: row.bankName ?? 'N/A' },
          {
            label: 'Text of the transfer',
            note: <Address>{endToEndId(row)}</Address>,
            amount: '',
          },
        ]}
      />
    </div>
  )
}

function To({ row, address }: ToProps) {
  if (row.type === 'bank_account') return <ToBank row={row} address={address} />
  return (
    <div className={styles.payout}>
      <div className={styles.part}>
        <Address>{address}</Address>
        <CopyAddress address={address} />
        <Explain
          lines={[
            { label: 'Amount', amount: usd(row.amount) },
            { label: 'Asset', amount: assetOf(address) },
            { label: 'Wallet name', amount: row.bankName ?? 'N/A' },
          ]}
        />
      </div>
      <Suspense fallback={null}>
        <QrCode text={address} label={`Wallet address of ${row.user.fullName} as a QR code`} />
      </Suspense>
    </div>
  )
}

function CopyAddress({ address, what = 'address' }: { address: string; what?: string }) {
  const { copy, outcome } = useCopy(address)
  return (
    <div className="row">
      <Button variant="default" size="compact-sm" onClick={() => void copy()}>
        Copy {what}
      </Button>
      <span className="caption" role="status">
        {outcome === 'copied' && 'Copied!'}
        {outcome === 'refused' && 'The browser did not allow copying. Select it by hand.'}
      </span>
    </div>
  )
}
