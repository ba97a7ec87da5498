import type { ReactNode } from 'react'
import type { Happened, Withdrawal } from '../../../contract/withdrawal.ts'
import { Address } from '../../ui/address.tsx'
import { centsOf } from '../../ui/amount.ts'
import { Badge } from '../../ui/badge.tsx'
import { showDate } from '../../ui/dates.ts'
import { Explain, type Line } from '../../ui/explain.tsx'
import { Figure } from '../../ui/figure.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Timeline } from '../../ui/timeline.tsx'
import { Explorer } from '../../ui/transaction.tsx'
import styles from './open-request.module.css'
import { requestSteps } from './request-steps.ts'
import { badgeOf, ownWord } from '../../account/withdrawal-words.ts'

type OpenRequestProps = {
  request: Withdrawal
  history: readonly Happened[]
  /** Where its payout can be looked at, if it was one in bitcoin. */
  explorer?: string | null
  children?: ReactNode
}

/** One request: whole, where it goes, where it stands, and what happens to the money. Below its facts stands what can be done. */
export function OpenRequest({ request, history, explorer = null, children }: OpenRequestProps) {
  return (
    <Sheet
      title={`Your request of ${showDate(request.createdAt)}`}
      aside={<Badge state={badgeOf(request.status)}>{ownWord(request.status)}</Badge>}
      lit
    >
      <div className={styles.request}>
        <div className="stack">
          <Figure cents={centsOf(request.amount)} />
          <Explain
            lines={[
              ...destination(request),
              ...noted(request),
              { label: 'Fee', amount: 'No fee from us' },
            ]}
          />
          {explorer !== null && (
            <p className="small">
              <Explorer explorer={explorer}>Look at the payment in a block explorer</Explorer>: you
              can check it without us.
            </p>
          )}
          <div className={styles.actions}>{children}</div>
        </div>
        <Timeline steps={requestSteps(request, history)} />
      </div>
    </Sheet>
  )
}

const noted = ({ note }: Withdrawal): Line[] =>
  note === null ? [] : [{ label: 'Note for the recipient', amount: note }]

function destination({ type, bankName, bankNumber, recipientAccountId }: Withdrawal): Line[] {
  if (type === 'tradehub_transfer') return [{ label: 'To the account', amount: recipientAccountId }]
  const isBank = type === 'bank_account'
  return [
    { label: isBank ? 'To the bank account of' : 'To the wallet', amount: bankName },
    {
      label: isBank ? 'Account' : 'Address',
      note: bankNumber && <Address>{bankNumber}</Address>,
      amount: '',
    },
  ]
}
