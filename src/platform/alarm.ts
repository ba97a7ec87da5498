/** What whoever runs the house must learn of at once: a row that isn't what the commands made that led to it. */
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'

/** `difference` says which property, and never its value, which may be a person's. */
export type Alarm = { table: string; id: string; difference: string; requestId: string }

export function raiseAlarm({ log, metrics }: { log: Log; metrics: Metrics }, alarm: Alarm): void {
  metrics.differences.inc({ table: alarm.table })
  log.error({ event: 'not-as-recorded', ...alarm }, 'security')
}

type Watching = { log: Log; metrics: Metrics }
type Given = { kind: string; requestId: string }

/** For a desk: the alarm for a row by which it refused a command, since that isn't as its last command left it. */
export const alarmOfAltered =
  (watching: Watching) =>
  ({ table, key: id }: { table: string; key: string }, { kind, requestId }: Given): void =>
    raiseAlarm(watching, { table, id, difference: `${kind} was refused`, requestId })

type AboutRow = Pick<Alarm, 'table' | 'id'>

/** Hands in a command about a row. One that is refused because the row isn't what was recorded raises the alarm. */
export const runRecorded = <Work extends Given, Reply extends { outcome: string }>(
  { desk, ...watching }: Watching & { desk: { run(given: Work): Promise<Reply> } },
  given: Work,
  row: AboutRow,
): Promise<Reply> => alarmed(watching, given, row, () => desk.run(given))

/** The same for a command that is made of what is read before. */
export const runPreparedRecorded = <Work extends Given, Reply extends { outcome: string }>(
  { desk, ...watching }: Watching & { desk: { runPrepared(given: Work): Promise<Reply> } },
  given: Work,
  row: AboutRow,
): Promise<Reply> => alarmed(watching, given, row, () => desk.runPrepared(given))

async function alarmed<Reply extends { outcome: string }>(
  watching: Watching,
  given: Given,
  row: AboutRow,
  run: () => Promise<Reply>,
): Promise<Reply> {
  const reply = await run()
  if (reply.outcome === 'not_as_recorded')
    raiseAlarm(watching, {
      ...row,
      difference: `${given.kind} was refused`,
      requestId: given.requestId,
    })
  return reply
}
