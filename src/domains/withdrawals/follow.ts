/**
 * What the journal says of a request: followed through the commands about it, without the row that is kept. Whoever changes
 * the row behind them is found out before anything is decided or shown (docs/decisions/051). Pure.
 */
import type { Refusal } from '../../contract/problems.ts'
import type { WithdrawalStatus, WithdrawalType } from '../../contract/withdrawal.ts'
import { refuse, type Journaled, type ReadBack } from '../../desk/command.ts'
import { differingIn } from '../../desk/difference.ts'
import { defineFact } from '../../desk/fact.ts'
import {
  centsIfAny,
  centsOf,
  subjectOf,
  textIfAny,
  textOf,
  Unexplained,
  wordsIfAny,
} from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { withdrawals, type Withdrawal } from './table.ts'

/** `request` is null where no command made it. `fault`: its commands aren't what was recorded, or don't follow from each other. */
export type Recorded = { request: Withdrawal | null; fault: string | null }

function requested(kept: Journaled): Withdrawal {
  if (kept.kind !== 'RequestWithdrawal') throw new Unexplained(`${kept.kind} asked for nothing`)
  return {
    id: kept.id,
    owner: subjectOf(kept),
    type: textOf(kept, 'type') as WithdrawalType,
    amount: centsOf(kept, 'amount'),
    walletName: wordsIfAny(kept, 'walletName') ?? wordsIfAny(kept, 'holder'),
    walletAddress: wordsIfAny(kept, 'walletAddress') ?? wordsIfAny(kept, 'bankAccount'),
    recipient: textIfAny(kept, 'recipient') ?? null,
    recipientAccountId: wordsIfAny(kept, 'recipientAccountId'),
    status: 'pending',
    reason: null,
    createdAt: kept.at,
    firstApprovedAt: null,
    firstApprovedBy: null,
    decidedAt: null,
    decidedBy: null,
    payoutReference: null,
  }
}

type Step = {
  by: string | readonly string[]
  from: WithdrawalStatus
  left(kept: Journaled, request: Withdrawal): Partial<Withdrawal>
}

/** What one alone can't have done. Another administrator's takes the place of one that counted no more. */
function approvedFirst({ at, actor }: Journaled, request: Withdrawal): Partial<Withdrawal> {
  if (request.firstApprovedBy !== null && request.firstApprovedBy === actor)
    throw new Unexplained('one administrator gave its first approval twice')
  return { firstApprovedAt: at, firstApprovedBy: actor }
}

/** Two administrators are two; and one wasn't enough for an amount above the limit that the approval itself names. */
function approved(kept: Journaled, { amount, firstApprovedBy }: Withdrawal): Partial<Withdrawal> {
  const limit = centsIfAny(kept, 'secondApprovalAbove')
  if (firstApprovedBy === null && limit !== undefined && amount > limit)
    throw new Unexplained('one administrator approved it where two were needed')
  if (firstApprovedBy !== null && firstApprovedBy === kept.actor)
    throw new Unexplained('one administrator approved it twice')
  return { status: 'approved', decidedAt: kept.at, decidedBy: kept.actor }
}

const reasonOf = (kept: Journaled) => wordsIfAny(kept, 'reason')

/** By the kind of activity, from which it is seen which approval it was. */
const steps: Record<string, Step> = {
  'withdrawal-first-approval': { by: 'ApproveWithdrawal', from: 'pending', left: approvedFirst },
  'withdrawal-approved': { by: 'ApproveWithdrawal', from: 'pending', left: approved },
  'withdrawal-rejected': {
    by: 'RejectWithdrawal',
    from: 'pending',
    left: (kept) => ({
      status: 'rejected',
      reason: reasonOf(kept),
      decidedAt: kept.at,
      decidedBy: kept.actor,
    }),
  },
  'withdrawal-cancelled': {
    by: 'CancelWithdrawal',
    from: 'pending',
    left: ({ at }) => ({ status: 'cancelled', decidedAt: at }),
  },
  'withdrawal-paid': {
    by: ['PayWithdrawal', 'PayPayout', 'PayListed'],
    from: 'approved',
    left: (kept) => ({ status: 'paid', payoutReference: textOf(kept, 'reference') }),
  },
  'withdrawal-returned': {
    by: 'ReturnWithdrawal',
    from: 'approved',
    left: (kept) => ({ status: 'returned', reason: reasonOf(kept) }),
  },
}

