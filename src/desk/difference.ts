/** The first property of a row that isn't what it must be, or null. Values are those of rows: texts, numbers, bigints, flags and nulls. */
export function differingIn(found: object, expected: object): string | null {
  const [before, after] = [expected, found] as Record<string, unknown>[]
  return Object.keys(after!).find((name) => before![name] !== after![name]) ?? null
}
