/** What staff did, for a spreadsheet. */
import type { AuditItem } from '../../contract/audit.ts'
import { csvAmount, csvWords, type CsvColumn } from '../../lib/csv.ts'

export const auditColumns: CsvColumn<AuditItem>[] = [
  ['Time (UTC)', ({ at }) => at],
  ['By', ({ actor }) => csvWords(actor.fullName)],
  ['Action', ({ title }) => csvWords(title)],
  ['About', ({ subject }) => csvWords(subject?.fullName ?? '')],
  ['Outcome', ({ outcome }) => csvWords(outcome)],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  ['Changes', ({ changes }) => csvWords(changes.map(({ field, from, to }) => `${field}: ${from ?? '-'} to ${to ?? '-'}`).join('; '))],
  ['Details', ({ details }) => csvWords(Object.entries(details).map(([name, value]) => `${name}: ${value}`).join('; '))],
  ['By (id)', ({ actor }) => actor.id],
  ['About (id)', ({ subject }) => subject?.id ?? ''],
  ['Command', ({ id }) => id],
  ['Hash', ({ hash }) => hash ?? ''],
]
