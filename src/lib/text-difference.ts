/** What is added to and removed from a text, paragraph by paragraph. Pure. */

export type Differing = { kind: 'same' | 'added' | 'removed'; text: string }

/** By the longest sequence that both have in common: policies have a few hundred paragraphs. */
export function differencesOf(before: readonly string[], after: readonly string[]): Differing[] {
  const width = after.length + 1
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] =
        before[i] === after[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const found: Differing[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length)
    if (i < before.length && j < after.length && before[i] === after[j]) {
      found.push({ kind: 'same', text: after[j]! })
      i += 1
      j += 1
    } else if (
      j === after.length ||
      (i < before.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
    ) {
      found.push({ kind: 'removed', text: before[i]! })
      i += 1
    } else {
      found.push({ kind: 'added', text: after[j]! })
      j += 1
    }
  return found
}
