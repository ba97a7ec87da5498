/** Accounts whose owners asked to close them do so when the day is over, by business time. Any number of processes may look. */
import type { Pool } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { runNamed } from '../../desk/by-system.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import { keptByCheck } from '../checks/stops.ts'
import { keptBy } from '../verification/terms.ts'

/** At a time. */
const most = 20

type Closing = { pool: Pool; desk: HouseDesk; firm: FirmFacts }
type Due = { user: string; askedAt: Instant }

/** Ids follow from the request, so each is closed once; whatever keeps the account open is told instead. Answers whether it waits no more. */
async function finish(parts: Closing, { user, askedAt }: Due): Promise<boolean> {
  const of = `${user} ${isoFromInstant(askedAt)}`
  const closed = await runNamed(parts, `close ${of}`, {
    kind: 'CloseUser',
    command: { user, unverified: false, asked: true, kept: keptBy(parts.firm) },
  })
  if (closed === 'done') return true
  const lapsed = await runNamed(parts, `lapse ${of}`, {
    kind: 'LapseClosing',
    command: { owner: user },
  })
  return lapsed === 'done'
}

/** Answers how many wait no more. One that a check keeps open waits for its end, and keeps no other from being looked at; one that neither closes nor lapses now is looked at again after a rest. */
export async function finishClosings(parts: Closing): Promise<number> {
  const { rows } = await parts.pool.query<Due>(
    `select owner_id as user, asked_at as "askedAt" from account_closings
      where status = 'waiting' and closes_from <= (select business_now()) and not ${keptByCheck('account_closings.owner_id')} order by closes_from limit ${most}`,
  )
  let finished = 0
  for (const due of rows) if (await finish(parts, due)) finished += 1
  return finished
}
