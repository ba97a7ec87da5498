/** What waits long enough takes effect, by the database's own clock. Any number of processes may look. */
import type { Pool } from 'pg'
import { bySystem } from '../../desk/by-system.ts'
import { runRecorded } from '../../platform/alarm.ts'
import { idFromName } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { Metrics } from '../../platform/metrics.ts'
import { undoneWithinMs, type Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { factorThere } from '../sign-in/second-factor.ts'
import type { AccessWait } from './rules.ts'

export const accessWait = (policy: Policy): AccessWait => ({
  waitMs: policy.accessChangeWaitMs,
  earlierForMs: undoneWithinMs(policy),
})

/** So long an address that was never verified, and so isn't asked, can stop the change to another one. */
export const ownEmailWaitMs = 86_400_000

/** So long after the wait an email can still be confirmed. */
const confirmedWithin = '2 days'
/** And so long one that the person asked for. */
const ownWithin = '1 day'

type Parts = { desk: HouseDesk; policy: Policy; log: Log; metrics: Metrics }
type Finishing = Parts & { pool: Pool }

/** Answers how many there were. The command's id follows from the change's, so each is finished once. */
export async function finishAccessChanges({ pool, ...parts }: Finishing): Promise<number> {
  const { rows } = await pool.query<{ id: string; there: boolean }>(
    `select id, ${factorThere} as there from access_changes change where status = 'waiting' and effective_from <= clock_timestamp()
        and (what <> 'email' or confirmed and agreed or effective_from <= clock_timestamp() - case when proposed_by = owner_id then interval '${ownWithin}' else interval '${confirmedWithin}' end)
      order by effective_from limit 20`,
  )
  for (const { id: change, there } of rows) await finish(parts, change, there)
  return rows.length
}

async function finish(parts: Parts, change: string, factorThere: boolean): Promise<void> {
  const asked = {
    kind: 'FinishAccessChange',
    command: { change, factorThere, earlierForMs: undoneWithinMs(parts.policy) },
    ...bySystem(idFromName(`finish ${change}`)),
  } as const
  await runRecorded(parts, asked, { table: 'access_changes', id: change })
}

/** An email that has just been confirmed, where nothing is left to wait for: whoever pressed the button can log in with it. */
export async function finishConfirmed(
  { pool, ...parts }: Finishing,
  change: string,
): Promise<void> {
  const { rowCount } = await pool.query(
    `select from access_changes where id = $1 and status = 'waiting' and confirmed and agreed and effective_from <= clock_timestamp()`,
    [change],
  )
  if (rowCount === 1) await finish(parts, change, false)
}
