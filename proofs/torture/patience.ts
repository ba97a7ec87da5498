/** Waits for conditions, never for a fixed time. */
import { setTimeout as wait } from 'node:timers/promises'

/** Longer than anything takes on a busy machine. */
export const patienceMs = 30_000

export class Impatient extends Error {}

/** Asks repeatedly until there is an answer; throws `Impatient` when there never is. */
export async function until<T>(
  what: string,
  ask: () => T | Promise<T>,
  withinMs = patienceMs,
  everyMs = 5,
): Promise<NonNullable<T>> {
  const deadline = performance.now() + withinMs
  for (;;) {
    const answer = await ask()
    if (answer) return answer
    if (performance.now() > deadline)
      throw new Impatient(`Waited ${withinMs} ms in vain until ${what}`)
    await wait(everyMs)
  }
}
