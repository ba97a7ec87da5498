import type { Withdrawal as WireWithdrawal } from '../../contract/withdrawal.ts'
import { methods } from '../../contract/withdrawal-types.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { dollarsFromCents } from '../../lib/money.ts'
import { addressKind } from '../../lib/wallet-address.ts'
import type { Withdrawal } from './table.ts'

type Names = {
  fullName: string
  email: string
  firstApprovedByName: string | null
  decidedByName: string | null
}

const afterApproval = new Set(['approved', 'paid', 'returned'])

export function presentWithdrawal(
  request: Withdrawal,
  { fullName, email, firstApprovedByName, decidedByName }: Names,
): WireWithdrawal {
  const decidedAt = request.decidedAt === null ? null : isoFromInstant(request.decidedAt)
  const approvals =
    request.firstApprovedAt === null
      ? []
      : [{ by: firstApprovedByName ?? '', at: isoFromInstant(request.firstApprovedAt) }]
  if (afterApproval.has(request.status) && decidedAt !== null)
    approvals.push({ by: decidedByName ?? '', at: decidedAt })
  return {
    _id: request.id,
    user: { fullName, email },
    type: request.type,
    method: methods[request.type],
    amount: dollarsFromCents(request.amount),
    bankName: request.walletName,
    bankNumber: request.walletAddress,
    recipientAccountId: request.recipientAccountId,
    note: request.note,
    status: request.status,
    reason: request.reason,
    approvals,
    createdAt: isoFromInstant(request.createdAt),
    decidedAt,
    decidedBy: decidedByName,
    payoutReference: request.payoutReference,
  }
}

/** A transaction, or one output of it. */
const onChain = /^([\da-f]{64})(?::\d+)?$/

/** Of each network that coins leave by, as the pack names it. */
export type Explorers = Partial<Record<string, string | null>>

/** Where a payout in coins can be looked at, of a pack that names an explorer; null for any other payout. */
export function explorerOf(
  { type, bankNumber, payoutReference }: WireWithdrawal,
  explorers: Explorers,
): string | null {
  const network = type === 'bank_transfer' ? addressKind(bankNumber ?? '')?.network : undefined
  const explorer = network === undefined ? null : explorers[network]
  const [, txid] = onChain.exec(payoutReference ?? '') ?? []
  return txid === undefined ? null : (explorer?.replace('{txid}', txid) ?? null)
}
