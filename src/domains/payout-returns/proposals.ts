/**
 * A payout that a bank sent back, booked once two have agreed to it: it undoes the payout as far as the money came back, and is no
 * deposit. Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import { refuse, type Context } from '../../desk/command.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { referenceKey } from '../../lib/bank-reference.ts'
import { dollarsFromCents, formatUsd } from '../../lib/money.ts'
import { staffOn } from '../people/rules.ts'
import { defineProposal } from '../proposals/kind.ts'
import { heldReference, needsOfReference, refusalOfReference } from '../receipts/references.ts'
import { bankEntries } from '../receipts/table.ts'
import { withdrawals } from '../withdrawals/table.ts'
import { mail } from './mails.ts'

/** `amount`: what came back, in cents; `user`: whose withdrawal it was. */
export type ReturnFacts = {
  withdrawal: string
  user: OwnerId
  amount: string
  reference: string
  valueDate: string
}

export type ReturnWords = { reason: string }

function refusalOfPerson(world: World, user: OwnerId, context: Context): Refusal | null {
  if (world.owners.get(user)?.status === 'closed')
    return refuse(
      'account_closed',
      'This account is closed. Nothing was recorded: record what came back as a receipt without a user, which waits in suspense.',
    )
  const owner = staffOn(world, user, context)
  return 'totals' in owner ? null : (owner as Refusal)
}

/** Only what left through a bank comes back through one, once, and no more of it than left. */
function refusalOfPayout(world: World, { withdrawal, user, amount }: ReturnFacts): Refusal | null {
  const request = world.get(withdrawals, withdrawal)
  if (request?.owner !== user) return refuse('unknown_withdrawal')
  if (request.status !== 'paid' || request.type !== 'bank_account') return refuse('not_paid_out')
  return BigInt(amount) > request.amount
    ? refuse(
        'more_than_paid',
        `This payout was of ${formatUsd(request.amount)}: more can’t come back. Nothing was recorded: check the amount on the statement.`,
      )
    : null
}

export const payoutReturn = defineProposal<ReturnFacts, null, ReturnWords>({
  name: 'payout-return',
  called: 'payout that came back',
  lastsForMs: null,
  about: ({ user }) => user,
  holds: ({ reference }) => heldReference(reference),
  holdsToo: ({ withdrawal }) => `payout ${withdrawal}`,
  whenHeld:
    'Something with this reference, however it is spelled, or that this payout came back, is proposed already. Nothing was recorded: decide on that first.',
  words: ['reason'],
  asks: false,
  needs: ({ user, withdrawal, reference }) => ({
    owners: [user, firm],
    read: [withdrawals.byId(withdrawal), ...needsOfReference(reference)],
  }),
  refusal: (world, facts, context) =>
    refusalOfPerson(world, facts.user, context) ??
    refusalOfPayout(world, facts) ??
    refusalOfReference(world, facts.reference),
  apply(world, { withdrawal, user: owner, ...line }, { id, at, actor }, { words, first }) {
    const request = world.get(withdrawals, withdrawal)!
    const { reason } = words
    const amount = BigInt(line.amount)
    const kind = 'payout-returned'
    return {
      postings: [
        {
          event: kind,
          debit: { owner: firm, kind: 'client-bank' },
          credit: { owner, kind: 'cash' },
          amount,
        },
      ],
      activity: [
        { owner, kind },
        { owner: firm, kind },
      ],
      put: [
        withdrawals.row({ ...request, status: 'returned', reason }),
        bankEntries.row({
          ...{ id, kind: 'payout-return', owner, receipt: null, withdrawal },
          ...{ account: 'client-bank', amount, reference: line.reference },
          ...{ referenceKey: referenceKey(line.reference), valueDate: line.valueDate },
          ...{ payerText: null, payerAccount: null, reason, status: 'done' },
          ...{ firstAt: first!.at, firstBy: first!.by, bookedAt: at, bookedBy: actor! },
        }),
      ],
      effects: [
        mail({
          owner,
          template: kind,
          values: {
            amount: formatUsd(amount),
            paid: formatUsd(request.amount),
            reason,
            request: withdrawal,
          },
        }),
      ],
    }
  },
  show: ({ amount, ...facts }) => ({ ...facts, amount: dollarsFromCents(BigInt(amount)) }),
  noted: ({ withdrawal, amount, reference }) => ({ withdrawal, amount, reference }),
  listedAs: { proposed: 'bank-entry-proposed', ended: 'bank-entry-refused' },
})
