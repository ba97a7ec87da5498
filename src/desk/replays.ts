/**
 * What was found when the journal was decided again: kept for good, each with a MAC, which the role that writes the rows
 * can't make. A row without one counts as little as none.
 */
import type { ClientBase } from 'pg'
import { dayMs, type Instant } from '../lib/instant.ts'
import type { Database } from '../platform/database.ts'
import { isMacOf, macOf, type Mac, type MacKeys } from '../platform/mac.ts'

/** All commands, or those after the last checkpoint. */
export type ReplayPart = 'whole' | 'new'

/** Wall time. `rows` of state were compared; `differences` name the first one of each table. */
export type KeptReplay = {
  startedAt: Instant
  endedAt: Instant
  part: ReplayPart
  commands: bigint
  rows: bigint
  lastCommand: string | null
  differences: string[]
}

/** The last one of each part, and the last that found a difference. */
export type LastReplays = Record<ReplayPart | 'different', KeptReplay | null>

/** What its MAC is over: all of it, its times too, so that a copied row isn't a later replay. */
const valuesOf = (replay: KeptReplay) => {
  const { startedAt, endedAt, part, commands, rows, lastCommand, differences } = replay
  return [startedAt, endedAt, part, String(commands), String(rows), lastCommand, differences]
}

export async function keepReplay(db: ClientBase, keys: MacKeys, replay: KeptReplay): Promise<void> {
  const { startedAt, endedAt, part, commands, rows, lastCommand, differences } = replay
  await db.query(
    `insert into desk.replays (started_at, ended_at, part, commands, rows, last_command, differences, mac)
      values (to_timestamp($1::float8 / 1000), to_timestamp($2::float8 / 1000), $3, $4, $5, $6, $7, decode($8, 'hex'))`,
    [
      startedAt,
      endedAt,
      part,
      commands,
      rows,
      lastCommand,
      differences,
      macOf(keys, 'replay', valuesOf(replay)),
    ],
  )
}

/** Two and a half years of them. Older ones are evidence, and nobody's last. */
const enough = 1000

export async function readReplays(db: Database, keys: MacKeys): Promise<LastReplays> {
  const { rows } = await db.query<KeptReplay & { mac: Mac }>({
    name: 'replays.last',
    text: `select started_at as "startedAt", ended_at as "endedAt", part, commands, rows, last_command as "lastCommand", differences, encode(mac, 'hex') as mac
      from desk.replays where started_at <= (select clock_timestamp()) order by started_at desc limit ${enough}`,
  })
  const last = (is: (replay: KeptReplay) => boolean): KeptReplay | null => {
    const found = rows.find((row) => is(row) && isMacOf(keys, row.mac, 'replay', valuesOf(row)))
    if (!found) return null
    const { mac: _, ...replay } = found
    return replay
  }
  return {
    whole: last(({ part }) => part === 'whole'),
    new: last(({ part }) => part === 'new'),
    different: last(({ differences }) => differences.length > 0),
  }
}

export const wallTime = async (db: Database): Promise<Instant> =>
  (await db.query<{ now: Instant }>('select clock_timestamp()::timestamptz(3) as now')).rows[0]!.now

/** All of it every week, and what is new every day. Null: it isn't time yet. */
export function dueReplay(last: LastReplays, now: Instant): ReplayPart | null {
  if (last.whole === null || now - last.whole.startedAt >= 7 * dayMs) return 'whole'
  const latest = Math.max(last.whole.startedAt, last.new?.startedAt ?? 0)
  return now - latest >= dayMs ? 'new' : null
}
