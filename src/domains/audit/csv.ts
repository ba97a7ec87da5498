/** What staff did, for a spreadsheet. */
import type { AuditItem } from '../../contract/audit.ts'
import { csvAmount, csvChanges, csvDetails, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const auditColumns: CsvColumn<AuditItem>[] = [
  ['Time (UTC)', ({ at }) => at],
  ['By', ({ actor }) => csvWords(actor.fullName)],
  ['Action', ({ title }) => csvWords(title)],
  ['About', ({ subject }) => csvWords(subject?.fullName ?? '')],
  ['Outcome', ({ outcome }) => csvWords(outcome)],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['Changes', ({ changes }) => csvChanges(changes)],
  ['Details', ({ details }) => csvDetails(details)],
  ['By (id)', ({ actor }) => actor.id],
  ['About (id)', ({ subject }) => subject?.id ?? ''],
  ['Command', ({ id }) => id],
  ['Hash', ({ hash }) => hash ?? ''],
]
