import { defineCommand } from '../../desk/command.ts'
import { firm } from '../../ledger/core/chart.ts'
import { dayMs, isoFromInstant } from '../../lib/instant.ts'

export type MoveClock = { days: number }

/**
 * Moves the demonstration's business time forward. The reply tells how much falls due by then; whoever
 * asked waits until that is settled.
 */
export const moveClock = defineCommand<MoveClock>({
  journal: (c) => ({ days: c.days }),
  subject: () => firm,
  needs: (c) => ({ owners: [firm], dueInDays: c.days }),
  decide: (_, c) => ({ postings: [], entries: [{ owner: firm, kind: 'clock-moved' }], clockDays: c.days }),
  reply: (world, c, { at }) => {
    const now = at + c.days * dayMs
    return { status: 200, body: { status: 'success', data: { now: isoFromInstant(now), settled: world.dueBy(now) } } }
  },
})
