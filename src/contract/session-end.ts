/** Why a session ended that its owner did not log out of: told to whoever still presents it, and to nobody else. */
export const sessionEnds = [
  'ended-by-owner',
  'settings-saved',
  'password-changed',
  'password-reset',
  'factor-changed',
  'email-changed',
  'email-confirmed',
  'ended-by-staff',
  'frozen',
  'role-changed',
  'unused',
  'too-old',
] as const

export type SessionEnd = (typeof sessionEnds)[number]
