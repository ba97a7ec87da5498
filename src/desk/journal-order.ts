/** Puts what was recorded almost in order wholly in order: each finds its owners and the firm's accounts at the version that it found then. */

/** What has to be before an item, and what is there with it: owners and accounts by name, each with a version. */
export type Steps = { before: readonly string[]; with: readonly string[] }

export class JournalOrder<T> {
  readonly #each: (item: T) => void
  readonly #reached = new Set<string>()
  /** By the step that they wait for. */
  readonly #waiting = new Map<string, { item: T; steps: Steps }[]>()

  /** `each` is called for every item in its turn. */
  constructor(each: (item: T) => void) {
    this.#each = each
  }

  /** Those that wait for something that never came. */
  get left(): T[] {
    return [...this.#waiting.values()].flat().map(({ item }) => item)
  }

  add(item: T, steps: Steps): void {
    const ready = [{ item, steps }]
    for (let next = ready.pop(); next; next = ready.pop()) {
      const missing = next.steps.before.find((step) => !this.#reached.has(step))
      if (missing === undefined) ready.push(...this.#take(next.item, next.steps))
      else this.#waiting.set(missing, [...(this.#waiting.get(missing) ?? []), next])
    }
  }

  /** Hands it on, and answers with those that waited for it, the first one last. */
  #take(item: T, steps: Steps): { item: T; steps: Steps }[] {
    this.#each(item)
    // A version is asked for by the next one alone.
    for (const step of steps.before) this.#reached.delete(step)
    return steps.with.flatMap((step) => {
      this.#reached.add(step)
      const woken = this.#waiting.get(step) ?? []
      this.#waiting.delete(step)
      return woken.toReversed()
    })
  }
}
