/** The kinds of activity in six groups, by which a list is narrowed. Every kind that a person can have is in one of them. */
export const activityGroups = {
  'money-in': ['deposit', 'bank-deposit', 'transfer-received', 'referral-credit'],
  invested: ['investment-opened', 'investment-matured'],
  withdrawn: [
    'withdrawal-requested',
    'withdrawal-first-approval',
    'withdrawal-approved',
    'withdrawal-rejected',
    'withdrawal-cancelled',
    'withdrawal-paid',
    'withdrawal-returned',
  ],
  corrected: [
    'staff-edit',
    'correction-proposed',
    'correction-refused',
    'credit-proposed',
    'credit-refused',
    'bank-entry-proposed',
    'bank-entry-refused',
    'bank-deposit-undone',
  ],
  'sign-in': [
    'password-changed',
    'password-reset',
    'app-added',
    'app-removed',
    'app-taken',
    'passkey-added',
    'passkey-removed',
    'passkey-taken',
    'recovery-codes-renewed',
    'recovery-code-used',
    'signed-in-after-failures',
    'factor-undone',
    'access-change-proposed',
    'access-change-approved',
    'access-change-refused',
    'access-change-stopped',
    'access-change-lapsed',
    'email-verified',
    'email-change-asked',
    'email-change-agreed',
    'email-confirmed',
    'email-changed',
    'sessions-ended',
  ],
  account: [
    'account-opened',
    'name-changed',
    'destination-saved',
    'destination-removed',
    'role-proposed',
    'role-changed',
    'role-refused',
    'role-given',
    'account-frozen',
    'account-unfrozen',
    'account-closed',
  ],
} as const satisfies Record<string, readonly string[]>

export type ActivityGroup = keyof typeof activityGroups

const groups: Record<string, readonly string[] | undefined> = activityGroups

/** Null for what is no group. */
export const kindsOfGroup = (name: string): readonly string[] | null =>
  Object.hasOwn(groups, name) ? groups[name]! : null
