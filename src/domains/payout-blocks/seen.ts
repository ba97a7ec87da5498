/**
 * Each process of the house keeps outside the database how far it has seen the journal, and what was paid of late. A database
 * that lacks any of it was restored to an earlier time, or has lost what it acknowledged: then payouts are blocked, before
 * anybody is paid twice. A failover to a standby that has everything is nothing of the kind.
 */
import { join } from 'node:path'
import type { Pool } from 'pg'
import {
  findMissing,
  hasRoot,
  readAccepted,
  readLastCommand,
  readLastRoot,
} from '../../desk/journal-seen.ts'
import { dayMs, type Instant } from '../../lib/instant.ts'
import type { Config } from '../../platform/config.ts'
import { readHouse } from '../../platform/house.ts'
import type { Log } from '../../platform/log.ts'
import type { HouseDesk, Seen } from '../house-desk.ts'
import { blockAll } from './block.ts'
import { furthest, reserveForgotten } from '../wallets/forgotten.ts'
import { readNextIndices } from '../wallets/queries.ts'
import { payoutKinds, payoutsAmong } from './payouts.ts'
import { readListed, readNoticedAt } from './queries.ts'
import type { LostPayout } from './rules.ts'
import { readSeen, textOfSeen, writeSeen, type Seen as Kept } from './seen-file.ts'

/** A command is recorded before it is committed: what is recorded so much earlier may still come. */
const marginMs = 60_000
/** Payouts are kept for as long as somebody may restore to: longer than backups are kept. */
const keptForMs = 40 * dayMs
const payoutsLimit = 5_000

/** The reference it was paid by. */
const commandOf = ({ id, by }: LostPayout): string => by ?? id

/** `unknownUntil`: payouts before it may be lost that this process has let go. */
type Lost = { payouts: LostPayout[]; unknownUntil: Instant | null }

type Parts = {
  pool: Pool
  desk: HouseDesk
  config: Pick<Config, 'dataFolder'>
  log: Pick<Log, 'error' | 'warn'>
  /** How many payouts are kept at most. */
  most?: number
}

export function createSeen(parts: Parts): Seen {
  const watcher = new Watcher(parts)
  let running: Promise<void> = Promise.resolve()
  return {
    look() {
      running = running.catch(() => {}).then(() => watcher.look())
      return running
    },
  }
}

class Watcher {
  readonly #given: Parts
  readonly #file: string
  #kept: Kept | null = null
  /** What was last written. */
  #text = ''
  #isFirst = true
  #cannotKeep = false

  constructor(given: Parts) {
    this.#given = given
    this.#file = join(given.config.dataFolder, 'seen.json')
  }

