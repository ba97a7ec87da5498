/** Looks again and again whether the journal is to be decided again, lets that be done aside, and tells what was found. */
import { join } from 'node:path'
import { deserialize } from 'node:v8'
import type { Pool } from 'pg'
import type { Made } from '../desk/make-replay.ts'
import {
  dueReplay,
  readReplays,
  wallTime,
  type KeptReplay,
  type LastReplays,
  type ReplayPart,
} from '../desk/replays.ts'
import type { Log } from '../platform/log.ts'
import type { MacKeys } from '../platform/mac.ts'
import type { Metrics } from '../platform/metrics.ts'
import { runPatiently } from '../platform/worker.ts'
import type { Given } from './replay-aside.ts'

/** Who starts a house is waiting for its pages: the journal can wait. */
const graceMs = 10 * 60_000
/** Another process may have made one: this often each looks, for its metrics too. */
const restMs = 5 * 60_000
/** What failed after minutes of work isn't tried again at once. */
const afterFailureMs = 60 * 60_000

export type Replaying = {
  pool: Pool
  log: Pick<Log, 'error' | 'warn' | 'info'>
  metrics: Pick<Metrics, 'replays'>
  databaseUrl: string
  macKeys: MacKeys
  secret: string
  dataFolder: string
  /** Ends one that is being made. */
  signal: AbortSignal
}

function showReplay(gauges: Metrics['replays'], part: ReplayPart, replay: KeptReplay | null) {
  if (replay === null) {
    for (const gauge of Object.values(gauges)) gauge.remove({ part })
    return
  }
  const { startedAt, endedAt, commands, differences } = replay
  gauges.endedAt.set({ part }, endedAt / 1000)
  gauges.seconds.set({ part }, (endedAt - startedAt) / 1000)
  gauges.commands.set({ part }, Number(commands))
  gauges.differences.set({ part }, differences.length)
}

async function showReplays({ pool, macKeys, metrics }: Replaying): Promise<LastReplays> {
  const last = await readReplays(pool, macKeys)
  for (const part of ['whole', 'new'] as const) showReplay(metrics.replays, part, last[part])
  return last
}

async function replayInWorker(house: Replaying) {
  const { databaseUrl, macKeys, secret, dataFolder, signal, log } = house
  const file = join(dataFolder, 'replay-checkpoint')
  const given: Given = { url: databaseUrl, macKeys, secret, file }
  const bytes = await runPatiently(new URL('replay-aside.ts', import.meta.url), given, signal)
  const made = deserialize(bytes) as Made | null
  if (made === null) return
  for (const remark of made.remarks) log.warn({ remark }, 'the replay of the journal')
  const { part, commands, rows, differences } = made.replay
  const counted = { part, commands: Number(commands), rows: Number(rows) }
  if (differences.length > 0)
    log.error({ ...counted, differences }, 'the state is not what the journal says')
  else log.info(counted, 'the state is what the journal says')
}

/** Makes the one that is due, and says how long to rest. */
export async function replayAndRest(house: Replaying): Promise<number> {
  const last = await showReplays(house)
  if (dueReplay(last, await wallTime(house.pool)) === null) return restMs
  try {
    await replayInWorker(house)
  } catch (error) {
    if (!house.signal.aborted) house.log.error({ err: error }, 'the journal was not decided again')
    return afterFailureMs
  }
  await showReplays(house)
  return restMs
}

/** The work of the loop. The first time it only tells what was found before. */
export function createReplays(house: Replaying): () => Promise<number> {
  let isFirst = true
  return async () => {
    if (!isFirst) return replayAndRest(house)
    await showReplays(house)
    isFirst = false
    return graceMs
  }
}
