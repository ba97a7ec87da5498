/**
 * Everybody is told of an edition that was published, and of one that was withdrawn whoever was told: by mail and bell, once each, a few
 * at a time. Commands have names, so that nobody is told twice by any number of processes and after any kill; how far this process has
 * come is only kept in memory, and after a start it looks from the beginning. Mails that are somebody's own don't wait behind these:
 * while too many of them wait to be sent, nobody else is told.
 */
import type { Pool } from 'pg'
import { doneNames, runNamed } from '../../desk/by-system.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { roomForMails } from '../../platform/mail/waiting.ts'
import type { HouseDesk } from '../house-desk.ts'
import { hasAccount, readWhoAccepted } from './queries.ts'
import { noticeMails } from './mails.ts'
import { readNotices, type Notice } from './notices.ts'

/** Read at a time. */
const most = 100

type Parts = { pool: Pool; desk: HouseDesk }
type Reached = { at: Instant; id: string }

const nameOf = ({ edition }: Notice, owner: string) => `tell of edition ${edition} ${owner}`
const withdrawnNameOf = ({ edition }: Notice, owner: string) =>
  `tell of withdrawn edition ${edition} ${owner}`

/** Who opened an account by the day, in order; those who just did are left to the next look, since their commands may end out of order. */
async function readPeople(pool: Pool, until: Instant, { at, id }: Reached) {
  const { rows } = await pool.query<Reached>({
    name: 'editions.people-to-tell',
    text: `select owner.id, owner.created_at as at from owners owner
      where ${hasAccount} and (owner.created_at, owner.id) > ($1::timestamptz, $2::uuid)
        and owner.created_at <= least($3::timestamptz, (select business_now() - interval '1 minute'))
      order by owner.created_at, owner.id limit ${most}`,
    values: [isoFromInstant(at), id, isoFromInstant(until)],
  })
  return rows
}

async function tellSlice(parts: Parts, notice: Notice, people: readonly Reached[]): Promise<void> {
  const names = people.map(({ id }) => nameOf(notice, id))
  const withdrawn = people.map(({ id }) => withdrawnNameOf(notice, id))
  const done = await doneNames(parts.pool, [...names, ...withdrawn])
  const accepted = await readWhoAccepted(
    parts.pool,
    notice.edition,
    people.map(({ id }) => id),
  )
  for (const { id: owner } of people) {
    const { edition, isWithdrawn } = notice
    const isTold = done.has(nameOf(notice, owner))
    const name = isWithdrawn ? withdrawnNameOf(notice, owner) : nameOf(notice, owner)
    // Whoever neither heard of it nor accepted it needs not hear that it was withdrawn.
    if (done.has(name) || (isWithdrawn && !isTold && !accepted.has(owner))) continue
    await runNamed(parts, name, {
      kind: 'TellOfEdition',
      command: { owner, edition, isWithdrawn },
    })
  }
}

/** A turn of the loop: answers whether there may be more. */
export function createEditionNotices(parts: Parts): () => Promise<boolean> {
  const reached = new Map<string, Reached>()
  const beginning: Reached = { at: 0, id: '00000000-0000-0000-0000-000000000000' }
  return async () => {
    let hasMore = false
    for (const notice of await readNotices(parts.pool)) {
      if ((await roomForMails(parts.pool, noticeMails)) <= 0) return false
      const key = `${notice.edition} ${notice.isWithdrawn}`
      const people = await readPeople(parts.pool, notice.until, reached.get(key) ?? beginning)
      await tellSlice(parts, notice, people)
      if (people.length > 0) reached.set(key, people.at(-1)!)
      hasMore ||= people.length === most
    }
    return hasMore
  }
}
