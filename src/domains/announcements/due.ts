/**
 * Sends what two agreed to announce, at a pace: so many people a minute. Each person's delivery is a command under an id of its own,
 * so whoever is killed in between is followed by another who begins at the first person again and reaches nobody twice. One process
 * at a time sends.
 */
import type { Pool, PoolClient } from 'pg'
import { runNamed } from '../../desk/by-system.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Turn } from '../../platform/loop.ts'
import { roomForMails } from '../../platform/mail/waiting.ts'
import { runAlone } from '../../platform/run-alone.ts'
import type { HouseDesk } from '../house-desk.ts'
import { readNext } from './audience.ts'
import { countReachedLately, countDeliveries, readSending } from './queries.ts'
import type { Announcement } from './table.ts'

/** One sender over all processes: two would send at twice the pace. */
const senderLock = 7_401_046
/** Handed to the desk at once. */
const atOnce = 128
/** The pace holds within so many seconds: nobody waits for a whole minute's people. */
const windowSeconds = 10
/** Where nothing is to be sent. */
const idleMs = 2_000
/** Where the pace says to wait. */
const pacedMs = 500

export type AnnouncingParts = {
  pool: Pool
  desk: Pick<HouseDesk, 'run'>
  /** People a minute. */
  pace: number
}

/** How many may be reached now. By the world's time: business time may have been moved. */
async function readRoom(
  db: PoolClient,
  { pace }: AnnouncingParts,
  { isMailed }: Announcement,
): Promise<number> {
  const most = Math.max(1, Math.ceil((pace * windowSeconds) / 60))
  const lately = await countReachedLately(db, windowSeconds)
  const mails = isMailed ? await roomForMails(db, ['announcement']) : atOnce
  return Math.min(atOnce, most - lately, mails)
}

/** Answers whether it is still being sent. */
async function deliver(
  parts: AnnouncingParts,
  { id }: Announcement,
  owners: readonly OwnerId[],
): Promise<boolean> {
  const outcomes = await Promise.all(
    owners.map((owner) =>
      runNamed(parts, `announcement ${id} for ${owner}`, {
        kind: 'DeliverAnnouncement',
        command: { owner, announcement: id },
      }),
    ),
  )
  // Whoever closed their account or began to work here meanwhile gets none.
  const known = ['done', 'account_closed', 'nothing_to_change', 'announcement_not_sending']
  const other = outcomes.find((one) => !known.includes(one))
  if (other !== undefined) throw new Error(`An announcement could not be delivered: ${other}`)
  return !outcomes.includes('announcement_not_sending')
}

type Sending = { client: PoolClient; parts: AnnouncingParts; walks: Map<string, OwnerId> }

/** Reaches some people of one of them; answers how long it rests. */
async function sendSome({ client, parts, walks }: Sending, next: Announcement): Promise<number> {
  const room = await readRoom(client, parts, next)
  if (room <= 0) return pacedMs
  const after = walks.get(next.id) ?? firm
  // Forgotten until all of them have it: whatever fails is begun from the first person again.
  walks.delete(next.id)
  const owners = await readNext(client, next, { after, limit: room })
  if (!(await deliver(parts, next, owners))) return 0
  if (owners.length === room) {
    walks.set(next.id, owners.at(-1)!)
    return 0
  }
  await runNamed(parts, `announcement ${next.id} sent`, {
    kind: 'FinishAnnouncement',
    command: { announcement: next.id, reached: await countDeliveries(client, next.id) },
  })
  return 0
}

/**
 * Each turn reaches some people of the announcement that was agreed to first. One whose mails have to wait, or whose row somebody has
 * altered, keeps none of the others from going on; the latter is told to whoever runs the house as long as it lasts.
 */
export function createAnnouncing(parts: AnnouncingParts): Turn {
  const walks = new Map<string, OwnerId>()
  const send = async (client: PoolClient): Promise<number> => {
    let rest = idleMs
    let fault: unknown = null
    for (const next of await readSending(client)) {
      try {
        const ms = await sendSome({ client, parts, walks }, next)
        if (ms === 0) return 0
        rest = Math.min(rest, ms)
      } catch (error) {
        fault ??= error
      }
    }
    if (fault !== null) throw fault
    return rest
  }
  return async () => (await runAlone(parts.pool, senderLock, send)) ?? idleMs
}
