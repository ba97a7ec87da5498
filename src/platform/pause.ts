/** Waiting that ends early. */
import { setTimeout as wait } from 'node:timers/promises'

/** Resolves after so many milliseconds, or at once when the signal is aborted. Leaves no listener on the signal. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await wait(ms, undefined, { signal }).catch(() => {})
}
