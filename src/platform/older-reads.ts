/**
 * Reads that may be a moment old, and say of when they are: at a standby where there is one, so that they take nothing from the
 * primary. Where it fails, is too far behind or isn't there they are read at the primary.
 */
import type { Pool, PoolClient } from 'pg'
import { ProblemError } from '../contract/problems.ts'
import { csvFile, type CsvColumn } from '../lib/csv.ts'
import { isoFromInstant, type Instant } from '../lib/instant.ts'
import type { Log } from './log.ts'
import { inSnapshot } from './snapshot.ts'

/** `asOf`: all that was committed until then was there, by the primary's clock; null: all that there is. */
export type Older<T> = { value: T; asOf: Instant | null }

export type OlderReads = {
  /**
   * In one snapshot that can change nothing. `work` is begun again at the primary where the standby fails. `atLeast`: what was
   * committed until then must be there. Throws what `work` throws at the primary.
   */
  read<T>(work: (db: PoolClient) => Promise<T>, atLeast?: Instant | null): Promise<Older<T>>
}

/** Nothing is said that is older, also where nothing has been changed for that long: then the primary has time. */
const longestBehindMs = 30_000
/** One that failed isn't asked again at once: a host that is gone without a word lets each connection wait. */
const restMs = 5_000

/** What was read is of before, or of nobody knows when. */
class TooOld extends Error {}

/** Copies of one database have this in common, and no other has it. */
const system = '(select system_identifier::text from pg_control_system()) as system'

async function systemOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ system: string }>(`select ${system}`)
  return rows[0]!.system
}

type Moment = { standby: boolean; at: Instant | null; system: string }

/** The snapshot is taken by this: it has at least what was replayed until then. */
async function momentOf(client: PoolClient): Promise<Moment> {
  const { rows } = await client.query<Moment>({
    name: 'older-reads.moment',
    text: `select pg_is_in_recovery() as standby, pg_last_xact_replay_timestamp() as at, ${system}`,
  })
  return rows[0]!
}

type Given = {
  primary: Pool
  /** Null: all is read at the primary. */
  standby: Pool | null
  /** Of what fails there. */
  log: Pick<Log, 'warn'>
  behindMs?: number
}

export function createOlderReads({
  primary,
  standby,
  log,
  behindMs = longestBehindMs,
}: Given): OlderReads {
  let restsUntil = 0
  let own: Promise<string> | null = null
  const ownSystem = () =>
    (own ??= systemOf(primary).catch((error: unknown) => {
      own = null
      throw error
    }))

  const atStandby = <T>(
    pool: Pool,
    work: (db: PoolClient) => Promise<T>,
    atLeast: Instant,
  ): Promise<Older<T>> =>
    inSnapshot(pool, async (client) => {
      const moment = await momentOf(client)
      if (moment.system !== (await ownSystem()))
        throw new Error('DATABASE_REPLICA_URL is no copy of this database')
      // It was made a primary, of which nobody here knows.
      if (!moment.standby) throw new Error('DATABASE_REPLICA_URL is no standby')
      const { at } = moment
      if (at === null || at < atLeast || Date.now() - at > behindMs) throw new TooOld()
      return { value: await work(client), asOf: at }
    })

  return {
    async read(work, atLeast) {
      if (standby !== null && performance.now() >= restsUntil)
        try {
          return await atStandby(standby, work, atLeast ?? 0)
        } catch (error) {
          if (error instanceof ProblemError) throw error
          if (!(error instanceof TooOld)) {
            restsUntil = performance.now() + restMs
            log.warn({ err: error }, 'older reads go to the primary')
          }
        }
      return { value: await inSnapshot(primary, work), asOf: null }
    },
  }
}

/** The header by which a reply says of when it is; none: of now. */
const header = 'glasshouse-as-of'

/** Says it, and hands on what was read. */
export function sayingWhen<T>(
  { value, asOf }: Older<T>,
  setHeader: (name: string, value: string) => void,
): T {
  if (asOf !== null) setHeader(header, isoFromInstant(asOf))
  return value
}

type Page<Row> = { rows: readonly Row[]; nextCursor: string | null }

/** A file for spreadsheets, read page by page as it is sent: the first page at once, and none of an earlier moment than that one. */
export async function olderCsv<Row>(
  older: OlderReads,
  columns: readonly CsvColumn<Row>[],
  read: (db: PoolClient, cursor: string | undefined) => Promise<Page<Row>>,
): Promise<Older<AsyncGenerator<string>>> {
  const first = await older.read((db) => read(db, undefined))
  const next = async (cursor: string) =>
    (await older.read((db) => read(db, cursor), first.asOf)).value
  return {
    asOf: first.asOf,
    value: csvFile(columns, async (cursor) => (cursor === undefined ? first.value : next(cursor))),
  }
}
