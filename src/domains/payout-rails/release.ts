/** What two let go, or one alone up to the limit: what was built, as it was shown. From then on the money may leave. Pure. */
import { refuse, said, type Context, type Journaled } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { Put } from '../../desk/read.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import {
  countedAlone,
  journalOfLimits,
  limitsIn,
  needsAlone,
  whyTwoIn,
  type ApprovalLimits,
} from '../approvals/rules.ts'
import { defineDecisionOfTwo, withFirm } from '../approvals/two.ts'
import { payoutsBlocked } from '../payouts/blocks/table.ts'
import { needsToPay, refusalOfApprover } from '../withdrawals/payable.ts'
import { withdrawals } from '../withdrawals/table.ts'
import {
  journalOfOwned,
  matchedEarlier,
  needsOfRequests,
  ownedPaymentsOf,
  refusalOfPayments,
  type OwnedPayment,
} from './leave.ts'
import { listed, type AnyLine, type AnyRow, type On, type Rail } from './rail.ts'

/** `payments` in the order of the lines: what a server keeps outside of the database of what it has let go. */
export type Release<Key extends string> = On<Key> &
  ApprovalLimits & { payments: readonly OwnedPayment[] }

type Definition<Row, Shown extends object> = {
  /** What is sent along of what was shown. */
  shown: { journal(command: Shown): object; recall(kept: Journaled): Shown }
  /** Why it can't be let go yet; null: it can. */
  refusal(row: Row, command: Shown): Refusal | null
  /** The reference under which a restore may list a payment of it. */
  referenceOf(row: Row, line: number, withdrawal: string): string
  /** Said to whoever built it, and where they don't count any more. */
  byYou: string
  byGone: string
  activity: string
  released(row: Row, by: Pick<Context, 'at' | 'actor'>): Put
  said: string
}

/** Where one alone lets it go: why they may not, as they alone approved one of it. */
function refusalOfAlone(world: World, c: Release<string>, actor: OwnerId | null): Refusal | null {
  for (const { withdrawal } of c.payments) {
    const refusal = refusalOfApprover(world.get(withdrawals, withdrawal)!, c, actor)
    if (refusal) return refusal
  }
  return null
}

export function defineRelease<
  Key extends string,
  Row extends AnyRow & { builtBy: OwnerId },
  Line extends AnyLine,
  Shown extends object,
>(rail: Rail<Key, Row, Line>, { shown, ...own }: Definition<Row, Shown>) {
  return defineDecisionOfTwo<Release<Key> & Shown>({
    may: 'agree-to-money',
    ...rail.about,
    recall: (kept, world) => ({
      command: {
        ...rail.recall(kept),
        ...shown.recall(kept),
        payments: ownedPaymentsOf(kept, world),
        ...limitsIn(kept),
      },
    }),
    journal: (c) => ({
      ...rail.about.journal(c),
      ...shown.journal(c),
      payments: journalOfOwned(c.payments),
      ...journalOfLimits(c),
    }),
    needs(c, _, actor) {
      const alone = needsAlone(c, actor)
      return {
        owners: withFirm([...c.payments.map(({ owner }) => owner), ...alone.owners]),
        staff: true,
        read: [
          ...rail.carrier.whole(c[rail.key]),
          ...payoutsBlocked,
          ...needsOfRequests(c.payments),
          ...needsToPay(c.payments.map(({ owner }) => owner)),
          ...alone.read,
        ],
      }
    },
    decide(world, c, context, two) {
      const row = rail.findFor(world, c, context, 'built')
      if ('code' in row) return row
      const refusal =
        own.refusal(row, c) ??
        refusalOfPayments(world, rail.carrier.linesIn(world, row.id), c.payments, context.actor)
      if (refusal) return refusal
      const { actor, at } = context
      const act = { actor, person: firm, amount: row.amount }
      const isAlone = two.isAlone({ first: row.builtBy, firstMay: 'pay-out' })
      if (isAlone && whyTwoIn(world, c, act) !== null)
        return row.builtBy === actor
          ? refuse('same_approver', own.byYou)
          : refuse('first_approver_gone', own.byGone)
      const approver = isAlone ? refusalOfAlone(world, c, actor) : null
      if (approver) return approver
      const referenceOf = (n: number) => own.referenceOf(row, n, c.payments[n]!.withdrawal)
      const rows = matchedEarlier(world, c.payments, referenceOf, context)
      if ('code' in rows) return rows
      return {
        postings: [],
        activity: listed(own.activity),
        put: [
          own.released(row, { at, actor }),
          ...(isAlone ? countedAlone(c, act, context) : []),
          ...rows,
        ],
      }
    },
    reply: () => said(200, own.said),
  })
}
