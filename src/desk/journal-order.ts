/** Puts what was recorded almost in order wholly in order: each finds its owners and the firm's accounts at the version that it found then. */

/** An owner or an account by name: the version that has to be there before an item, and the one that is there with it. */
export type Step = { name: string; before: number; with: number }

type Waiting<T> = { item: T; steps: readonly Step[] }

export class JournalOrder<T> {
  readonly #each: (item: T) => void
  /** The version of each that is there; what nobody has named yet is at 0. */
  readonly #reached: Map<string, number>
  /** By the name and the version that they wait for. */
  readonly #waiting = new Map<string, Waiting<T>[]>()

  /** `each` is called for every item in its turn; `reached` is what was there before the first. */
  constructor(each: (item: T) => void, reached: Iterable<readonly [string, number]> = []) {
    this.#each = each
    this.#reached = new Map(reached)
  }

  /** Those that wait for something that never came. */
  get left(): T[] {
    return [...this.#waiting.values()].flat().map(({ item }) => item)
  }

  add(item: T, steps: readonly Step[]): void {
    const ready = [{ item, steps }]
    for (let next = ready.pop(); next; next = ready.pop()) {
      const missing = next.steps.find((step) => this.#at(step.name) !== step.before)
      if (missing === undefined) ready.push(...this.#take(next))
      else {
        const key = `${missing.name} ${missing.before}`
        this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), next])
      }
    }
  }

  #at(name: string): number {
    return this.#reached.get(name) ?? 0
  }

  /** Hands it on, and answers with those that waited for it, the first one last. */
  #take({ item, steps }: Waiting<T>): Waiting<T>[] {
    this.#each(item)
    for (const step of steps) this.#reached.set(step.name, step.with)
    if (this.#waiting.size === 0) return []
    return steps.flatMap((step) => {
      const key = `${step.name} ${step.with}`
      const woken = this.#waiting.get(key) ?? []
      this.#waiting.delete(key)
      return woken.toReversed()
    })
  }
}
