/** Reproducible randomness: the same seed gives the same numbers on every machine. */

/** One of 2³² numbers after another: the finaliser of MurmurHash3 (Austin Appleby) over a counter. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  next(): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
    return (mixed ^ (mixed >>> 16)) >>> 0
  }

  /** An integer from 0 to below `limit`. */
  below(limit: number): number {
    return this.next() % limit
  }

  /** An integer from `least` to `most`, of up to 62 bits. */
  bigBetween(least: bigint, most: bigint): bigint {
    return (
      least + (((BigInt(this.next()) << 30n) | BigInt(this.next() >>> 2)) % (most - least + 1n))
    )
  }

  /** The items in another order. */
  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, place: this.next() }))
      .toSorted((a, b) => a.place - b.place)
      .map(({ item }) => item)
  }
}
