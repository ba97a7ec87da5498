/** What the activity list can be narrowed to, in the words of the list itself: six groups, and the kinds of each. */
import {
  activityGroups,
  byStaff,
  profitPaid,
  type ActivityGroup,
} from '../../../contract/activity-groups.ts'
import { kindsOfGroup } from '../../../contract/activity-kinds.ts'

const groupNames = Object.keys(activityGroups) as ActivityGroup[]

const groups = groupNames.map((name) => {
  const [group, all] = activityGroups[name]
  const kinds = kindsOfGroup(name)!.map(({ kind, many }) => ({ value: kind, label: many }))
  return { group, items: [{ value: name, label: all }, ...kinds] }
})

/** For a field of choices: everything, then each group as a whole and its kinds. */
export const activityKinds = [{ value: '', label: 'Everything' }, ...groups]

/** What people look for, each in one press; the groups and kinds are for whoever looks further. */
export const quickKinds = [
  { value: '', label: 'All' },
  { value: 'money-in', label: 'In' },
  { value: 'withdrawn', label: 'Out' },
  { value: 'invested', label: 'Invested' },
  { value: profitPaid, label: 'Profit' },
  { value: 'referral-credited', label: 'Referral' },
  { value: 'sign-in', label: 'Security' },
  { value: byStaff, label: 'Staff' },
] as const

export const isQuick = (kind: string): boolean => quickKinds.some(({ value }) => value === kind)

const values = new Set<string>([
  byStaff,
  profitPaid,
  ...groups.flatMap(({ items }) => items.map(({ value }) => value)),
])

export const isKind = (value: string): boolean => values.has(value)
