/** Repeatable randomness: every choice of a run follows from its seed, each actor's from a stream of its own. */
export class Chance {
  readonly #seed: string
  #state: number

  constructor(seed: string) {
    this.#seed = seed
    // FNV-1a, so that neighbouring seeds begin far apart.
    this.#state = [...seed].reduce(
      (hash, character) => Math.imul(hash ^ character.codePointAt(0)!, 0x01000193) >>> 0,
      0x811c9dc5,
    )
  }

  /** From 0 to below 1, by Mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  /** An integer from `least` to `most`, both included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1))
  }

  happens(share: number): boolean {
    return this.fraction() < share
  }

  /** Undefined where there is nothing to pick from. */
  pick<T>(items: readonly T[]): T | undefined {
    return items[this.between(0, items.length - 1)]
  }

  weighted<N extends string>(weights: Record<N, number>): N {
    const names = Object.keys(weights) as N[]
    let at = this.fraction() * names.reduce((sum, name) => sum + weights[name], 0)
    return names.find((name) => (at -= weights[name]) < 0) ?? names[0]!
  }

  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.fraction() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item)
  }

  uuid(): string {
    const hex = Array.from({ length: 32 }, () => this.between(0, 15).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  fork(name: string | number): Chance {
    return new Chance(`${this.#seed}/${name}`)
  }
}
