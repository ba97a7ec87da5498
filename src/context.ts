/** Everything the application works with, built once at the start and passed in. */
import type pg from 'pg'
import { Desk } from './desk/desk.ts'
import { barrierChange } from './desk/write.ts'
import { commands, rulesVersion, writersOf } from './domains/nouns.ts'
import { createGate } from './domains/gate/gate.ts'
import { createSeen } from './domains/payout-blocks/seen.ts'
import type { Files, FirmFacts, Gate, HouseDesk, Seen } from './domains/house-desk.ts'
import type { Config } from './platform/config.ts'
import { bitcoinOf, type Bitcoin } from './platform/bitcoin/settings.ts'
import { createClient, createPool } from './platform/database.ts'
import { createOlderReads, type OlderReads } from './platform/older-reads.ts'
import { newId } from './platform/ids.ts'
import type { Lifecycle } from './platform/lifecycle.ts'
import type { Log } from './platform/log.ts'
import { clamdAt } from './platform/clamd.ts'
import { openDocumentKeys } from './platform/document-keys.ts'
import { createReader } from './platform/pictures/reader.ts'
import type { MacKeys } from './platform/mac.ts'
import { alarmOfAltered } from './platform/alarm.ts'
import type { Metrics } from './platform/metrics.ts'
import { policyOf, type Policy } from './platform/policy.ts'
import { tronOf, type Tron } from './platform/tron/settings.ts'
import type { Probe } from './platform/write-probe.ts'

/** What the process has before it knows anything of investing. */
export type Foundation = {
  config: Config
  /** Of the database: signed in as its owner, or as the application alone. */
  databaseUrl: string
  /** The address people open: an origin without a slash at its end. */
  publicUrl: string
  /** Signs sessions. */
  secret: string
  earlierSecrets: readonly string[]
  /** Make and check the MACs of rows: of the secret, and of earlier ones. */
  macKeys: MacKeys
  log: Log
  metrics: Metrics
  lifecycle: Lifecycle
  firm: FirmFacts
}

export type Context = Foundation & {
  policy: Policy
  /** As the application's role; for reads and short writes. The desk has connections of its own. */
  pool: pg.Pool
  /** For what may be a moment old. */
  older: OlderReads
  /** For asking whether the database answers and takes changes, however much is asked of the other connections. */
  probe: Probe
  /** Every change of money and of people goes through it. */
  desk: HouseDesk
  gate: Gate
  seen: Seen
  files: Files
  /** Null where the firm takes none. */
  bitcoin: Bitcoin | null
  tron: Tron | null
}

function count(metrics: Metrics, outcomes: readonly { kind: string; outcome: string }[]): void {
  metrics.batchSize.observe(outcomes.length)
  for (const { kind, outcome } of outcomes) metrics.commands.inc({ kind, outcome })
}

/** What reads and locks the files that people send. */
export async function openFiles(config: Config): Promise<Files> {
  return {
    keys: await openDocumentKeys(config),
    scanner: config.clamd === null ? null : clamdAt(config.clamd),
    reader: createReader(),
  }
}

function openOlderReads({ config, lifecycle, log }: Foundation, primary: pg.Pool): OlderReads {
  const url = config.databaseReplicaUrl
  if (url === null) return createOlderReads({ primary, standby: null, log })
  const standby = createPool({ url, name: 'glasshouse older reads', max: 5, connectMs: 1_000 })
  lifecycle.opened({ name: 'older reads', close: () => standby.end() })
  return createOlderReads({ primary, standby, log })
}

/** Connects, and leaves word with the lifecycle of what is to be closed. */
export async function createContext(
  foundation: Foundation,
  policy: Policy = policyOf(foundation.config),
): Promise<Context> {
  // Before anything is opened: a wrong wallet stops the start.
  const bitcoin = bitcoinOf(foundation.config)
  const tron = tronOf(foundation.config)
  const pool = createPool({ url: foundation.databaseUrl, name: 'glasshouse', max: 10 })
  foundation.lifecycle.opened({ name: 'pool', close: () => pool.end() })
  const older = openOlderReads(foundation, pool)
  const probing = createPool({ url: foundation.databaseUrl, name: 'glasshouse health', max: 2 })
  foundation.lifecycle.opened({ name: 'probe', close: () => probing.end() })
  const desk = new Desk({
    rules: commands,
    open: (lockMs) =>
      createClient({
        url: foundation.databaseUrl,
        name: 'glasshouse desk',
        pipeline: true,
        limits: { lockMs },
      }),
    db: pool,
    log: foundation.log,
    newId,
    writers: writersOf(foundation.config.smtpUrl ? 'waiting' : 'kept'),
    stamp: { macKeys: foundation.macKeys, rulesVersion },
    onBatch: (outcomes) => count(foundation.metrics, outcomes),
    onAltered: alarmOfAltered(foundation),
    onFaults: (number) => foundation.metrics.failedCommands.inc(number),
  })
  foundation.metrics.sources.queued = () => desk.queued
  foundation.lifecycle.opened({ name: 'desk', close: () => desk.close() })
  const files = await openFiles(foundation.config)
  foundation.lifecycle.opened({ name: 'files', close: () => files.reader.close() })
  return {
    ...foundation,
    policy,
    pool,
    older,
    probe: { pool: probing, change: barrierChange },
    desk,
    gate: createGate({ ...foundation, pool }),
    seen: createSeen({ ...foundation, pool, desk }),
    files,
    bitcoin,
    tron,
  }
}
