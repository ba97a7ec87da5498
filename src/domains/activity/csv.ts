/** The activity for a spreadsheet. */
import type { ActivityItem } from '../../contract/activity.ts'
import {
  csvAmount,
  csvChanges,
  csvDetails,
  csvFile,
  csvWords,
  type CsvColumn,
} from '../../lib/csv.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import type { Choice } from './chosen.ts'
import { readActivity } from './queries.ts'

const activityColumns: CsvColumn<ActivityItem>[] = [
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

const csvPage = 1000

/** As it is sent: page by page, however long it is. */
export function activityCsv(db: Database, owner: OwnerId, choice: Choice): AsyncGenerator<string> {
  return csvFile(activityColumns, async (cursor) => {
    const { activity, nextCursor } = await readActivity(db, owner, {
      ...choice,
      limit: csvPage,
      cursor,
    })
    return { rows: activity, nextCursor }
  })
}
