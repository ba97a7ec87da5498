/** A request taken back with the link of the mail about it, by whoever reads that mailbox. */
import { ProblemError } from '../../contract/problems.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dollarsFromCents, formatUsd } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import type { Recorded } from '../../platform/route.ts'
import { actingBy, askedByLink, saidOf } from '../sign-in/mailed-acts.ts'
import type { SignInContext } from '../sign-in/parts.ts'
import { withdrawals, type Withdrawal } from './table.ts'

type Context = Pick<SignInContext, 'pool' | 'secret' | 'macKeys'>

async function readRequest(db: Database, id: string, owner: OwnerId): Promise<Withdrawal> {
  const { rows } = await db.query<Withdrawal>(
    `select ${withdrawals.columns} from ${withdrawals.from} where withdrawal.id = $1 and withdrawal.owner_id = $2`,
    [id, owner],
  )
  if (!rows[0]) throw new ProblemError('link_ended')
  return rows[0]
}

/** The request that the link is about, as far as its mail told of it. Throws `link_ended`. */
export async function requestByLink(context: Context, signed: string) {
  const { id, owner } = await actingBy(context, 'cancel-request', signed)
  const request = await readRequest(context.pool, id, owner)
  return {
    amount: dollarsFromCents(request.amount),
    bankName: request.walletName,
    bankNumber: request.walletAddress,
    recipientAccountId: request.recipientAccountId,
    status: request.status,
  }
}

/** What is decided already is refused without a trace. */
export async function cancelByLink(
  context: Context,
  { signed, requestId }: { signed: string; requestId: string },
  cancel: (
    asked: ReturnType<typeof askedByLink>,
    command: { owner: OwnerId; withdrawal: string; byLink: true },
  ) => Promise<Recorded>,
) {
  const { id, owner } = await actingBy(context, 'cancel-request', signed)
  const { status, amount } = await readRequest(context.pool, id, owner)
  if (status !== 'pending')
    throw new ProblemError({
      code: 'not_pending',
      message: `This request is no longer pending: it was ${status}. Nothing was changed.`,
    })
  return saidOf(
    await cancel(askedByLink('cancel-request', { id, owner, requestId }), {
      owner,
      withdrawal: id,
      byLink: true,
    }),
    `The request is cancelled, and ${formatUsd(amount)} is back in your balance.`,
  )
}
