/** What was found, and why it was decided, as they are kept and erased. */
import type { QueryConfig } from 'pg'
import { insertRows } from '../../desk/bulk.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import type { Finding } from '../../contract/screening.ts'

type Effects<V> = readonly { value: V; command: string }[]

export const insertFindings = (effects: Effects<{ owner: OwnerId; finding: Finding }>) =>
  insertRows('check_findings', effects, {
    check_id: ['uuid', ({ command }) => command],
    owner_id: ['uuid', ({ value }) => value.owner],
    finding: ['json', ({ value }) => canonical(value.finding)],
  })

export const insertReasons = (
  effects: Effects<{ check: string; owner: OwnerId; by: OwnerId; reason: string }>,
) =>
  insertRows('check_reasons', effects, {
    command_id: ['uuid', ({ command }) => command],
    check_id: ['uuid', ({ value }) => value.check],
    owner_id: ['uuid', ({ value }) => value.owner],
    by_id: ['uuid', ({ value }) => value.by],
    reason: ['text', ({ value }) => value.reason],
  })

export const forgetComparisons = (effects: Effects<{ owner: OwnerId }>): QueryConfig[] => [
  erasing('comparisons')(effects.map(({ value }) => value.owner)),
]

const erasing =
  (table: string) =>
  (people: readonly OwnerId[]): QueryConfig => ({
    name: `${table}.erase`,
    text: `delete from ${table} where owner_id = any ($1)`,
    values: [people],
  })

export const eraseFindings = (people: readonly OwnerId[]): QueryConfig[] =>
  ['check_findings', 'comparisons'].map((table) => erasing(table)(people))
export const eraseReasons = (people: readonly OwnerId[]): QueryConfig[] => [
  erasing('check_reasons')(people),
]
