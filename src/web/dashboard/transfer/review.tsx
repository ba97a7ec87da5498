import { formatUsd, type Cents } from '../../../lib/money.ts'
import { Address } from '../../ui/address.tsx'
import { Question } from '../../ui/dialog.tsx'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Recipient } from './recipient.tsx'
import type { Destination, Transfer } from './outcome.tsx'
import { coinOf, useReviewedRate } from './reviewed-rate.ts'
import { UsualTimes } from './usual-times.tsx'
import { WhatArrives } from './what-arrives.tsx'
import styles from '../../account/form.module.css'

/** Everything once more before it is asked for: how much, where to in blocks of four, and what follows. */
export function TransferReview({ transfer }: { transfer: Transfer }) {
  const { asked } = transfer
  return asked && <Review transfer={transfer} {...asked} />
}

type ReviewProps = { transfer: Transfer } & Pick<
  NonNullable<Transfer['asked']>,
  'destination' | 'cents'
>

function Review({ transfer, destination, cents }: ReviewProps) {
  const { busy, confirm, goBack } = transfer
  const reviewed = useReviewedRate(coinOf(destination))
  const isOut = destination.type !== 'tradehub_transfer'
  return (
    <Question
      title={isOut ? `Withdraw ${formatUsd(cents)}?` : `Transfer ${formatUsd(cents)}?`}
      open
      onClose={goBack}
      keep="Back"
      confirm={`Request ${formatUsd(cents)}`}
      busyText={isOut ? 'Processing...' : 'Submitting Request...'}
      busy={busy}
      onConfirm={() => reviewed.mayRequest() && confirm()}
    >
      <div className={styles.fields}>
        <Explain lines={linesOf(destination, cents)} />
        <WhatArrives destination={destination} cents={cents} reviewed={reviewed} />
        {!isOut && <Recipient accountId={destination.recipientAccountId} />}
        <p className="small">
          {formatUsd(cents)} leaves your balance at once and is held in your name. A person reviews
          the request; until it is decided you can cancel it. {afterApproval[destination.type]}
        </p>
        <UsualTimes type={destination.type} />
      </div>
    </Question>
  )
}

const afterApproval: Record<Destination['type'], string> = {
  bank_transfer: 'Once approved, it is paid to this address, and nothing can call it back.',
  bank_account: 'Once approved, it is sent to this account by bank transfer.',
  tradehub_transfer: 'Once approved, the recipient has it at once.',
}

function linesOf(destination: Destination, cents: Cents): Line[] {
  const to =
    destination.type !== 'tradehub_transfer'
      ? [
          { label: 'To', amount: destination.bankName },
          {
            label: destination.type === 'bank_account' ? 'Bank account' : 'Address',
            note: <Address>{destination.bankNumber.trim()}</Address>,
            amount: '',
          },
        ]
      : [
          {
            label: 'To the account',
            note: <Address>{destination.recipientAccountId}</Address>,
            amount: '',
          },
        ]
  return [
    { label: 'Amount', amount: formatUsd(cents) },
    ...to,
    ...('note' in destination ? [{ label: 'Note', amount: destination.note }] : []),
    { label: 'Fee', amount: 'No fee from us' },
  ]
}
