/** The lines that figures are made of, in the words that people read: explanations and statements say the same of the same money. */
import type { FigureName } from '../../contract/explain.ts'

/** What lines are made of: the running totals, what is set aside now, and what accrues. */
export type Part =
  | 'deposits'
  | 'withdrawn'
  | 'transferredIn'
  | 'transferredOut'
  | 'principal'
  | 'profit'
  | 'loss'
  | 'referral'
  | 'corrections'
  | 'loans'
  | 'security'
  | 'held'
  | 'invested'
  | 'accrued'

/** A line of a figure: its words, the part it takes, which of its groups, and whether it adds or takes away. */
export type LineRule = { label: string; part: Part; sort?: string; sign?: 1n | -1n; each?: true }

/** What came in and what went out. Money that is held or placed has done neither. */
export const cameAndWent: LineRule[] = [
  { label: 'Deposits', part: 'deposits' },
  { label: 'Received from other users', part: 'transferredIn' },
  { label: 'Profit paid at maturity', part: 'profit', sort: 'investment-matured' },
  { label: 'Profit corrected by staff', part: 'profit', sort: 'profit-corrected' },
  { label: 'Referral bonuses', part: 'referral' },
  { label: 'Lent to you', part: 'loans', sort: 'loan-paid-out' },
  { label: 'Paid back on loans', part: 'loans', sort: 'loan-repaid' },
  { label: 'Repayments taken back', part: 'loans', sort: 'loan-repayment-undone' },
  { label: 'Paid out of what was withheld of loans', part: 'loans', sort: 'loan-security-applied' },
  { label: 'Corrections by staff', part: 'corrections' },
  { label: 'Losses', part: 'loss', sign: -1n },
  { label: 'Withdrawals paid out', part: 'withdrawn', sign: -1n },
  { label: 'Sent to other users', part: 'transferredOut', sign: -1n },
]

/** It stays theirs, and nobody's to use while the loan runs. */
export const withheldLabel = 'Withheld of loans'
const withheld: LineRule = { label: withheldLabel, part: 'security', sign: -1n }

export const lineRules: Record<FigureName, LineRule[]> = {
  'total-value': [...cameAndWent, withheld],
  'account-balance': [
    ...cameAndWent,
    withheld,
    { label: 'Held for withdrawals', part: 'held', sign: -1n },
    { label: 'In running plans', part: 'invested', sign: -1n },
  ],
  held: [
    { label: 'Requests waiting for a decision', part: 'held', sort: 'pending' },
    { label: 'Approved, not yet paid out', part: 'held', sort: 'approved' },
  ],
  invested: [{ label: 'Invested in', part: 'invested', each: true }],
  'estimated-profit': [
    { label: 'Profit paid at maturity', part: 'profit', sort: 'investment-matured' },
    { label: 'Profit corrected by staff', part: 'profit', sort: 'profit-corrected' },
    { label: 'Accrued, paid at maturity', part: 'accrued' },
  ],
  'total-profit': [
    { label: 'Profit paid at maturity', part: 'profit', sort: 'investment-matured' },
    { label: 'Profit corrected by staff', part: 'profit', sort: 'profit-corrected' },
  ],
  'accrued-profit': [{ label: 'Accrued in', part: 'accrued', each: true }],
  'total-investment': [
    { label: 'In running plans', part: 'principal', sort: 'running' },
    { label: 'Matured and paid back', part: 'principal', sort: 'matured' },
    { label: 'Undone and returned', part: 'principal', sort: 'undone' },
  ],
  'total-loss': [{ label: 'Losses booked by staff', part: 'loss' }],
}
