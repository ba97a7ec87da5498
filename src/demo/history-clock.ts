/**
 * Business time while the history is told: it begins in the past, which an empty house may, and moves from
 * moment to moment until it is the present. How far it got is kept beside it, so that a history that was cut
 * off goes on from there: whatever passed in between moves the rest of it on by as much.
 */
import type { PoolClient } from 'pg'
import { CannotStart } from '../platform/cannot-start.ts'
import type { Instant } from '../lib/instant.ts'
import type { Moment } from './cast.ts'

export type HistoryClock = {
  /** Where it stands. Everything before has been told. */
  reached: Moment
  /** Moves to a moment; what falls due on the way is settled on its day. */
  moveTo(moment: Moment, settle: () => Promise<unknown>): Promise<void>
  /** Business time becomes the present, and the history is complete. */
  finish(settle: () => Promise<unknown>): Promise<void>
}

/** Whether the history has been told to its end. Quick: every start asks. */
export async function isTold(db: Pick<PoolClient, 'query'>): Promise<boolean> {
  const { rowCount } = await db.query('select from demo_world where completed_at is not null')
  return rowCount === 1
}

/** The beginning, unless it was made before. Throws when people have acted in this house already: their past can't be made up. */
async function begin(client: PoolClient, first: Moment): Promise<void> {
  const { rows } = await client.query<{ begun: boolean; used: boolean }>(
    'select exists (select from demo_world) as begun, exists (select from desk.commands) as used',
  )
  if (rows[0]!.begun) return
  if (rows[0]!.used) {
    throw new CannotStart(
      'This database has a history of its own, into which the demonstration’s people cannot be put. Start with an empty one: npm run demo:reset.',
    )
  }
  await client.query(
    `with begun as (insert into demo_world (reached) values ($1) returning reached)
     update business_clock set advance = date_trunc('day', clock_timestamp(), 'UTC') + make_interval(secs => reached / 1000.0) - clock_timestamp() from begun`,
    [first],
  )
}

/** Business time never runs ahead of the present here, nor backwards; and a step is on the disk when the next command is. */
const moveText = `
  with moved as (
    update business_clock set advance = least('0', greatest(advance, to_timestamp($1 / 1000.0) - clock_timestamp())) returning one)
  update demo_world set reached = $2 from moved where demo_world.one = moved.one`

export async function openHistoryClock(client: PoolClient, first: Moment): Promise<HistoryClock> {
  await begin(client, first)
  await client.query('set synchronous_commit = off')
  const { rows } = await client.query<{ reached: bigint; now: Instant }>(
    'select reached, business_now() as now from demo_world',
  )
  let reached: Moment = Number(rows[0]!.reached)
  const midnight = rows[0]!.now - reached

  async function move(instant: Instant): Promise<void> {
    if (instant - midnight <= reached) return
    reached = instant - midnight
    await client.query({ name: 'demo.move', text: moveText, values: [instant, reached] })
  }

  async function settleUntil(instant: Instant, settle: () => Promise<unknown>): Promise<void> {
    for (let last: Instant | null = null; ;) {
      const { rows: due } = await client.query<{ next: Instant | null }>({
        name: 'demo.next-due',
        text: `select min(matures_at) as next from investments where status = 'running'`,
      })
      const next = due[0]!.next
      // The same again: the machine's own clock was set back meanwhile. It is settled later, as everything is.
      if (next === null || next > instant || next === last) return
      await move(next)
      await settle()
      last = next
    }
  }

  return {
    get reached() {
      return reached
    },
    async moveTo(moment, settle) {
      await settleUntil(midnight + moment, settle)
      await move(midnight + moment)
    },
    async finish(settle) {
      const { rows: present } = await client.query<{ now: Instant }>(
        'select clock_timestamp() as now',
      )
      await settleUntil(present[0]!.now, settle)
      await client.query('set synchronous_commit = on')
      await client.query('begin')
      await client.query(`update business_clock set advance = greatest(advance, '0')`)
      // Nobody waits for mails of the past.
      await client.query(`update outbox set state = 'kept' where state = 'waiting'`)
      await client.query('update demo_world set completed_at = clock_timestamp()')
      await client.query('commit')
    },
  }
}
