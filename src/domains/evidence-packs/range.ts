/** Which bytes of a file a request asks for (RFC 9110, 14): one range of it, or all. */

export type Wanted = { first: number; last: number; isPart: boolean }

/**
 * Null where no byte of it is there. A range that isn't understood, several ranges, and one of a file that has changed
 * since (If-Range) are answered with the whole file.
 */
export function wantedOf(
  { range, ifRange }: { range: string | null; ifRange: string | null },
  { size, etag }: { size: number; etag: string },
): Wanted | null {
  const whole = { first: 0, last: size - 1, isPart: false }
  if (range === null || (ifRange !== null && ifRange !== etag)) return whole
  const [, from, to] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range.trim()) ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return whole
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? null : { first: size - length, last: size - 1, isPart: true }
  }
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return whole
  return first >= size ? null : { first, last, isPart: true }
}
