/** What whoever runs the house must learn of at once: a row that isn't what the commands made that led to it. */
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** `difference` says which property, and never its value, which may be a person's. */
export type Alarm = { table: string; id: string; difference: string; requestId: string }

export function raiseAlarm({ log, metrics }: { log: Log; metrics: Metrics }, alarm: Alarm): void {
  metrics.differences.inc({ table: alarm.table })
  log.error({ event: 'not-as-recorded', ...alarm }, 'security')
}

type Desk<Given, Reply> = { run(given: Given): Promise<Reply> }

/** Hands in a command about a row. One that is refused because the row isn't what was recorded raises the alarm. */
export async function runRecorded<
  Given extends { kind: string; requestId: string },
  Reply extends { outcome: string },
>(
  { desk, ...watching }: { desk: Desk<Given, Reply>; log: Log; metrics: Metrics },
  given: Given,
  row: Pick<Alarm, 'table' | 'id'>,
): Promise<Reply> {
  const reply = await desk.run(given)
  if (reply.outcome === 'not_as_recorded')
    raiseAlarm(watching, {
      ...row,
      difference: `${given.kind} was refused`,
      requestId: given.requestId,
    })
  return reply
}
