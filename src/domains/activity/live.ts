/**
 * Tells open pages that something has happened to their person's account. All listeners of a process are served by one
 * look at the versions of their owners, several times a second while there are any: nothing is asked of writers,
 * and a change made through another server is seen as soon as one of our own.
 */
import { PassThrough, type Readable } from 'node:stream'
import type { Pool } from 'pg'
import { ProblemError } from '../../contract/problems.ts'
import type { Lifecycle } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Principal } from '../../platform/route.ts'
import { readVersions } from '../sign-in/open-sessions.ts'
import { beatMs, longestMs, lookWhileHeard, makeRoom, maxUnread } from './look.ts'

const lookMs = 300
const maxListeners = 5_000
/** A few for each browser, and for each person over all of theirs; more are forgotten ones, and the oldest of them ends. */
const maxOfOneSession = 8
const maxOfOnePerson = 24

type Listener = {
  person: string
  session: string
  told: bigint | null
  stream: PassThrough
  endsAt: number
  beatsAt: number
}

export type Live = {
  /** A stream of events for one listener; `after` is the version that they were told of last. Throws `busy`. */
  listen(principal: Principal, after: bigint | null): Readable
}

export type LiveContext = { pool: Pool; log: Log; lifecycle: Lifecycle }

export function createLive({ pool, log, lifecycle }: LiveContext, most = maxListeners): Live {
  const listeners = new Set<Listener>()

  async function look(): Promise<void> {
    const sessions = [...new Set([...listeners].map(({ session }) => session))]
    const versions = await readVersions(pool, sessions)
    const asked = new Set(sessions)
    for (const listener of listeners)
      if (asked.has(listener.session)) tell(listener, versions.get(listener.session))
  }

  const keepLooking = lookWhileHeard(listeners, lookMs, look, log)

  /** Ends the oldest stream of a person who has all they may have: at once, to make room for the new one. */
  function endOldest(person: string, session: string): void {
    const own = [...listeners].filter((listener) => listener.person === person)
    const ofSession = own.filter((listener) => listener.session === session)
    const tooMany =
      ofSession.length >= maxOfOneSession ? ofSession : own.length >= maxOfOnePerson ? own : []
    const [oldest] = tooMany
    if (!oldest) return
    listeners.delete(oldest)
    oldest.stream.end()
  }

  lifecycle.signal.addEventListener('abort', () => {
    for (const { stream } of listeners) stream.end()
  })

  return {
    listen({ owner, session }, after) {
      endOldest(owner, session.id)
      if (lifecycle.draining || !makeRoom(listeners, owner, most)) throw new ProblemError('busy', 5)
      const stream = new PassThrough()
      const now = Date.now()
      const listener = {
        person: owner,
        session: session.id,
        told: after,
        stream,
        endsAt: now + longestMs,
        beatsAt: now + beatMs,
      }
      stream.write('retry: 1000\n\n')
      listeners.add(listener)
      stream.once('close', () => listeners.delete(listener))
      void keepLooking()
      return stream
    },
  }
}

/** No version: the session has ended. */
function tell(listener: Listener, version: bigint | undefined): void {
  const { stream } = listener
  const now = Date.now()
  if (version === undefined || now >= listener.endsAt) return void stream.end()
  if (stream.writableLength > maxUnread) return void stream.destroy()
  if (version !== listener.told)
    stream.write(`id: ${version}\nevent: changed\ndata: ${version}\n\n`)
  else if (now >= listener.beatsAt) stream.write(': still here\n\n')
  else return
  listener.told = version
  listener.beatsAt = now + beatMs
}
