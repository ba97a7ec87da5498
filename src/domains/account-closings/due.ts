/** Accounts whose owners asked to close them do so when the day is over, by business time. Any number of processes may look. */
import type { Pool } from 'pg'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { idFromName } from '../../platform/ids.ts'
import type { FirmFacts, HouseDesk } from '../house-desk.ts'
import { keptBy } from '../verification/terms.ts'

/** At a time. */
const most = 20

type Closing = { pool: Pool; desk: HouseDesk; firm: FirmFacts }
type Due = { user: string; askedAt: Instant }

const bySystem = (name: string) => {
  const id = idFromName(name)
  return { id, actor: null, key: null, bodyHash: '', requestId: id }
}

/** Ids follow from the request, so each is closed once; whatever keeps the account open is told instead. */
async function finish({ desk, firm }: Closing, { user, askedAt }: Due): Promise<void> {
  const of = `${user} ${isoFromInstant(askedAt)}`
  const command = { user, unverified: false, asked: true, kept: keptBy(firm) }
  const { status } = await desk.run({ ...bySystem(`close ${of}`), kind: 'CloseUser', command })
  if (status < 400) return
  const lapse = { kind: 'LapseClosing', command: { owner: user } } as const
  await desk.run({ ...bySystem(`lapse ${of}`), ...lapse })
}

/** Answers how many there were. */
export async function finishClosings(parts: Closing): Promise<number> {
  const { rows } = await parts.pool.query<Due>(
    `select owner_id as user, asked_at as "askedAt" from account_closings
      where status = 'waiting' and closes_from <= (select business_now()) order by closes_from limit ${most}`,
  )
  for (const due of rows) await finish(parts, due)
  return rows.length
}
