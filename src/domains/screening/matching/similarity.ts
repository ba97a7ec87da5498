/** How alike two words are, from 0 to 1. Pure. */

/** So long a word is compared; and which of its letters are taken, made once: millions of words are compared. */
const longest = 64
const takenOfOne = new Uint8Array(longest)
const takenOfOther = new Uint8Array(longest)

/** How many letters of `one` are found in `other`, each at most so far away, and how many of them stand in another order. */
function sharedLetters(one: string, other: string): [shared: number, moved: number] {
  const reach = Math.max(0, (Math.max(one.length, other.length) >> 1) - 1)
  takenOfOne.fill(0, 0, one.length)
  takenOfOther.fill(0, 0, other.length)
  let shared = 0
  for (let at = 0; at < one.length; at += 1) {
    const last = Math.min(other.length - 1, at + reach)
    for (let where = Math.max(0, at - reach); where <= last; where += 1) {
      if (takenOfOther[where] === 1 || one.charCodeAt(at) !== other.charCodeAt(where)) continue
      takenOfOne[at] = takenOfOther[where] = 1
      shared += 1
      break
    }
  }
  let [moved, where] = [0, 0]
  for (let at = 0; at < one.length && shared > 0; at += 1) {
    if (takenOfOne[at] === 0) continue
    while (takenOfOther[where] === 0) where += 1
    if (one.charCodeAt(at) !== other.charCodeAt(where)) moved += 1
    where += 1
  }
  return [shared, moved]
}

/** Jaro’s measure, raised where the beginnings are the same. Source: W. E. Winkler, “String Comparator Metrics” (1990). */
export function jaroWinkler(long: string, otherLong: string): number {
  const [one, other] = [long.slice(0, longest), otherLong.slice(0, longest)]
  if (one === other) return 1
  const [shared, moved] = sharedLetters(one, other)
  if (shared === 0) return 0
  const jaro = (shared / one.length + shared / other.length + (shared - moved / 2) / shared) / 3
  let same = 0
  while (same < 4 && same < one.length && one[same] === other[same]) same += 1
  return jaro + same * 0.1 * (1 - jaro)
}

/** Whether one becomes the other by one letter more, fewer or another, or by two neighbours changing places. */
export function isOneMistake(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one]
  if (long.length - short.length > 1) return false
  let at = 0
  while (at < short.length && short[at] === long[at]) at += 1
  if (long.length > short.length) return short.slice(at) === long.slice(at + 1)
  if (short.slice(at + 1) === long.slice(at + 1)) return true
  return (
    short[at] === long[at + 1] &&
    short[at + 1] === long[at] &&
    short.slice(at + 2) === long.slice(at + 2)
  )
}
