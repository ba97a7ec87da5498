/**
 * Tells open pages of staff which requests and which users something has happened to: ids, never a word or an amount.
 * All listeners of a process are served by one look at the end of the journal. docs/decisions/063 tells what was chosen.
 */
import { PassThrough, type Readable } from 'node:stream'
import type { StaffNews } from '../../contract/activity.ts'
import type { Capability } from '../../contract/roles.ts'
import { ProblemError } from '../../contract/problems.ts'
import { createShares } from '../../platform/shares.ts'
import { maxCommits, readCommits, type Commit } from './commits.ts'
import type { House } from '../house-desk.ts'
import type { LiveContext } from './live.ts'
import { readRecipients } from '../withdrawals/recipients.ts'
import { beatMs, longestMs, lookWhileHeard, makeRoom, maxUnread } from './look.ts'

const lookMs = 500
/** A command has its id before it is committed, and servers' clocks differ: each look goes back this far. */
const usualBackMs = 5_000
/** No transaction of the desk takes longer. So far back goes every twentieth look, and whoever comes back is told. */
const longBackMs = 60_000
const looksToLong = 20
/** Longer than any look goes back, so that nothing is told twice. */
const keptMs = 2 * longBackMs
/** Beyond, it is said that everything may have changed. */
const maxIds = 100
const places = { whole: 500, each: 8 }

type Listener = {
  person: string
  stream: PassThrough
  /** Told are requests to who reads them, and users to who reads these. */
  may: ReadonlySet<Capability>
  /** Throws what the same call would be refused with by now. */
  stillMay(): Promise<void>
  /** Told is what was recorded after this moment … */
  since: number
  /** … and comes after this one, by the order in which it was seen. */
  seen: number
  missed: boolean
  endsAt: number
  beatsAt: number
}
/** `number`: in the order in which it was seen here, which isn't that of committing. */
type Seen = Commit & { number: number; recipient: string | null }

export type StaffLive = {
  /** A stream of events; `after` is the moment up to which the listener was told. Throws `too_many_requests` or `busy`. */
  listen(who: Pick<Listener, 'person' | 'may' | 'stillMay'>, after: number | null): Readable
}

export function createStaffLive(
  { pool, log, lifecycle, metrics }: LiveContext & Pick<House, 'metrics'>,
  limits = places,
): StaffLive {
  const take = createShares({ each: limits.each })
  const listeners = new Set<Listener>()
  const news = createNews()
  let looks = 0
  metrics.sources.staffStreams = () => listeners.size

  async function look(): Promise<void> {
    const at = Date.now()
    const isLong = looks++ % looksToLong === 0
    const commits = await readCommits(pool, {
      backMs: isLong ? longBackMs : usualBackMs,
      aheadMs: longBackMs,
    })
    const unseen = news.unseen(commits)
    const before = news.last()
    const fresh = news.add(unseen, await readRecipients(pool, requestsOf(unseen)), at)
    const isFlood = commits.length >= maxCommits
    // One statement asks for all of them whether they still may.
    await Promise.all(
      // One that has ended is among them until it was read to its end.
      [...listeners].map(async (listener) => {
        const refusal = await refusalOf(listener)
        if (listener.stream.writableEnded) return
        if (refusal) end(listener, refusal)
        // Who was told up to now is told what is new; all that is kept is gone through for the others.
        else tell(listener, listener.seen === before ? fresh : news.after(listener), at, isFlood)
        listener.seen = news.last()
      }),
    )
  }
  const keepLooking = lookWhileHeard(listeners, lookMs, look, log)

  lifecycle.signal.addEventListener('abort', () => {
    for (const { stream } of listeners) stream.end()
  })

  return {
    listen(who, after) {
      if (lifecycle.draining || !makeRoom(listeners, who.person, limits.whole))
        throw new ProblemError('busy', 5)
      const giveBack = take(who.person)
      const stream = new PassThrough()
      const now = Date.now()
      const listener = {
        ...who,
        stream,
        since: (after ?? now) - usualBackMs,
        seen: -1,
        missed: after !== null && after < now - longBackMs,
        endsAt: now + longestMs,
        beatsAt: now + beatMs,
      }
      stream.write(`retry: 1000\nid: ${after ?? now}\nevent: listening\ndata:\n\n`)
      listeners.add(listener)
      stream.once('close', () => {
        listeners.delete(listener)
        giveBack()
      })
      // The first look after a pause sees again what whoever comes back may have missed.
      if (listeners.size === 1) looks = 0
      void keepLooking()
      return stream
    },
  }
}

/** Each commit once, for as long as a look may see it again. */
function createNews() {
  const recent = new Map<string, Seen>()
  let number = 0
  return {
    unseen: (commits: readonly Commit[]) => commits.filter(({ id }) => !recent.has(id)),
    add(commits: readonly Commit[], recipients: ReadonlyMap<string, string>, now: number): Seen[] {
      for (const [id, { at }] of recent) {
        if (at > now - keptMs) break
        recent.delete(id)
      }
      const added = commits.map((commit): Seen => ({
        ...commit,
        recipient: recipients.get(commit.withdrawal ?? '') ?? null,
        number: (number += 1),
      }))
      for (const commit of added) recent.set(commit.id, commit)
      return added
    },
    last: () => number,
    after: ({ since, seen }: Pick<Listener, 'since' | 'seen'>): Seen[] =>
      [...recent.values()].filter((commit) => commit.at > since && commit.number > seen),
  }
}

/** Why they may not listen any longer; null while they may. */
async function refusalOf({ stillMay }: Listener): Promise<string | null> {
  try {
    await stillMay()
    return null
  } catch (error) {
    if (error instanceof ProblemError) return error.refusal.code
    throw error
  }
}

function end({ stream }: Listener, code: string): void {
  stream.end(`event: ended\ndata: ${code}\n\n`)
}

function tell(listener: Listener, commits: readonly Seen[], at: number, isFlood: boolean): void {
  const { stream, may, endsAt, beatsAt } = listener
  if (at >= endsAt) return void stream.end()
  if (stream.writableLength > maxUnread) return void stream.destroy()
  const { withdrawals, users } = newsFor(may, commits)
  const isMuch = isFlood || listener.missed || Math.max(withdrawals.length, users.length) > maxIds
  if (isMuch) stream.write(`id: ${at}\nevent: everything\ndata:\n\n`)
  else if (commits.length > 0)
    stream.write(`id: ${at}\nevent: changed\ndata: ${JSON.stringify({ withdrawals, users })}\n\n`)
  else if (at >= beatsAt) stream.write(`id: ${at}\nevent: listening\ndata:\n\n`)
  else return
  listener.missed = false
  listener.beatsAt = at + beatMs
}

const newsFor = (may: Listener['may'], commits: readonly Seen[]): StaffNews => ({
  withdrawals: may.has('read-money') ? requestsOf(commits) : [],
  users: may.has('read-people')
    ? distinct(commits.flatMap(({ user, recipient }) => [user, recipient]))
    : [],
})

const requestsOf = (commits: readonly Commit[]) =>
  distinct(commits.map(({ withdrawal }) => withdrawal))

const distinct = (ids: readonly (string | null)[]) => [...new Set(ids.filter((id) => id !== null))]
