/** What staff did, for a spreadsheet. */
import { wordsOfOutcome } from '../../contract/audit-actions.ts'
import type { AuditItem } from '../../contract/audit.ts'
import { wordFor } from '../../contract/field-words.ts'
import { csvAmount, csvChanges, csvDetails, csvWords, type CsvColumn } from '../../lib/csv.ts'

/** The outcome as it is counted by: what only waited says that it did. */
function outcomeIn(outcome: string): string {
  const { title, note } = wordsOfOutcome(outcome)
  return outcome === 'done' || title === 'Refused' ? outcome : `${title}: ${note}`
}

export const auditColumns: CsvColumn<AuditItem>[] = [
  ['Time (UTC)', ({ at }) => at],
  ['By', ({ actor }) => csvWords(actor.fullName)],
  ['Action', ({ title }) => csvWords(title)],
  ['About', ({ subject }) => csvWords(subject?.fullName ?? '')],
  ['Outcome', ({ outcome }) => csvWords(outcomeIn(outcome))],
  ['Amount (USD)', ({ amount }) => csvAmount(amount)],
  ['Reason', ({ reason }) => csvWords(reason ?? '')],
  [
    'Changes',
    ({ changes }) =>
      csvChanges(changes.map((change) => ({ ...change, field: wordFor(change.field) }))),
  ],
  ['In words', ({ sentence }) => csvWords(sentence)],
  ['Details', ({ details }) => csvDetails(details)],
  ['By (id)', ({ actor }) => actor.id],
  ['About (id)', ({ subject }) => subject?.id ?? ''],
  ['Command', ({ id }) => id],
  ['Hash', ({ hash }) => hash ?? ''],
]
