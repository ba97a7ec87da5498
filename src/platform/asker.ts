/**
 * For whom the work at hand is done. It is carried along unseen, since what is scarce lies deep, below hands that have
 * no other use for it; nothing is decided by it but whose share is taken.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

const askers = new AsyncLocalStorage<string>()

/** A person's id, or a visitor's address as limits count it; null for what the house does by itself. */
export const asker = (): string | null => askers.getStore() ?? null

/** Whatever `work` begins, however late, is this one's. */
export function onBehalfOf<T>(who: string, work: () => T): T {
  return askers.run(who, work)
}
