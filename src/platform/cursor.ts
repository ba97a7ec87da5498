/** Where a page ended, as clients carry it: opaque to them, checked when it comes back. */
import { ProblemError } from '../contract/problems.ts'

export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url')
}

/** The position of a cursor, all as text, `width` parts long; throws `validation_failed` for one that isn't ours. */
export function decodeCursor(cursor: string, width: number): string[] {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(position) && position.length === width && position.every((part) => ['string', 'number'].includes(typeof part))) {
      return position.map(String)
    }
  } catch {
    // falls through to the refusal
  }
  throw new ProblemError({ code: 'validation_failed', fields: { cursor: 'This cursor is not one of ours' } })
}

/** For positions that begin with a moment and end with an id. */
export function decodeMomentCursor(cursor: string | undefined): { at: string | null; id: string | null } {
  if (cursor === undefined) return { at: null, id: null }
  const [at, id] = decodeCursor(cursor, 2)
  if (Number.isNaN(Date.parse(at!)) || !/^[0-9a-f-]{36}$/.test(id!)) {
    throw new ProblemError({ code: 'validation_failed', fields: { cursor: 'This cursor is not one of ours' } })
  }
  return { at: at!, id: id! }
}
