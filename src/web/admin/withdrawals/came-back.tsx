/** That a bank sent a payout back which was recorded as paid: where the statement itself doesn't lead to it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import type { WithdrawalDetails } from '../../../contract/withdrawal.ts'
import { Record as RecordEntry } from '../receipts/record.tsx'
import { useStaff } from '../staff.ts'

export function CameBack({ withdrawal, account }: WithdrawalDetails) {
  const { id, may } = useStaff()
  const [isAsked, ask] = useState(false)
  const { status, type, amount } = withdrawal
  const isByBank = status === 'paid' && type === 'bank_account'
  if (!isByBank || !may('book-money') || account.userId === id) return null
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        The bank sent it back
      </Button>
      {isAsked && (
        <RecordEntry
          recording={{
            what: 'payout-return',
            id: withdrawal._id,
            given: { amount: String(amount) },
          }}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}
