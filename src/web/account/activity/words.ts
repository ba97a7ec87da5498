/** What is said of an entry in a line: what happened, and who did it. */
import type { ActivityItem } from '../../../contract/activity.ts'
import { usd } from '../../ui/amount.ts'

/** With the plan that it is about. */
export const titleOf = ({ title, details }: ActivityItem): string =>
  details.plan === undefined ? title : `${title}: ${details.plan}`

/** `self` is the word for the person whose account it is. */
export function whoOf({ by, staffName }: ActivityItem, self: string): string {
  if (by === 'you') return self
  return by === 'staff' ? (staffName ?? 'staff') : 'the system'
}

/** What it did to the balance, else what it was about; undefined where there is neither. */
export const amountOf = ({ amount, details }: ActivityItem): string | undefined =>
  amount === null ? details.amount : usd(amount)
