import type { Withdrawal as WireWithdrawal } from '../../contract/withdrawal.ts'
import type { Withdrawal } from '../../desk/command.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'

type Names = { fullName: string; email: string; decidedByName: string | null }

const afterApproval = new Set(['approved', 'paid', 'returned'])

export function presentWithdrawal(request: Withdrawal, { fullName, email, decidedByName }: Names): WireWithdrawal {
  const decidedAt = request.decidedAt === null ? null : isoFromInstant(request.decidedAt)
  const wasApproved = afterApproval.has(request.status) && decidedAt !== null
  return {
    _id: request.id,
    user: { fullName, email },
    type: request.type,
    method: request.type === 'bank_transfer' ? 'Wallet transfer' : 'Account transfer',
    amount: dollarsFromCents(request.amount),
    bankName: request.walletName,
    bankNumber: request.walletAddress,
    recipientAccountId: request.recipientAccountId,
    status: request.status,
    reason: request.reason,
    approvals: wasApproved ? [{ by: decidedByName ?? '', at: decidedAt }] : [],
    createdAt: isoFromInstant(request.createdAt),
    decidedAt,
    decidedBy: decidedByName,
    payoutReference: request.payoutReference,
  }
}
