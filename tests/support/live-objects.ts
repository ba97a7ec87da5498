/** What stays in memory of work that is done again and again. */
import { queryObjects } from 'node:v8'

/** How many objects are reachable, functions and promises included. Garbage is collected first. */
const liveObjects = (): number => queryObjects(Object, { format: 'count' })

/** How many more objects are reachable after the work than before it, for each of its turns. */
export async function leftPerTurn(turns: number, work: () => Promise<void>): Promise<number> {
  const before = liveObjects()
  await work()
  return (liveObjects() - before) / turns
}

/** The same of one turn after the other, once the first ones have filled what is kept for good. */
export async function leftByTurns(turns: number, turn: () => unknown): Promise<number> {
  const take = async (count: number) => {
    for (let i = 0; i < count; i += 1) await turn()
  }
  await take(Math.ceil(turns / 20))
  return leftPerTurn(turns, () => take(turns))
}
