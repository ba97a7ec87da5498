/** What waits long enough takes effect, by the database's own clock. Any number of processes may look. */
import type { Pool } from 'pg'
import { idFromName } from '../../platform/ids.ts'
import { undoneWithinMs, type Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { factorThere } from '../sign-in/second-factor.ts'
import type { AccessWait } from './rules.ts'

export const accessWait = (policy: Policy): AccessWait => ({
  waitMs: policy.accessChangeWaitMs,
  earlierForMs: undoneWithinMs(policy),
})

/** So long after the wait an e-mail can still be confirmed. */
const confirmedWithin = '2 days'

/** Answers how many there were. The command's id follows from the change's, so each is finished once. */
export async function finishAccessChanges({
  pool,
  desk,
  policy,
}: {
  pool: Pool
  desk: HouseDesk
  policy: Policy
}): Promise<number> {
  const { rows } = await pool.query<{ id: string; there: boolean }>(
    `select id, ${factorThere} as there from access_changes change where status = 'waiting' and effective_from <= clock_timestamp()
        and (what <> 'email' or confirmed or effective_from <= clock_timestamp() - interval '${confirmedWithin}')
      order by effective_from limit 20`,
  )
  for (const { id: change, there } of rows) {
    const id = idFromName(`finish ${change}`)
    await desk.run({
      kind: 'FinishAccessChange',
      id,
      command: { change, factorThere: there, earlierForMs: undoneWithinMs(policy) },
      actor: null,
      key: null,
      bodyHash: '',
      requestId: id,
    })
  }
  return rows.length
}
