/** Around a command that a restore must not forget. */
import { afterRecorded } from '../../platform/route.ts'
import type { Seen } from '../house-desk.ts'

/**
 * Whatever a restore has forgotten is found out before the command, and what it did is kept outside of the database before
 * anybody reads of it. Throws what `run` throws; `outcome_unknown` where it ran and could not be kept: the same key tells.
 */
export async function keepSeen<T>(seen: Seen, run: () => Promise<T>): Promise<T> {
  await seen.look()
  const reply = await run()
  await afterRecorded(seen.look())
  return reply
}
