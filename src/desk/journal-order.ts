/** Puts what was recorded almost in order wholly in order: each finds its owners and the firm's accounts at the version that it found then. */

/** What an item needs to have come before it, and what comes with it: owners and accounts by name, with a version. */
export type Steps = { before: readonly string[]; with: readonly string[] }

export class JournalOrder<T> {
  readonly #reached: Set<string>
  readonly #waiting = new Map<string, { item: T; steps: Steps }[]>()
  readonly #each: (item: T) => void
  #count = 0

  /** `each` is called for every item in its turn; `reached` is there from the beginning. */
  constructor(each: (item: T) => void, reached: Iterable<string> = []) {
    this.#each = each
    this.#reached = new Set(reached)
  }

  /** How many items wait for another one. */
  get waiting(): number {
    return this.#count
  }

  /** Those that still wait when all have been added. */
  get left(): T[] {
    return [...this.#waiting.values()].flat().map(({ item }) => item)
  }

  add(item: T, steps: Steps): void {
    const ready = [{ item, steps }]
    for (let next = ready.pop(); next; next = ready.pop()) {
      const missing = next.steps.before.find((step) => !this.#reached.has(step))
      if (missing !== undefined) {
        this.#waiting.set(missing, [...(this.#waiting.get(missing) ?? []), next])
        this.#count += 1
        continue
      }
      this.#each(next.item)
      // A version is reached once, and the one before it is asked for no more.
      for (const step of next.steps.before) this.#reached.delete(step)
      for (const step of next.steps.with) {
        this.#reached.add(step)
        const woken = this.#waiting.get(step) ?? []
        this.#waiting.delete(step)
        this.#count -= woken.length
        ready.push(...woken.toReversed())
      }
    }
  }
}
