/** Removes from a failing list what it fails without: first large parts, then small ones, until nothing can go or the time is up. */

/** `fails` returns how many items were needed to fail, or null. */
export function shrink<T>(
  items: readonly T[],
  fails: (items: readonly T[]) => number | null,
  timeMs: number,
): T[] {
  const until = performance.now() + timeMs
  let least = items.slice(0, fails(items) ?? items.length)
  for (
    let part = Math.ceil(least.length / 2);
    part >= 1;
    part = part === 1 ? 0 : Math.ceil(part / 2)
  ) {
    for (let at = 0; at < least.length && performance.now() < until;) {
      const rest = least.toSpliced(at, part)
      const needed = fails(rest)
      if (needed === null) at += part
      else least = rest.slice(0, needed)
    }
  }
  return least
}
