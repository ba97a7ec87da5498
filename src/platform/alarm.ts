/** What whoever runs the house must learn of at once: a row that isn't what the commands made that led to it. */
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** `difference` says which property, and never its value, which may be a person's. */
export type Alarm = { table: string; id: string; difference: string; requestId: string }

export function raiseAlarm({ log, metrics }: { log: Log; metrics: Metrics }, alarm: Alarm): void {
  metrics.differences.inc({ table: alarm.table })
  log.error({ event: 'not-as-recorded', ...alarm }, 'security')
}
