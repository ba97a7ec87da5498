/** Where a page ended, as clients carry it: opaque to them, and held to its shape when it comes back. */
import { ProblemError } from '../contract/problems.ts'
import { isoFromInstant, type Instant } from '../lib/instant.ts'

/** JavaScript takes February 30 for March 2: only what is written again as it stood is a day of the calendar. PostgreSQL knows no year 0. */
function isMoment(part: string): boolean {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(part) ? Date.parse(part) : Number.NaN
  return !Number.isNaN(at) && isoFromInstant(at) === part && !part.startsWith('0000')
}

/** What a part of a position is. PostgreSQL answers a value of another type with an error, which nobody's cursor may cause. */
const shapes = {
  moment: isMoment,
  id: (part: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(part),
  // Eighteen digits always fit into a bigint.
  integer: (part: string) => /^-?\d{1,18}$/.test(part),
  // Whether a list goes by values of now or by kept ones.
  basis: (part: string) => part === 'now' || part === 'kept',
  text: (part: string) => part.isWellFormed() && !part.includes('\u0000'),
}
export type Shape = keyof typeof shapes

export function encodeCursor(position: readonly string[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/**
 * What a page shows of the rows that were read for it, one more than `limit` where there are more; and the cursor of the next one,
 * null where there is none. `positionOf`: where the page ends, by its last row; a number in it is a moment.
 */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  positionOf: (last: Row) => readonly (Instant | string)[],
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  if (rows.length <= limit || last === undefined) return { shown, nextCursor: null }
  const position = positionOf(last).map((part) =>
    typeof part === 'number' ? isoFromInstant(part) : part,
  )
  return { shown, nextCursor: encodeCursor(position) }
}

function parsed(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    return null
  }
}

/** The position of a cursor, as text, one part for each shape; all null where there is no cursor. Throws `validation_failed` for one that isn't ours. */
export function decodeCursor(
  cursor: string | undefined,
  expected: readonly Shape[],
): (string | null)[] {
  if (cursor === undefined) return expected.map(() => null)
  const position = parsed(cursor)
  const fits =
    Array.isArray(position) &&
    position.length === expected.length &&
    expected.every((shape, at) => typeof position[at] === 'string' && shapes[shape](position[at]))
  if (fits) return position as string[]
  const message = 'This cursor was not issued by this server'
  throw new ProblemError({ code: 'validation_failed', message, fields: { cursor: message } })
}
