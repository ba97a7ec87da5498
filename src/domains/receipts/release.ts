/** What arrived beyond a limit comes to its owner's balance once it fits. The system does that by itself. */
import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { fitted, textOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { formatUsd } from '../../lib/money.ts'
import { mail as tellOfDeposit } from '../deposits/mails.ts'
import { refusalOfRelease } from '../payouts/blocks/match.ts'
import { payoutsBlocked } from '../payouts/blocks/table.ts'
import { isProposed } from '../proposals/propose.ts'
import { proposedOf } from '../proposals/table.ts'
import { needsOfLimits, refusalOfLimits, type SetLimits } from '../verification/limits.ts'
import { arriving } from '../verification/received.ts'
import { assignmentPostings } from './postings.ts'
import { listed } from './book.ts'
import { heldReceipt } from './references.ts'
import { bankEntries } from './table.ts'
import { firm } from '../../ledger/core/chart.ts'

export type ReleaseReceipt = {
  receipt: string
  owner: OwnerId
  limits: SetLimits
}

export const releaseReceipt = defineCommand<ReleaseReceipt>({
  recall(kept, world) {
    const receipt = textOf(kept, 'receipt')
    const owner = world.get(bankEntries, receipt)?.owner ?? firm
    return { command: { receipt, owner, limits: fitted } }
  },
  journal: ({ receipt }) => ({ receipt }),
  subject: ({ owner }) => owner,
  needs: ({ receipt, owner, limits }) => ({
    owners: [owner, firm],
    read: [
      bankEntries.byId(receipt),
      proposedOf(heldReceipt(receipt)),
      ...payoutsBlocked,
      ...needsOfLimits(owner, arriving, limits),
    ],
  }),
  decide(world, { receipt: id, owner, limits }, { at }) {
    const receipt = world.get(bankEntries, id)
    if (!receipt || receipt.owner !== owner || receipt.status !== 'suspense')
      return refuse('not_in_suspense')
    const { amount } = receipt
    const refusal =
      refuseUnlessOpen(world.owners.get(owner)) ??
      (isProposed(world, heldReceipt(id), { at }) ? refuse('change_open') : null) ??
      refusalOfRelease(world, id) ??
      refusalOfLimits(world, { owner, moving: arriving, amount }, limits, at)
    if (refusal) return refusal
    return {
      postings: assignmentPostings(owner, amount),
      activity: listed(owner, 'bank-deposit'),
      put: [bankEntries.row({ ...receipt, status: 'booked' })],
      facts: { amount: String(amount) },
      effects: [
        tellOfDeposit({
          owner,
          template: 'deposit-received',
          values: { amount: formatUsd(amount), how: 'bank' },
        }),
      ],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'Released to its owner' } }),
})
