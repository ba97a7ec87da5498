/** What a command does beside the rows of its noun: sessions that end, a mail, a clock that moves. No rule reads it again. */
import type { Instant } from '../lib/instant.ts'

/** What an effect can change of the desk in memory. */
type InMemory = { now: Instant; world: { openFrom: Instant } }

/** A kind of effect: called with a value, it is what a command answers with. */
export type EffectKind<V> = {
  (value: V): Effect
  effect: string
  /** Whether an effect is of this kind. */
  is(effect: Effect): effect is Effect & { value: V }
  inMemory?(house: InMemory, value: V): void
}
// oxlint-disable-next-line typescript/no-explicit-any -- effects of all kinds share a list; each is typed where it is defined
export type Effect = { kind: EffectKind<any>; value: any }

export function defineEffect<V>(
  effect: string,
  inMemory?: (house: InMemory, value: V) => void,
): EffectKind<V> {
  const kind = ((value: V) => ({ kind, value })) as unknown as EffectKind<V>
  return Object.assign(kind, {
    effect,
    is: (one: Effect): one is Effect & { value: V } => one.kind === kind,
    ...(inMemory ? { inMemory } : {}),
  })
}
