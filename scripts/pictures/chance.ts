/** Chance that falls the same way in every run: the pictures are kept in the repository and compared with what is drawn. */
export type Chance = {
  between(low: number, high: number): number
  oneOf<T>(choices: readonly T[]): T
}

/** A generator of the xorshift family, 32 bits. */
export function seeded(seed: number): Chance {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1
  const next = (): number => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let warm = 0; warm < 8; warm += 1) next()
  return {
    between: (low, high) => low + (high - low) * next(),
    oneOf: (choices) => choices[Math.floor(next() * choices.length)]!,
  }
}
