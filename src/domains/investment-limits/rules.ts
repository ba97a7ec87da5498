import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { centsIfAny, subjectOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant, type Instant } from '../../lib/instant.ts'
import { formatUsd, type Cents } from '../../lib/money.ts'
import { day } from '../../platform/mail/letter.ts'
import { mail } from './mails.ts'
import { presentLimit } from './present.ts'
import { limitIn, limitOf, investmentLimits, roomIn, type KeptLimit, type Limit } from './table.ts'

/** A raise counts a day later, which gives the person a day to reconsider. */
const raiseWaitsMs = dayMs

export type SetInvestmentLimit = { owner: OwnerId; amount: Limit }

const inWords = (limit: Limit) => (limit === null ? 'none' : formatUsd(limit))
const isAbove = (limit: Limit, other: Limit) => other !== null && (limit === null || limit > other)

/** What counts and waits afterwards; null: the same as before. A lower one counts at once, and takes back a raise that waits. */
function changed(now: KeptLimit, amount: Limit, at: Instant): KeptLimit | null {
  if (isAbove(amount, now.amount))
    return now.nextFrom !== null && now.nextAmount === amount
      ? null
      : { ...now, nextAmount: amount, nextFrom: at + raiseWaitsMs }
  return amount === now.amount && now.nextFrom === null
    ? null
    : { ...now, amount, nextAmount: null, nextFrom: null }
}

function messageOf({ amount, nextAmount, nextFrom }: KeptLimit): string {
  if (nextFrom !== null)
    return `Your own limit ${nextAmount === null ? 'ends' : `rises to ${formatUsd(nextAmount)}`} on ${day(isoFromInstant(nextFrom))}; until then it is ${inWords(amount)}`
  return amount === null
    ? 'You have no limit of your own'
    : `Your own limit is ${formatUsd(amount)}`
}

/** By the person alone, of a frozen account too: it lets nothing leave. */
export const setInvestmentLimit = defineCommand<SetInvestmentLimit>({
  recall: (kept) => ({
    command: { owner: subjectOf(kept), amount: centsIfAny(kept, 'limit') ?? null },
  }),
  journal: (c) => ({ limit: c.amount === null ? null : String(c.amount) }),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [limitOf(c.owner)] }),
  decide(world, { owner, amount }, { at }) {
    const closed = refuseUnlessOpen(world.owners.get(owner))
    if (closed) return closed
    const before = limitIn(world, owner, at)
    const after = changed(before, amount, at)
    if (!after) return refuse('limit_unchanged')
    const waits = after.nextFrom !== null
    return {
      postings: [],
      activity: [{ owner, kind: waits ? 'investment-limit-raised' : 'investment-limit-set' }],
      put: [investmentLimits.row(after)],
      texts: {
        changes: [{ field: 'investmentLimit', from: inWords(before.amount), to: inWords(amount) }],
      },
      effects: [
        mail({
          owner,
          template: 'investment-limit',
          values: {
            before: inWords(before.amount),
            limit: inWords(amount),
            ...(waits ? { from: isoFromInstant(after.nextFrom!) } : {}),
          },
        }),
      ],
    }
  },
  reply(world, { owner }, { at }) {
    const limit = limitIn(world, owner, at)
    return {
      status: 200,
      body: {
        status: 'success',
        message: messageOf(limit),
        data: { investmentLimit: presentLimit(limit, world.balance(owner, 'invested')) },
      },
    }
  },
})

/** Why so much can't be placed by what the person has set, beside what is placed; or null. */
export function refusalByOwnLimit(
  world: World,
  { owner, amount, placed }: { owner: OwnerId; amount: Cents; placed: Cents },
  at: Instant,
) {
  const limit = limitIn(world, owner, at).amount
  const room = roomIn(limit, placed)
  return room === null || amount <= room
    ? null
    : refuse(
        'beyond_own_limit',
        `Your own limit is ${inWords(limit)} in plans at once, and ${formatUsd(placed)} is invested: ${room === 0n ? 'nothing more fits' : `${formatUsd(room)} still fits`}. Nothing was booked.`,
      )
}
