import { defineStaffCommand, refuse } from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import { firm } from '../../ledger/core/chart.ts'
import { numberIfAny } from '../../desk/recall.ts'
import { dayMs, isoFromInstant } from '../../lib/instant.ts'
import { dueWithin } from '../investments/table.ts'

/** Business time goes forward by this many days. */
export const passDays = defineEffect<number>('days', (house, days) => {
  house.now += days * dayMs
})

export type MoveClock = { days: number }

/**
 * Nobody's clock is moved beyond it: moments after the year 9999 can be neither read nor kept, and who brought the
 * clock there would have ended the demonstration for everybody. The database refuses it too (db/migrations/001-clock.sql).
 */
export const endOfTheClock = Date.UTC(2200, 0, 1)

/**
 * Moves the demonstration's business time forward. The reply tells how much falls due by then; whoever
 * asked waits until that is settled.
 */
export const moveClock = defineStaffCommand<MoveClock>({
  may: 'run-the-house',
  recall: (kept) => ({ command: { days: numberIfAny(kept, 'days') ?? 0 } }),
  journal: (c) => ({ days: c.days }),
  subject: () => firm,
  needs: (c) => ({ owners: [firm], read: [dueWithin.of(c.days)] }),
  decide(_, c, { at }) {
    if (at + c.days * dayMs > endOfTheClock) return refuse('beyond_calendar')
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'clock-moved' }],
      effects: [passDays(c.days)],
    }
  },
  reply: (world, c, { at }) => {
    const now = at + c.days * dayMs
    return {
      status: 200,
      body: {
        status: 'success',
        data: { now: isoFromInstant(now), settled: world.fact(dueWithin, c.days) },
      },
    }
  },
})
