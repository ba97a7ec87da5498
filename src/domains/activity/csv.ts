/** The activity for a spreadsheet. */
import type { ActivityItem } from '../../contract/activity.ts'
import { csvAmount, csvChanges, csvDetails, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const activityColumns: CsvColumn<ActivityItem>[] = [
  ['Time (UTC)', ({ at }) => at],
  ['Entry', ({ title }) => csvWords(title)],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Balance (USD)', ({ balanceAfter }) => csvAmount(balanceAfter)],
  ['By', ({ by, staffName }) => csvWords(staffName ?? by)],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['Changes', ({ changes }) => csvChanges(changes)],
  ['Details', ({ details }) => csvDetails(details)],
  ['Id', ({ id }) => id],
]
