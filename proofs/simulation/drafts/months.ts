/** Months of the books: mostly the next one is closed and the newest reopened, some of it too early or in another order. */
import type { AskedOfMonth } from '../../../src/domains/months/proposals.ts'
import { start } from '../cast.ts'
import { closedMonths, nextMonth } from '../model-months.ts'
import type { Drafts, Scene } from '../scene.ts'

const first = new Date(start).toISOString().slice(0, 7)

/** As the books would answer; now and then otherwise. */
export function askedOf({ model, nth }: Scene, month: string): AskedOfMonth {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const due = model.investments.filter(
    ({ status, maturesAt }) =>
      status === 'running' && maturesAt < Math.min(Date.UTC(year, number), model.now),
  )
  return { due: String(nth % 4 === 1 ? due.length : 0), first: nth % 32 === 6 ? null : first }
}

export const months: Drafts<'ProposeMonthClosing' | 'ProposeMonthReopening'> = {
  weights: { ProposeMonthClosing: 5, ProposeMonthReopening: 4 },
  makers: {
    ProposeMonthClosing(scene) {
      const month = scene.nth % 16 === 3 ? '2026-03' : (nextMonth(scene.model, first) ?? first)
      return { command: { month, asked: askedOf(scene, month) }, actor: scene.actor }
    },
    ProposeMonthReopening({ model, nth, actor }) {
      const closed = closedMonths(model)
      const month = (nth % 8 === 3 ? closed[0] : closed.at(-1)) ?? first
      return { command: { month, reason: `Reason ${nth}` }, actor }
    },
  },
}
