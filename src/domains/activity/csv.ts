/** The activity for a spreadsheet. */
import type { ActivityItem } from '../../contract/activity.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const activityColumns: CsvColumn<ActivityItem>[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Entry', ({ title }) => csvWords(title)],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Balance (USD)', ({ balanceAfter }) => csvAmount(balanceAfter)],
  ['By', ({ by, staffName }) => csvWords(staffName ?? by)],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['Changes', ({ changes }) => csvWords(changes.map(({ field, from, to }) => `${field}: ${from ?? '-'} to ${to ?? '-'}`).join('; '))],
  ['Details', ({ details }) => csvWords(Object.entries(details).map(([name, value]) => `${name}: ${value}`).join('; '))],
  ['Id', ({ id }) => id],
]
