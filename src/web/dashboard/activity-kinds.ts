/** What the activity list can be narrowed to, in the words of the list itself. */
export const activityKinds = [
  { value: '', label: 'Everything' },
  { value: 'deposit', label: 'Deposits' },
  { value: 'investment-opened', label: 'Investments opened' },
  { value: 'investment-matured', label: 'Investments matured' },
  { value: 'withdrawal-requested', label: 'Withdrawals requested' },
  { value: 'withdrawal-approved', label: 'Withdrawals approved' },
  { value: 'withdrawal-rejected', label: 'Withdrawals rejected' },
  { value: 'withdrawal-cancelled', label: 'Withdrawals cancelled' },
  { value: 'withdrawal-paid', label: 'Withdrawals paid' },
  { value: 'withdrawal-returned', label: 'Withdrawals returned' },
  { value: 'transfer-received', label: 'Transfers received' },
  { value: 'referral-credit', label: 'Referral bonuses' },
  { value: 'staff-edit', label: 'Corrections by staff' },
  { value: 'name-changed', label: 'Name changes' },
]
