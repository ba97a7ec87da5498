/** The groups of the kinds of activity, by which a list is narrowed: the heading of each, and what stands for all of it. */
export const activityGroups = {
  'money-in': ['Money in', 'All money in'],
  invested: ['Investments', 'All investments'],
  withdrawn: ['Money out', 'All withdrawals and transfers sent'],
  borrowed: ['Loans', 'All about loans'],
  corrected: ['Corrections by staff', 'All corrections by staff'],
  'sign-in': ['Sign-in and security', 'All about the sign-in'],
  account: ['Account', 'All about the account'],
} as const satisfies Record<string, readonly [heading: string, all: string]>

/** Instead of kinds: whatever staff did, of any kind. */
export const byStaff = 'by-staff'

/** Instead of kinds: each that pays a profit, whatever becomes of the principal. */
export const profitPaid = 'profit'

export type ActivityGroup = keyof typeof activityGroups