  async look(): Promise<void> {
    const kept = await this.#whatWasKept()
    const lost = kept && (await this.#findLost(kept))
    if (kept && lost) await this.#block(kept, lost)
    const now = await this.#readNow(kept, lost !== null)
    await reserveForgotten(this.#given, now.nextAddresses)
    this.#kept = now
    this.#isFirst = false
    await this.#keep(now)
  }

  /** Of this database; what was kept of another one says nothing. */
  async #whatWasKept(): Promise<Kept | null> {
    if (!this.#isFirst) return this.#kept
    const kept = await readSeen(this.#file)
    return kept?.house === (await readHouse(this.#given.pool)) ? kept : null
  }

  /** The payouts that the database lacks and no block lists; null: it lacks nothing. */
  async #findLost({ last, root, payouts, forgottenUntil }: Kept): Promise<Lost | null> {
    const { pool } = this.#given
    const suspects = this.#isFirst
      ? payouts
      : payouts.filter(({ paidAt }) => last === null || paidAt >= last.recordedAt - marginMs)
    const missing = await findMissing(pool, [
      ...(last === null ? [] : [last.id]),
      ...suspects.map(commandOf),
    ])
    const isBehind =
      (last !== null && missing.has(last.id)) || (root !== null && !(await hasRoot(pool, root)))
    const ids = payouts.map(commandOf)
    const gone = isBehind ? await findMissing(pool, ids) : missing
    const lacking = payouts.filter((payout) => gone.has(commandOf(payout)))
    const asked = lacking.map(({ id }) => id)
    const listed = asked.length > 0 ? await readListed(pool, asked) : gone
    const lost = lacking.filter(({ id }) => !listed.has(id))
    if (!isBehind && lost.length === 0) return null
    // A restore is to one moment: where the oldest payout that is kept is there, so are those from before it.
    const oldest = payouts.toSorted((a, b) => a.paidAt - b.paidAt)[0]
    const isUnknown = forgottenUntil !== null && (!oldest || gone.has(commandOf(oldest)))
    return { payouts: lost, unknownUntil: isUnknown ? (oldest?.paidAt ?? forgottenUntil) : null }
  }

  /** What another process has noticed already, and has listed, isn't noticed again. */
  async #block({ last }: Kept, { payouts: lost, unknownUntil }: Lost): Promise<void> {
    const { pool, desk, log } = this.#given
    const seenAt = last?.recordedAt ?? null
    const noticedAt = await readNoticedAt(pool)
    if (lost.length === 0 && noticedAt !== null && noticedAt >= (seenAt ?? 0)) return
    await blockAll(desk, { cause: 'behind', seenAt, unknownUntil, payouts: lost })
    log.error(
      { seenAt, unknownUntil, payouts: lost.length },
      'the database lacks what this process has seen of it: payouts are blocked',
    )
  }

  async #readNow(kept: Kept | null, wasLost: boolean): Promise<Kept> {
    const { pool } = this.#given
    const before = wasLost ? null : (kept?.last ?? null)
    const since = before === null ? null : before.recordedAt - marginMs
    const last = (await readLastCommand(pool, since)) ?? before
    const from = since ?? (last === null ? 0 : last.recordedAt - keptForMs)
    return {
      house: kept?.house ?? (await readHouse(pool)),
      last,
      root: await readLastRoot(pool),
      nextAddresses: furthest(kept?.nextAddresses ?? {}, await readNextIndices(pool)),
      ...(await this.#readPayouts(kept, from, last?.recordedAt ?? 0)),
    }
  }

  async #readPayouts(
    kept: Kept | null,
    from: Instant,
    until: Instant,
  ): Promise<Pick<Kept, 'payouts' | 'forgottenUntil'>> {
    const known = kept?.payouts ?? []
    const { pool, most = payoutsLimit } = this.#given
    const accepted = await readAccepted(pool, {
      kinds: payoutKinds,
      since: from,
      limit: most,
    })
    const ids = new Set(known.map(commandOf))
    const added = await payoutsAmong(
      pool,
      accepted.filter(({ id }) => !ids.has(id)),
    )
    const counting = [...known, ...added].filter(({ paidAt }) => paidAt >= until - keptForMs)
    const forgotten = [
      kept?.forgottenUntil ?? null,
      counting.slice(0, -most).at(-1)?.paidAt ?? null,
      // What lies before them was not read.
      accepted.length === most ? Math.min(...accepted.map((one) => one.recordedAt)) : null,
    ].filter((at) => at !== null && at >= until - keptForMs)
    return {
      payouts: counting.slice(-most),
      forgottenUntil: forgotten.length === 0 ? null : Math.max(...(forgotten as number[])),
    }
  }

  /** Where it can't be, this process still notices what happens while it runs. */
  async #keep(now: Kept): Promise<void> {
    const text = textOfSeen(now)
    if (text === this.#text) return
    try {
      await writeSeen(this.#file, text)
      this.#text = text
      this.#cannotKeep = false
    } catch (error) {
      if (!this.#cannotKeep)
        this.#given.log.warn(
          { reason: (error as NodeJS.ErrnoException).code, file: this.#file },
          'how far this process has seen the books cannot be kept: a restore while it does not run is noticed by others only',
        )
      this.#cannotKeep = true
    }
  }
}
