import { defineStaffCommand, refuse, type Context, type Decision } from '../../desk/command.ts'
import { referrerOf } from '../../desk/owners.ts'
import { centsOf, subjectOf, textOf } from '../../desk/recall.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dollarsFromCents, type Cents } from '../../lib/money.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { presentCorrection } from '../corrections/present.ts'
import { corrections, type Correction } from '../corrections/table.ts'
import {
  bookedCredit,
  creditedFor,
  creditOf,
  fundedBy,
  refusalOfPool,
  warningOf,
} from '../corrections/credit.ts'

export type CreditReferrer = ApprovalLimits & { user: OwnerId; fundingAmount: Cents }

/** What is to be said of this credit: the rule of 10% looks at all credits for this friend, by whichever administrator. */
function warningWith(world: World, c: CreditReferrer): string | null {
  return warningOf(
    world.fact(creditedFor, c.user) + creditOf(c.fundingAmount),
    fundedBy(world.owners.get(c.user)!.totals),
  )
}

/** Why two are needed, or null. Where no limit is set, one is always enough. */
function whyWaits(
  world: World,
  c: CreditReferrer,
  referrer: OwnerId,
  actor: OwnerId | null,
): string | null {
  if (c.secondApprovalAbove === null) return null
  return (
    warningWith(world, c) ??
    whyTwoIn(world, c, { actor, person: referrer, amount: creditOf(c.fundingAmount) })
  )
}

/** Nothing is booked until a second administrator has approved. None of the referrer's figures is stated: they may move meanwhile. */
function propose(
  world: World,
  c: CreditReferrer,
  { id, totals, version }: Owner,
  { id: proposal, actor, at }: Context,
): Decision {
  if (actor === null) return refuse('same_approver')
  const cash = world.balance(id, 'cash')
  const correction: Correction = {
    id: proposal,
    owner: id,
    status: 'pending',
    ownerVersion: version,
    balanceFrom: cash,
    balanceTo: cash,
    profitFrom: totals.profit,
    profitTo: totals.profit,
    lossFrom: totals.loss,
    lossTo: totals.loss,
    fullName: null,
    email: null,
    friend: c.user,
    funding: c.fundingAmount,
    reason: null,
    refusalReason: null,
    proposedAt: at,
    proposedBy: actor,
    decidedAt: null,
    decidedBy: null,
  }
  return {
    postings: [],
    activity: [{ owner: id, kind: 'credit-proposed' }],
    put: [corrections.row(correction)],
  }
}

/** What came of it, from the world after it: it waits, or it was booked, perhaps with a warning. */
function reply(world: World, c: CreditReferrer, { id, actor, found }: Context<OwnerId>) {
  const referrer = found!
  const proposed = world.get(corrections, id)
  if (proposed) {
    const { fullName, email } = world.owners.get(referrer)!
    const names = {
      fullName,
      email,
      proposedBy: world.nameOf(proposed.proposedBy),
      decidedBy: null,
      friend: null,
    }
    const message = `A second, different administrator must approve this credit. Nothing has been booked yet. ${whyWaits(world, c, referrer, actor)}`
    return {
      status: 202,
      body: {
        status: 'success',
        message,
        data: { correction: presentCorrection(proposed, names) },
      },
    }
  }
  const warning = warningWith(world, c)
  return {
    status: 200,
    body: {
      status: 'success',
      message: `Referrer credited successfully${warning === null ? '' : `. ${warning}`}`,
      data: {
        referrer: { id: referrer, fullName: world.nameOf(referrer) },
        credited: dollarsFromCents(creditOf(c.fundingAmount)),
        ...(warning === null ? {} : { warning }),
      },
    },
  }
}

export const creditReferrer = defineStaffCommand<CreditReferrer, OwnerId>({
  recall: (kept) => ({
    command: {
      user: textOf(kept, 'user'),
      fundingAmount: centsOf(kept, 'fundingAmount'),
      ...limitsIn(kept),
    },
    found: subjectOf(kept),
  }),
  journal: (c) => ({ user: c.user, fundingAmount: String(c.fundingAmount), ...journalOfLimits(c) }),
  lookup: (c) => referrerOf(c.user),
  subject: (_, referrer) => referrer,
  // The friend's lock too: what they have funded, and what was credited for it, doesn't change meanwhile.
  needs(c, referrer, actor) {
    const { owners, read } = needsAlone(c, actor)
    return referrer
      ? { owners: [referrer, c.user, ...owners], read: [creditedFor.of(c.user), ...read] }
      : { owners: [], people: [c.user] }
  },
  decide(world, c, context) {
    const { actor, found } = context
    if (!world.owners.has(c.user)) return refuse('unknown_user')
    const referrer = found ? world.owners.get(found) : undefined
    if (!referrer) return refuse('not_referred')
    if (referrer.id === actor || c.user === actor) return refuse('not_on_yourself')
    if (referrer.status === 'closed')
      return refuse('account_closed', 'The referrer’s account is closed.')
    const amount = creditOf(c.fundingAmount)
    if (amount === 0n) return refuse('credit_rounds_to_zero')
    const short = refusalOfPool(world, c.fundingAmount)
    if (short) return short
    if (whyWaits(world, c, referrer.id, actor) !== null) return propose(world, c, referrer, context)
    return {
      ...bookedCredit({ referrer: referrer.id, funding: c.fundingAmount }),
      put: countedAlone(c, { actor, person: referrer.id, amount }, context),
    }
  },
  reply,
})
