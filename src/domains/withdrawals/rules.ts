import {
  defineCommand,
  defineStaffCommand,
  refuseUnlessActive,
  refuseUnlessVerified,
  refuse,
  type CommandRule,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import {
  centsOf,
  fitted,
  subjectOf,
  textIfAny,
  textOf,
  wordsIfAny,
  wordsOf,
  type Fitted,
} from '../../desk/recall.ts'
import type { Changes, Owner } from '../../desk/records.ts'
import type { Refusal } from '../../contract/problems.ts'
import { isPaidOut } from '../../contract/withdrawal-types.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Posting } from '../../ledger/core/posting.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { defineDecisionOfTwo } from '../approvals/two.ts'
import { mail as tellOfDeposit } from '../deposits/mails.ts'
import { refusalByEditions } from '../editions/must-accept.ts'
import { needsOfEditions } from '../editions/table.ts'
import {
  needsOfPlace,
  outsideAddress,
  recipientOf,
  recordedPlace,
  refusalOfPlace,
} from '../destinations/place.ts'
import { destinations } from '../destinations/table.ts'
import { refusalWhileImporting } from '../import-records/business.ts'
import { allImports } from '../import-records/table.ts'
import { refusalByDebt } from '../loans/debt.ts'
import { claimsOn, isReleased, paidInExport, refusalOfClaims } from '../payouts/claims/match.ts'
import { matchEarlier, refusalOfRelease, refusalOfTransfer } from '../payouts/blocks/match.ts'
import { payoutsBlocked } from '../payouts/blocks/table.ts'
import { needsOfBounds, refusalOfAnother, refusalOfSmall, type RequestBounds } from './bounds.ts'
import { holdsIn, needsOfHolds, refusalOfHolds, type Holds } from './hold.ts'
import {
  isOfRefused,
  needsToApprove,
  needsToSend,
  refusalToApprove,
  refusalToSend,
  type OfLimits,
} from './limits.ts'
import { needsToPay, refusalOfApprover } from './payable.ts'
import { refusalOfLeaving } from '../checks/stops.ts'
import { mail } from './mails.ts'
import { presentWithdrawal } from './present.ts'
import { partiesOf, withdrawals, type Parties, type Withdrawal } from './table.ts'
import { isUsed, needsOfReference, takeReference } from './used-once.ts'

export type Target =
  | { type: 'bank_transfer'; walletName: string; walletAddress: string }
  | { type: 'bank_account'; holder: string; account: string }
  | { type: 'tradehub_transfer'; recipientAccountId: string }
/**
 * `named` is whom the request itself names as its user, when it names one; `saved`, the saved destination that was chosen.
 * `mustBeVerified`: no money leaves before the email address is verified.
 */
export type RequestWithdrawal = OfLimits & {
  owner: OwnerId
  named?: OwnerId | undefined
  amount: Cents
  target: Target
  saved?: string | undefined
  /** For the recipient. */
  note?: string | undefined
  isOfFirm: boolean
  holds: Holds
  mustBeVerified: boolean
  bounds: RequestBounds | Fitted
}

/** What its mails say of a request: how much goes where. They are erased with the person, as the request's own words are. */
export function mailValues(request: Withdrawal): Record<string, string> {
  const written = Object.entries(wordsOfTarget(request)).filter((word) => word[1] !== null)
  return { request: request.id, amount: formatUsd(request.amount), ...Object.fromEntries(written) }
}

/** What is recorded of where it goes. */
function wordsOfTarget(request: Withdrawal): Record<string, string | null> {
  const { type, walletName, walletAddress, recipientAccountId } = request
  if (type === 'bank_account') return { holder: walletName, bankAccount: walletAddress }
  return type === 'bank_transfer' ? { walletName, walletAddress } : { recipientAccountId }
}

/** Who it is for outside the firm, by the name that was given. */
function outsideName(target: Target): string | null {
  if (target.type === 'tradehub_transfer') return null
  return target.type === 'bank_transfer' ? target.walletName : target.holder
}

/** What the links of a mail about a request need; staff's accounts are frozen by other staff. */
const linksOf = ({ role }: Owner, id: string): Record<string, string> =>
  role === 'user' ? { link: id } : {}

/** All that is recorded of a request in words. */
const wordsOfRequest = (request: Withdrawal): Record<string, string | null> => ({
  ...wordsOfTarget(request),
  ...(request.note === null ? {} : { recipientNote: request.note }),
})

const within = (
  event: 'withdrawal-requested' | 'withdrawal-released',
  { owner, amount }: { owner: OwnerId; amount: Cents },
): Posting =>
  event === 'withdrawal-requested'
    ? { event, debit: { owner, kind: 'cash' }, credit: { owner, kind: 'held' }, amount }
    : { event, debit: { owner, kind: 'held' }, credit: { owner, kind: 'cash' }, amount }

function body(world: World, id: string, message: string) {
  const request = world.get(withdrawals, id)!
  const owner = world.owners.get(request.owner)!
  const names = {
    fullName: owner.fullName,
    email: owner.email,
    firstApprovedByName: world.nameOf(request.firstApprovedBy),
    decidedByName: world.nameOf(request.decidedBy),
  }
  return { status: 'success', message, data: { withdrawal: presentWithdrawal(request, names) } }
}

/** A saved destination is sent to as it was saved. */
function refusalOfSaved(world: World, { owner, saved, target }: RequestWithdrawal): Refusal | null {
  if (saved === undefined) return null
  const destination = world.get(destinations, saved)
  if (!destination || destination.owner !== owner || destination.status === 'removed')
    return refuse('unknown_destination')
  const isShown =
    target.type === destination.type &&
    (target.type === 'tradehub_transfer'
      ? target.recipientAccountId === destination.recipientAccountId
      : outsideAddress(target) === destination.walletAddress &&
        outsideName(target) === (destination.holder ?? destination.name))
  return isShown ? null : refuse('destination_changed')
}

const targetIn = (kept: Journaled, world: World): Target =>
  recordedPlace(kept, world) ?? {
    type: 'bank_transfer',
    walletName: wordsOf(kept, 'walletName'),
    walletAddress: wordsOf(kept, 'walletAddress'),
  }

export const requestWithdrawal = defineCommand<RequestWithdrawal, OwnerId>({
  recall(kept, world) {
    const recipient = textIfAny(kept, 'recipient') ?? null
    const command = {
      owner: subjectOf(kept),
      amount: centsOf(kept, 'amount'),
      target: targetIn(kept, world),
      note: wordsIfAny(kept, 'recipientNote') ?? undefined,
      isOfFirm: false,
      holds: holdsIn(kept),
      mustBeVerified: kept.input.mustBeVerified === true,
      limits: fitted,
      bounds: fitted,
    } as const
    return { command, found: recipient }
  },
  journal: (c) => ({
    amount: String(c.amount),
    type: c.target.type,
    ...(c.mustBeVerified ? { mustBeVerified: true } : {}),
  }),
  lookup: (c) => recipientOf(c.target),
  subject: (c) => c.owner,
  needs: (c, found) => ({
    owners: [c.owner],
    people: found === null ? [] : [found],
    read: [
      ...needsToSend(c.owner, c),
      ...needsOfPlace(c.target),
      ...needsOfHolds(c),
      ...needsOfBounds(c.owner, c.bounds),
      ...(isPaidOut(c.target.type) ? [] : needsOfEditions(c.owner)),
      ...(c.saved === undefined ? [] : [destinations.byId(c.saved)]),
    ],
  }),
  decide(world, c, { id, at, found: recipient }) {
    if (c.named !== undefined && c.named !== c.owner) return refuse('not_your_account')
    const { owner, target: place, isOfFirm, bounds } = c
    const refusal =
      refuseUnlessActive(world.owners.get(owner)) ??
      refuseUnlessVerified(world.owners.get(owner), c.mustBeVerified) ??
      // What is theirs leaves whatever they accept; somebody else's account is new business.
      (isPaidOut(place.type) ? null : refusalByEditions(world, owner, at)) ??
      refusalOfPlace(world, { owner, place, recipient, isOfFirm }) ??
      refusalOfSaved(world, c) ??
      refusalOfHolds(world, c) ??
      refusalOfAnother(world, owner, bounds) ??
      refusalToSend(
        world,
        { owner, amount: c.amount, type: place.type, address: outsideAddress(place) },
        c,
        at,
      )
    if (refusal) return refusal
    const cash = world.balance(c.owner, 'cash')
    if (cash < c.amount) return refuse('insufficient_balance')
    const lent = isPaidOut(place.type)
      ? null
      : refusalByDebt(world, { owner, amount: c.amount, cash, how: 'sent to an account here' })
    if (lent) return lent
    const small = refusalOfSmall(world, { owner, type: place.type, amount: c.amount }, bounds)
    if (small) return small
    const withdrawal: Withdrawal = {
      id,
      owner: c.owner,
      type: c.target.type,
      amount: c.amount,
      walletName: outsideName(c.target),
      walletAddress: outsideAddress(c.target),
      recipient: isPaidOut(c.target.type) ? null : recipient,
      recipientAccountId:
        c.target.type === 'tradehub_transfer' ? c.target.recipientAccountId : null,
      note: c.note ?? null,
      status: 'pending',
      reason: null,
      createdAt: at,
      firstApprovedAt: null,
      firstApprovedBy: null,
      decidedAt: null,
      decidedBy: null,
      payoutReference: null,
    }
    return {
      postings: [within('withdrawal-requested', c)],
      activity: [{ owner: c.owner, kind: 'withdrawal-requested' }],
      put: [withdrawals.row(withdrawal)],
      ...(withdrawal.recipient ? { facts: { recipient: withdrawal.recipient } } : {}),
      texts: wordsOfRequest(withdrawal),
      effects: [
        mail({
          owner: c.owner,
          template: 'withdrawal-requested',
          values: { ...mailValues(withdrawal), ...linksOf(world.owners.get(c.owner)!, id) },
        }),
      ],
    }
  },
  reply: (world, _, { id }) => ({
    status: 201,
    body: body(world, id, 'Withdrawal request submitted'),
  }),
})

/** Whose request it is, as the world has it. */
const partiesIn = (world: World, id: string): Parties | null => world.get(withdrawals, id) ?? null

/** What the commands on an existing request share: how they find and lock it. */
const onRequest = {
  lookup: (c: { withdrawal: string }) => partiesOf(c.withdrawal),
  subject: (_: unknown, found: Parties | null) => found?.owner ?? null,
  // With the firm's lock: whether payouts are blocked doesn't change meanwhile, and an earlier one is matched once.
  needs: (c: { withdrawal: string }, found: Parties | null): Needs => ({
    owners: found ? [found.owner, found.recipient, firm].filter((owner) => owner !== null) : [],
    read: [withdrawals.byId(c.withdrawal), ...payoutsBlocked],
  }),
} satisfies Partial<CommandRule<{ withdrawal: string }, Parties>>

/** The request that staff decide on, or record the payout of; or why they may not. */
function forStaff(
  world: World,
  id: string,
  { actor }: Context,
  wanted: 'to decide' | 'to pay',
): Withdrawal | Refusal {
  const request = world.get(withdrawals, id)
  if (!request) return refuse('unknown_withdrawal')
  if (request.owner === actor || request.recipient === actor) return refuse('not_on_yourself')
  if (wanted === 'to decide')
    return request.status === 'pending' ? request : alreadyDecided(world, request)
  return request.status === 'approved' && isPaidOut(request.type) ? request : refuse('not_approved')
}

function alreadyDecided(world: World, request: Withdrawal): Refusal {
  const by = request.status === 'cancelled' ? 'the user' : world.nameOf(request.decidedBy)
  return refuse(
    'already_decided',
    `This request has already been decided: ${request.status}${by ? ` by ${by}` : ''}. Nothing was booked.`,
  )
}

/** The held amount goes back to the balance, and the request ends. */
function released(
  request: Withdrawal,
  end: Partial<Withdrawal> & { status: 'cancelled' | 'rejected' | 'returned' },
): Changes {
  return {
    postings: [within('withdrawal-released', request)],
    activity: [{ owner: request.owner, kind: `withdrawal-${end.status}` }],
    facts: { amount: String(request.amount) },
    put: [withdrawals.row({ ...request, ...end })],
    ...(end.reason ? { texts: { reason: end.reason } } : {}),
  }
}

/** `byLink`: by the link of the mail about it. */
export type CancelWithdrawal = { withdrawal: string; owner: OwnerId; byLink?: boolean | undefined }

export const cancelWithdrawal = defineCommand<CancelWithdrawal, Parties>({
  ...onRequest,
  recall(kept, world) {
    const withdrawal = textOf(kept, 'withdrawal')
    return {
      command: { withdrawal, owner: subjectOf(kept), byLink: kept.input.byLink === true },
      found: partiesIn(world, withdrawal),
    }
  },
  journal: (c) => ({ withdrawal: c.withdrawal, ...(c.byLink ? { byLink: true } : {}) }),
  decide(world, c, { at }) {
    const request = world.get(withdrawals, c.withdrawal)
    if (!request || request.owner !== c.owner) return refuse('unknown_withdrawal')
    if (request.status !== 'pending')
      return refuse('not_pending', `This request is no longer pending: it was ${request.status}.`)
    const wasPaid = refusalOfRelease(world, request.id)
    if (wasPaid) return wasPaid
    return {
      ...released(request, { status: 'cancelled', decidedAt: at }),
      ...(c.byLink ? { texts: { reason: 'By the link of a mail' } } : {}),
    }
  },
  reply: (world, c) => ({
    status: 200,
    body: body(world, c.withdrawal, 'Withdrawal request cancelled'),
  }),
})

/** What the screen showed when it was confirmed: `destination` is the wallet's address, the bank account's number or the recipient's account ID. */
type Shown = { amount?: Cents | undefined; destination?: string | undefined }

export type ApproveWithdrawal = ApprovalLimits &
  OfLimits & {
    withdrawal: string
    shown?: Shown | undefined
  }

function decidedMail(request: Withdrawal, decision: string, reason?: string) {
  const values = { ...mailValues(request), decision, ...(reason ? { reason } : {}) }
  return mail({ owner: request.owner, template: 'withdrawal-decided', values })
}

/** Whether the request is what was looked at. */
function isAsShown(
  { amount, walletAddress, recipientAccountId }: Withdrawal,
  { amount: shownAmount, destination }: Shown,
): boolean {
  return (
    (shownAmount === undefined || shownAmount === amount) &&
    (destination === undefined || destination === (walletAddress ?? recipientAccountId))
  )
}

/** A transfer counts for whom it is sent for, as what goes to a wallet does. */
const actOn = ({ owner, amount }: Withdrawal, actor: OwnerId | null) => ({
  actor,
  person: owner,
  amount,
})

/** Why one administrator isn't enough for this request, in a sentence, or null. */
const whyTwo = (
  world: World,
  limits: ApprovalLimits,
  request: Withdrawal,
  { actor, at }: Context,
): string | null =>
  isOfRefused(world, request.owner, at)
    ? 'This person was refused for good: a second, different person is needed.'
    : whyTwoIn(world, limits, actOn(request, actor))

/** The first of two approvals: nothing moves, and the request stays pending. It takes the place of one whose administrator can't act any more. */
function approveFirst(request: Withdrawal, { actor, at }: Context): Decision {
  return {
    postings: [],
    activity: [{ owner: request.owner, kind: 'withdrawal-first-approval' }],
    facts: { amount: String(request.amount) },
    put: [withdrawals.row({ ...request, firstApprovedAt: at, firstApprovedBy: actor })],
  }
}

/** Where an approval before counts no more. */
const anotherMust = 'A second, different person must approve it too.'

export const approveWithdrawal = defineDecisionOfTwo<ApproveWithdrawal, Parties>({
  may: 'agree-to-money',
  ...onRequest,
  recall(kept, world) {
    const withdrawal = textOf(kept, 'withdrawal')
    return {
      command: { withdrawal, ...limitsIn(kept), limits: fitted },
      found: partiesIn(world, withdrawal),
    }
  },
  journal: (c) => ({ withdrawal: c.withdrawal, ...journalOfLimits(c) }),
  needs(c, found, actor) {
    const { owners, read = [] } = onRequest.needs(c, found)
    const alone = needsAlone(c, actor)
    return owners.length === 0
      ? { owners, read }
      : {
          owners: [...owners, ...alone.owners],
          read: [
            ...read,
            ...alone.read,
            allImports,
            ...needsToApprove(found!, c),
            ...needsToPay([found!.owner, ...(found!.recipient === null ? [] : [found!.recipient])]),
          ],
        }
  },
  decide(world, c, context, two) {
    const request = forStaff(world, c.withdrawal, context, 'to decide')
    if ('code' in request) return request
    if (c.shown && !isAsShown(request, c.shown)) return refuse('not_as_shown')
    const { owner, recipient, amount } = request
    if (world.owners.get(owner)!.status === 'frozen') return refuse('account_frozen')
    if (recipient && world.owners.get(recipient)!.status === 'closed')
      return refuse('recipient_closed')
    const refusal =
      refusalOfLeaving(world, owner) ??
      (recipient ? refusalOfLeaving(world, recipient) : null) ??
      refusalWhileImporting(world) ??
      refusalToApprove(world, request, c, context.at) ??
      (recipient ? refusalOfTransfer(world, owner) : null)
    if (refusal) return refusal
    const { firstApprovedBy: first } = request
    const place = two.place({ first, about: [owner, recipient] })
    if (typeof place !== 'string') return place
    const isSecond = place === 'second'
    // After a first approval two are needed, whatever has become of the limit, of the sums, and of who gave it.
    if (!isSecond && (first !== null || whyTwo(world, c, request, context) !== null))
      return approveFirst(request, context)
    const alone = isSecond ? [] : countedAlone(c, actOn(request, context.actor), context)
    const approved: Withdrawal = {
      ...request,
      status: 'approved',
      decidedAt: context.at,
      decidedBy: context.actor,
    }
    const put = [withdrawals.row(approved), ...alone]
    const told = decidedMail(request, 'approved')
    const facts = { amount: String(amount) }
    if (!recipient)
      return {
        postings: [],
        activity: [{ owner, kind: 'withdrawal-approved' }],
        put,
        facts,
        effects: [told],
      }
    return {
      postings: [
        {
          event: 'transfer',
          debit: { owner, kind: 'held' },
          credit: { owner: recipient, kind: 'cash' },
          amount,
        },
      ],
      activity: [
        { owner, kind: 'withdrawal-approved' },
        { owner: recipient, kind: 'transfer-received' },
      ],
      put,
      facts,
      effects: [
        told,
        tellOfDeposit({
          owner: recipient,
          template: 'deposit-received',
          values: {
            amount: formatUsd(amount),
            how: 'transfer',
            from: world.owners.get(owner)!.accountId!,
          },
        }),
      ],
    }
  },
  reply(world, c, context) {
    const request = world.get(withdrawals, c.withdrawal)!
    if (request.status === 'approved')
      return { status: 200, body: body(world, c.withdrawal, 'Withdrawal approved') }
    return {
      status: 202,
      body: body(
        world,
        c.withdrawal,
        `Your approval is recorded. ${whyTwo(world, c, request, context) ?? anotherMust}`,
      ),
    }
  },
})

/** A decision on a request with its reason. */
function withReason(kept: Journaled, world: World) {
  const withdrawal = textOf(kept, 'withdrawal')
  return {
    command: { withdrawal, reason: wordsOf(kept, 'reason') },
    found: partiesIn(world, withdrawal),
  }
}

export type RejectWithdrawal = { withdrawal: string; reason: string }

export const rejectWithdrawal = defineStaffCommand<RejectWithdrawal, Parties>({
  may: 'agree-to-money',
  ...onRequest,
  recall: withReason,
  journal: (c) => ({ withdrawal: c.withdrawal }),
  decide(world, c, context) {
    const request = forStaff(world, c.withdrawal, context, 'to decide')
    if ('code' in request) return request
    const wasPaid = refusalOfRelease(world, request.id)
    if (wasPaid) return wasPaid
    return {
      ...released(request, {
        status: 'rejected',
        reason: c.reason,
        decidedAt: context.at,
        decidedBy: context.actor,
      }),
      effects: [decidedMail(request, 'rejected', c.reason)],
    }
  },
  reply: (world, c) => ({ status: 200, body: body(world, c.withdrawal, 'Withdrawal rejected') }),
})

export type PayWithdrawal = ApprovalLimits & {
  withdrawal: string
  reference: string
  shown?: Shown | undefined
}

export const payWithdrawal = defineStaffCommand<PayWithdrawal, Parties>({
  may: 'pay-out',
  ...onRequest,
  recall(kept, world) {
    const withdrawal = textOf(kept, 'withdrawal')
    return {
      command: { withdrawal, reference: textOf(kept, 'reference'), ...limitsIn(kept) },
      found: partiesIn(world, withdrawal),
    }
  },
  needs(c, found) {
    const { owners, read = [] } = onRequest.needs(c, found)
    return {
      owners,
      read: [...read, needsOfReference('payout', c.reference), ...claimsOn(c.withdrawal)],
    }
  },
  journal: (c) => ({ withdrawal: c.withdrawal, reference: c.reference, ...journalOfLimits(c) }),
  decide(world, c, context) {
    const request = forStaff(world, c.withdrawal, context, 'to pay')
    if ('code' in request) return request
    // What the bank pays of a file is recorded so, and ends its line.
    const claimed = refusalOfClaims(world, request.id, 'export')
    if (claimed) return claimed
    // A file was released by others, or by one who hadn't approved it alone.
    const alone = isReleased(world, request.id)
      ? null
      : refusalOfApprover(request, c, context.actor)
    if (alone) return alone
    if (c.shown && !isAsShown(request, c.shown)) return refuse('not_as_shown')
    const { withdrawal, reference } = c
    if (isUsed(world, 'payout', reference)) return refuse('reference_used')
    const { owner, amount } = request
    const paid = { kind: 'withdrawal', person: owner, request: withdrawal, amount } as const
    const matched = matchEarlier(world, { ...paid, reference }, context)
    if ('code' in matched) return matched
    const exported = paidInExport(world, withdrawal, context.at)
    return {
      postings: [
        {
          event: 'withdrawal-paid',
          debit: { owner, kind: 'held' },
          credit: { owner: firm, kind: 'client-bank' },
          amount,
        },
      ],
      activity: [{ owner, kind: 'withdrawal-paid' }],
      facts: { amount: String(amount), ...exported.facts },
      put: [
        withdrawals.row({ ...request, status: 'paid', payoutReference: reference }),
        takeReference('payout', reference, context.id),
        ...matched,
        ...exported.put,
      ],
      effects: [
        mail({
          owner,
          template: 'withdrawal-paid',
          values: { ...mailValues(request), reference },
        }),
      ],
    }
  },
  reply: (world, c) => ({ status: 200, body: body(world, c.withdrawal, 'Payout recorded') }),
})

export type ReturnWithdrawal = { withdrawal: string; reason: string }

export const returnWithdrawal = defineStaffCommand<ReturnWithdrawal, Parties>({
  may: 'pay-out',
  ...onRequest,
  recall: withReason,
  journal: (c) => ({ withdrawal: c.withdrawal }),
  needs(c, found) {
    const { owners, read = [] } = onRequest.needs(c, found)
    return { owners, read: [...read, ...claimsOn(c.withdrawal)] }
  },
  decide(world, c, context) {
    const request = forStaff(world, c.withdrawal, context, 'to pay')
    if ('code' in request) return request
    const wasPaid = refusalOfRelease(world, request.id) ?? refusalOfClaims(world, request.id)
    if (wasPaid) return wasPaid
    return {
      ...released(request, { status: 'returned', reason: c.reason }),
      effects: [decidedMail(request, 'returned', c.reason)],
    }
  },
  reply: (world, c) => ({
    status: 200,
    body: body(world, c.withdrawal, 'Withdrawal returned to the balance'),
  }),
})
