/** The activity, and the movements of a year, for a spreadsheet. */
import type { ActivityItem } from '../../contract/activity.ts'
import {
  csvAmount,
  csvChanges,
  csvDetails,
  csvFile,
  csvHead,
  csvLines,
  csvWords,
  type CsvColumn,
} from '../../lib/csv.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { decimalFromCents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { olderCsv, type OlderReads } from '../../platform/older-reads.ts'
import type { Choice } from './chosen.ts'
import { readActivity } from './queries.ts'
import type { Movement } from './statement.ts'

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

async function pageOf(db: Database, owner: OwnerId, choice: Choice, cursor: string | undefined) {
  const { activity, nextCursor } = await readActivity(db, owner, {
    ...choice,
    limit: csvPage,
    cursor,
  })
  return { rows: activity, nextCursor }
}

/** As it is sent: page by page, however long it is. */
export const activityCsv = (db: Database, owner: OwnerId, choice: Choice) =>
  csvFile(activityColumns, (cursor) => pageOf(db, owner, choice, cursor))

/** The same, of a moment ago. */
export const olderActivityCsv = (older: OlderReads, owner: OwnerId, choice: Choice) =>
  olderCsv(older, activityColumns, (db, cursor) => pageOf(db, owner, choice, cursor))

const movementColumns: CsvColumn<Movement>[] = [
  ['Day (UTC)', ({ day }) => day],
  ['Entry', ({ what }) => csvWords(what)],
  ['Plan', ({ plan }) => csvWords(plan ?? '')],
  ['Amount (USD)', ({ amount }) => decimalFromCents(amount)],
  ['Of it profit (USD)', ({ profit }) => (profit === null ? '' : decimalFromCents(profit))],
  ['Balance (USD)', ({ balance }) => decimalFromCents(balance)],
  ['By staff', ({ why }) => csvWords(why)],
  ['Coins and rate', ({ coins }) => csvWords(coins)],
]

export const movementsCsv = (movements: readonly Movement[]): string =>
  csvHead(movementColumns) + csvLines(movementColumns, movements)
