/** Makes a thing when it is asked for, and keeps so many of those that were asked for last, by their keys. */
export function keepingLast<From, To>(
  count: number,
  { keyOf, make }: { keyOf(from: From): string; make(from: From): To },
): (from: From) => To {
  const kept = new Map<string, To>()
  return (from) => {
    const key = keyOf(from)
    const made = kept.has(key) ? kept.get(key)! : make(from)
    kept.delete(key)
    kept.set(key, made)
    if (kept.size > count) kept.delete(kept.keys().next().value!)
    return made
  }
}
