import type { MacKeys } from '../../platform/mac.ts'
import { inSnapshot } from '../../platform/snapshot.ts'
import type { Pool, PoolClient } from 'pg'
import {
  calendarDays,
  type Rehearsal,
  type Replay,
  type Replays,
  type TreasuryBooks,
} from '../../contract/treasury.ts'
import { readReplays, type KeptReplay } from '../../desk/replays.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Cents } from '../../lib/money.ts'
import { versionOfCapital } from '../../ledger/store/balances.ts'
import { readTrialBalance } from '../../ledger/store/trial-balance.ts'
import { readLastRehearsal } from '../backups/rehearsals.ts'
import { readRunning } from '../investments/queries.ts'
import { readLadder } from '../plans/queries.ts'
import { pendingAmount } from '../withdrawals/queries.ts'
import { presentBooks } from './present.ts'

async function readMoment(
  client: PoolClient,
): Promise<{ takenAt: Instant; today: string; pending: Cents }> {
  const { rows } = await client.query<{ takenAt: Instant; today: string; pending: Cents }>({
    name: 'treasury.moment',
    // Business time, as all that was booked until then: a demonstration may be ahead of the wall clock.
    text: `select moment."takenAt", (moment."takenAt" at time zone 'UTC')::date as today, ${pendingAmount} as pending
      from (select business_now() as "takenAt" offset 0) moment`,
  })
  return rows[0]!
}

type Reading = { books: TreasuryBooks; accounts: number }

/** All of it in one snapshot. `accounts` says how many of them were read. */
function readBooks(pool: Pool): Promise<Reading> {
  return inSnapshot(pool, async (client) => {
    const moment = await readMoment(client)
    const sums = await readTrialBalance(client)
    const books = presentBooks({
      ...moment,
      sums,
      plans: await readLadder(client),
      running: await readRunning(client, moment.today, calendarDays),
    })
    return { books, accounts: sums.reduce((sum, { accounts }) => sum + accounts, 0) }
  })
}

/** Up to this many accounts are read at every call; more of them, once in a while (decision 029). */
const maxAtOnce = 50_000
const keptMs = 60_000

export type TreasuryReader = {
  /** The books as they stand; in a large house, as they stood a moment ago, but with all that was paid in or put into a pool. */
  read(): Promise<TreasuryBooks>
}

type Kept = { reading: Promise<Reading>; at: number; capital: bigint }

export function createTreasuryReader(pool: Pool, most = maxAtOnce): TreasuryReader {
  let kept: Kept | null = null
  const holds = ({ at, capital }: Kept, now: bigint) =>
    capital === now && performance.now() - at < keptMs
  return {
    async read() {
      // Whoever books something of the firm's own money wants to see it, however it was booked.
      const capital = await versionOfCapital(pool)
      if (kept && holds(kept, capital)) return (await kept.reading).books
      const before = kept
      const mine = { reading: readBooks(pool), at: performance.now(), capital }
      // With many accounts, callers who ask meanwhile wait for this reading.
      if (before) kept = mine
      try {
        const { books, accounts } = await mine.reading
        if (kept === before || kept === mine) kept = accounts > most ? mine : null
        return books
      } catch (error) {
        if (kept === mine) kept = null
        throw error
      }
    },
  }
}

function presentReplay(replay: KeptReplay | null): Replay | null {
  if (replay === null) return null
  const { startedAt, endedAt, commands, rows, differences } = replay
  return {
    startedAt: isoFromInstant(startedAt),
    endedAt: isoFromInstant(endedAt),
    commands: Number(commands),
    rows: Number(rows),
    differences,
  }
}

/** What the house found when it decided the journal again. */
export async function readLastReplays(pool: Pool, macKeys: MacKeys): Promise<Replays> {
  const last = await readReplays(pool, macKeys)
  return {
    whole: presentReplay(last.whole),
    new: presentReplay(last.new),
    different: presentReplay(last.different),
  }
}

/** When a backup was last restored and checked. */
export async function readRehearsal(pool: Pool): Promise<Rehearsal | null> {
  const last = await readLastRehearsal(pool)
  if (last === null) return null
  const { startedAt, endedAt, backup, backupAt, commands, rootDay, root } = last
  return {
    startedAt: isoFromInstant(startedAt),
    endedAt: isoFromInstant(endedAt),
    backup,
    backupAt: isoFromInstant(backupAt),
    commands: Number(commands),
    root: rootDay === null || root === null ? null : { day: rootDay, root },
  }
}
