/**
 * What an operator's policies may leave to the product to fill in, between two braces: `{{kept-data}}`. So a policy
 * can't say other than what the software does.
 */

/** Each stands on a line of its own, and becomes a table. */
export const computedTables = ['kept-data', 'cookies', 'browser-storage'] as const
export type ComputedTable = (typeof computedTables)[number]

/** Each stands within a sentence, and becomes a few words. */
export const computedFigures = [
  'session-idle',
  'session-whole',
  'smallest-password',
  'minimum-age',
  'cooling-off',
  'asked-again-after',
  'copies-a-day',
  'copy-days',
  'largest-document',
  'referral-percent',
  'loan-effective-rate',
] as const
export type ComputedFigure = (typeof computedFigures)[number]

/** A head and rows of plain cells. */
export type PlainTable = { head: string[]; rows: string[][] }

export type Computed = {
  tables: Record<ComputedTable, PlainTable>
  figures: Record<ComputedFigure, string>
}
