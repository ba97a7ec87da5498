/** What may become of the principal when an investment matures, and why it wasn't invested again, in words. */

export const atMaturityChoices = ['balance', 'reinvest'] as const
export type AtMaturity = (typeof atMaturityChoices)[number]

/** By the refusal that investing by hand would have had. Each follows “because”. */
const reasons: Readonly<Record<string, string>> = {
  new_business_paused: 'new investments were paused',
  account_frozen: 'your account was frozen',
  law_check: 'a check that the law requires held your account',
  answers_paused: 'by your last answers, plans were not for you at that time',
  answers_needed: 'the questions before investing were to be answered again first',
  import_not_cleared: 'customers were being imported at that time',
  policies_to_accept: 'our policies that count by now were not accepted',
  unknown_plan: 'the plan was not offered any more',
  plan_not_offered: 'the plan was not on sale at that time',
  risk_warning_changed: 'the plan’s risk warning had changed since you accepted it',
  terms_changed: 'the plan’s terms had changed since you accepted them',
  below_minimum: 'the amount was below what the plan takes',
  above_maximum: 'the amount was above what the plan takes',
  profit_rounds_to_zero: 'the plan’s profit on it would have been less than a cent',
  beyond_calendar: 'it would have matured after the last date that can be recorded',
  beyond_limit: 'it was more than the limit for your account allowed',
  finally_refused: 'your account can no longer invest',
  beyond_own_limit: 'it was more than your own limit allowed',
  loan_owed_first: 'you owed more on a loan than the rest of your balance had',
  not_covered: 'its profit could not be covered by the returns pool',
}

export const whyNotReinvested = (code: string): string =>
  reasons[code] ?? 'the rules for investing did not allow it'

/** All of them, for whoever searches by words. */
export const reasonsNotReinvested: Iterable<[string, string]> = Object.entries(reasons)
