import { defineStaffCommand, refuse, type Context } from '../../desk/command.ts'
import { referrerOf } from '../../desk/owners.ts'
import { centsOf, subjectOf, textOf } from '../../desk/recall.ts'
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
import { creditedFor, creditOf, fundedBy, warningOf } from '../corrections/credit.ts'
import { withCorrection } from '../corrections/present.ts'
import { credit, type CreditFacts } from '../corrections/proposals.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { proposals } from '../proposals/table.ts'

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

/** What came of it, from the world after it: it waits, or it was booked, perhaps with a warning. */
function reply(world: World, c: CreditReferrer, context: Context<OwnerId>) {
  const { actor, id } = context
  const referrer = context.found!
  if (world.get(proposals, id)) {
    const why = whyWaits(world, c, referrer, actor)
    return withCorrection(world, replyOfProposed(world, credit, context, why)!)
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

const factsOf = (c: CreditReferrer, referrer: OwnerId): CreditFacts => ({
  user: referrer,
  friend: c.user,
  funding: String(c.fundingAmount),
})

export const creditReferrer = defineStaffCommand<CreditReferrer, OwnerId>({
  may: 'edit-people',
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
    if (!referrer) return { owners: [], people: [c.user] }
    const needs = needsOf(credit, factsOf(c, referrer), null)
    return {
      ...needs,
      owners: [...new Set([...needs.owners, ...owners])],
      read: [...needs.read!, creditedFor.of(c.user), ...read],
    }
  },
  decide(world, c, context) {
    const { actor, found } = context
    if (!world.owners.has(c.user)) return refuse('unknown_user')
    const referrer = found ? world.owners.get(found) : undefined
    if (!referrer) return refuse('not_referred')
    if (referrer.id === actor || c.user === actor) return refuse('not_on_yourself')
    const amount = creditOf(c.fundingAmount)
    const asked = {
      kind: credit,
      facts: factsOf(c, referrer.id),
      answer: null,
      whyTwo: whyWaits(world, c, referrer.id, actor),
      alone: countedAlone(c, { actor, person: referrer.id, amount }, context),
    }
    return doOrPropose(world, asked, context)
  },
  reply,
})
