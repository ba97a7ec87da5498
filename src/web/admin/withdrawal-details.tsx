import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Withdrawal } from '../../contract/withdrawal.ts'
import { badgeOf, capitalised } from '../dashboard/withdrawal-words.ts'
import { usd } from '../ui/amount.ts'
import { Badge } from '../ui/badge.tsx'
import { showDateTime } from '../ui/dates.ts'
import { Dialog, DialogButtons } from '../ui/dialog.tsx'
import { Explain, type Line } from '../ui/explain.tsx'

export function WithdrawalDetails({ withdrawal, onClose }: { withdrawal: Withdrawal | null; onClose(): void }) {
  // What is shown while the dialog fades out.
  const [last, setLast] = useState(withdrawal)
  if (withdrawal && withdrawal !== last) setLast(withdrawal)
  return (
    <Dialog title="Withdrawal details" open={withdrawal !== null} onClose={onClose}>
      {last && <Explain lines={linesOf(last)} />}
      <DialogButtons><Button variant="default" onClick={onClose}>Close</Button></DialogButtons>
    </Dialog>
  )
}

function linesOf(row: Withdrawal): Line[] {
  const lines: [string, Line['amount'] | null][] = [
    ['User', row.user.fullName || 'N/A'],
    ['Email', row.user.email || 'N/A'],
    ['Amount', usd(row.amount)],
    ['Method', row.method || 'N/A'],
    ['Wallet name', row.bankName],
    ['Wallet address', row.bankNumber],
    ['Recipient account ID', row.recipientAccountId],
    ['Status', <Badge key="status" state={badgeOf(row.status)}>{capitalised(row.status)}</Badge>],
    ['Requested', showDateTime(row.createdAt)],
    ['Approved by', row.approvals.map(({ by, at }) => `${by}, ${showDateTime(at)}`).join('; ') || null],
    ['Decided', row.decidedAt && `${showDateTime(row.decidedAt)}, by ${row.status === 'cancelled' ? 'the user' : (row.decidedBy ?? 'N/A')}`],
    ['Reason', row.reason],
    ['Payout reference', row.payoutReference],
  ]
  return lines.flatMap(([label, amount]) => (amount ? [{ label, amount }] : []))
}
