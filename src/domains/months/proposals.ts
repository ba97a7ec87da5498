/**
 * A month of the books is closed by two, and reopened by two with a reason. What was asked outside the books, the month of the first
 * posting and what is due and unsettled, only ever becomes better: it may be a moment old.
 */
import { refuse } from '../../desk/command.ts'
import type { Refusal } from '../../contract/problems.ts'
import type { World } from '../../desk/world.ts'
import { firm } from '../../ledger/core/chart.ts'
import { beginOfMonth, endOfMonth, monthInWords, type Month } from '../../lib/month.ts'
import type { Instant } from '../../lib/instant.ts'
import { openBooksFrom } from '../../desk/open-from.ts'
import { defineProposal } from '../proposals/kind.ts'
import { latestOf, latestReconciliations } from '../reconciliations/table.ts'
import { conditionsOf } from './conditions.ts'
import { allMonthChanges, closedIn, monthChanges, monthChangesIn, openFromOf } from './table.ts'

export type OfMonth = { month: Month }

/** `due`: how many investments have matured by the end of the month and aren't settled. `first`: the month of the first posting. */
export type AskedOfMonth = { due: string; first: Month | null }

const ofFirm = {
  lastsForMs: null,
  about: () => null,
  /** Whatever is proposed of one month would change what the other means. */
  holds: () => 'months',
  whenHeld:
    'Closing or reopening a month is proposed already. Nothing was changed: decide on that first.',
} as const

function refusalOfClosing(
  world: World,
  month: Month,
  at: Instant,
  { due, first }: AskedOfMonth,
): Refusal | null {
  const openFrom = openFromOf(monthChangesIn(world))
  if (openFrom !== null && beginOfMonth(month) < openFrom)
    return refuse('month_closed', `${monthInWords(month)} is closed already. Nothing was changed.`)
  const statements = {
    'client-bank': latestOf(world, 'client-bank'),
    'firm-bank': latestOf(world, 'firm-bank'),
  }
  const known = { at, openFrom, first, due: Number(due), statements }
  const lacking = conditionsOf(month, known).filter(({ isMet }) => !isMet)
  return lacking.length === 0
    ? null
    : refuse(
        'month_not_ready',
        `${monthInWords(month)} can’t be closed yet. ${lacking.map(({ text }) => `${text}.`).join(' ')} Nothing was changed.`,
      )
}

export const monthClosing = defineProposal<OfMonth, AskedOfMonth>({
  ...ofFirm,
  name: 'month-closing',
  called: 'closing of a month',
  asks: true,
  // The firm's accounts are locked before: whoever is booking with them has finished when the month is closed.
  needs: () => ({ owners: [firm], exact: true, read: [allMonthChanges, latestReconciliations] }),
  refusal: (world, { month }, { at }, asked) => refusalOfClosing(world, month, at, asked),
  apply(world, { month }, { id, at, actor }, { first }) {
    const changes = monthChangesIn(world)
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'month-closed' }],
      put: [
        monthChanges.row({
          id,
          owner: firm,
          number: changes.length + 1,
          month,
          closes: true,
          reason: null,
          clientReconciliation: latestOf(world, 'client-bank')!.id,
          firmReconciliation: latestOf(world, 'firm-bank')!.id,
          at,
          firstBy: first!.by,
          secondBy: actor!,
        }),
      ],
      effects: [openBooksFrom(endOfMonth(month))],
    }
  },
  show: (facts) => facts,
  noted: (facts) => facts,
})

type Reason = { reason: string }

export const monthReopening = defineProposal<OfMonth, null, Reason>({
  ...ofFirm,
  name: 'month-reopening',
  called: 'reopening of a month',
  words: ['reason'],
  asks: false,
  needs: () => ({ owners: [firm], exact: true, read: [allMonthChanges] }),
  refusal(world, { month }) {
    const closed = closedIn(monthChangesIn(world))
    if (!closed.includes(month))
      return refuse('month_not_closed', `${monthInWords(month)} isn’t closed. Nothing was changed.`)
    const newest = closed.at(-1)!
    return newest === month
      ? null
      : refuse(
          'month_not_closed',
          `${monthInWords(newest)} was closed after it: reopen that first. Nothing was changed.`,
        )
  },
  apply(world, { month }, { id, at, actor }, { words: { reason }, first }) {
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'month-reopened' }],
      put: [
        monthChanges.row({
          id,
          owner: firm,
          number: monthChangesIn(world).length + 1,
          month,
          closes: false,
          reason,
          clientReconciliation: null,
          firmReconciliation: null,
          at,
          firstBy: first!.by,
          secondBy: actor!,
        }),
      ],
      effects: [openBooksFrom(beginOfMonth(month))],
    }
  },
  show: (facts) => facts,
  noted: (facts) => facts,
})