/** What a later command left of a request. */
function after(request: Withdrawal, kept: Journaled): Withdrawal {
  const step = kept.activity
    .map(({ kind }) => steps[kind])
    .find((one) => one && [one.by].flat().includes(kept.kind))
  if (step?.from !== request.status)
    throw new Unexplained(`${kept.kind} can’t come after what was recorded before it`)
  if (centsOf(kept, 'amount') !== request.amount || subjectOf(kept) !== request.owner)
    throw new Unexplained(`${kept.kind} is about another amount or another user`)
  return { ...request, ...step.left(kept, request) }
}

/** Of the accepted commands about one request, in the order of its owner's activity. */
export function follow(commands: readonly (Journaled & { fault: string | null })[]): Recorded {
  try {
    let request: Withdrawal | null = null
    for (const kept of commands) {
      if (kept.fault !== null) throw new Unexplained(`of ${kept.kind}, ${kept.fault}`)
      request = request === null ? requested(kept) : after(request, kept)
    }
    return { request, fault: null }
  } catch (error) {
    if (error instanceof Unexplained) return { request: null, fault: error.message }
    throw error
  }
}

/** SQL of the ids of the accepted commands about a request: of the one that asked for it, and of those after it, by an index. */
export const commandsAbout = (
  request: string,
): string => `select made.id from desk.commands made where made.id = ${request}
  union all
  select later.id from desk.commands later where later.input ->> 'withdrawal' = ${request}::text and later.input ? 'withdrawal' and later.outcome = 'done'`

/**
 * What the journal says of a request, read under its owner's lock, which every command about it holds. In memory, where
 * nobody gets at a row but by commands, it is the row.
 */
export const recordedRequest = defineFact<string, Recorded>({
  name: 'withdrawals.recorded',
  ofJournal: true,
  text: `select asked.id::text as about, command.id from unnest($1::uuid[]) asked (id) cross join lateral (${commandsAbout('asked.id')}) command`,
  form: 'uuid',
  valueIn: (rows, id) => follow((rows as ReadBack[]).filter(({ about }) => about === id)),
  inMemory: () => ({
    add() {},
    valueOf: (id, { world }) => ({ request: world.get(withdrawals, id) ?? null, fault: null }),
  }),
})

/** What the properties of a request are called. */
const called: { [property in keyof Withdrawal]: string } = {
  id: 'number',
  owner: 'user',
  type: 'method',
  amount: 'amount',
  walletName: 'wallet name',
  walletAddress: 'wallet address',
  recipient: 'recipient',
  recipientAccountId: 'recipient’s account ID',
  status: 'status',
  reason: 'reason',
  createdAt: 'date',
  firstApprovedAt: 'time of the first approval',
  firstApprovedBy: 'first approver',
  decidedAt: 'time of the decision',
  decidedBy: 'deciding administrator',
  payoutReference: 'payout reference',
}

const calledOfBank = { walletName: 'account holder', walletAddress: 'bank account' }

/** What of a request isn't what was recorded of it, in words that follow a colon and repeat none of its values, or null. */
export function differenceOf(row: Withdrawal, { request, fault }: Recorded): string | null {
  if (fault !== null) return fault
  if (request === null) return 'nobody asked for it'
  // The words of a person who has left are gone; whom it was for stays in the journal.
  const isErased = request.recipient !== null && request.recipientAccountId === null
  const property = differingIn(
    row,
    isErased ? { ...request, recipientAccountId: row.recipientAccountId } : request,
  )
  if (property === null) return null
  const ofBank = row.type === 'bank_account' ? calledOfBank : {}
  return `its ${{ ...called, ...ofBank }[property as keyof Withdrawal]} differs`
}

/** Refuses a request that isn't what was recorded of it: somebody changed its row, or its words, behind the commands. */
export function refuseUnlessAsRecorded(world: World, request: Withdrawal): Refusal | null {
  const difference = differenceOf(request, world.fact(recordedRequest, request.id))
  return difference === null
    ? null
    : refuse(
        'not_as_recorded',
        `This request is not what was recorded of it: ${difference}. Nothing was booked, and no money may leave for it until that is explained.`,
      )
}
