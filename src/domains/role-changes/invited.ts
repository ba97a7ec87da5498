/** Whom the operator invited gets the role: proposed when the account is there, given when its time has come. Any number of processes may look. */
import { administrators, noRoles } from '../../contract/roles.ts'
import type { Pool } from 'pg'
import type { OwnerStatus } from '../../contract/user.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { idFromName } from '../../platform/ids.ts'
import type { MacKeys } from '../../platform/mac.ts'
import { needsSecondFactor, type Policy } from '../../platform/policy.ts'
import type { HouseDesk } from '../house-desk.ts'
import { readOpenedAt } from '../openings/state.ts'
import { hasSession } from '../sign-in/open-sessions.ts'
import { readUsed } from '../staff-invitations/queries.ts'
import type { InvitedRole } from './table.ts'

type Parts = { pool: Pool; desk: HouseDesk; policy: Policy; macKeys: MacKeys }

type Standing = {
  owner: OwnerId
  status: OwnerStatus
  hasFactor: boolean
  given: InvitedRole['status'] | null
}

async function readStandings(
  pool: Pool,
  invitations: readonly { id: string; owner: OwnerId }[],
): Promise<Map<OwnerId, Standing>> {
  const { rows } = await pool.query<Standing>({
    name: 'role-changes.of-invited',
    text: `select owner.id as owner, owner.status, person.has_second_factor as "hasFactor", taken.status as given
      from unnest($1::uuid[], $2::uuid[]) as invited(id, owner) join owners owner on owner.id = invited.owner
        join auth.persons person on person.id = owner.id left join invited_roles taken on taken.id = invited.id`,
    values: [invitations.map(({ id }) => id), invitations.map(({ owner }) => owner)],
  })
  return new Map(rows.map((row) => [row.owner, row]))
}

const bySystem = { actor: null, key: null, bodyHash: '' } as const

/** Of this person, or of everybody. Answers how many roles were given. */
export async function giveInvitedRoles(parts: Parts, person?: OwnerId): Promise<number> {
  const { pool, desk, policy } = parts
  const invited = (await readUsed(parts, person)).filter(({ role }) => role === 'admin')
  if (invited.length === 0) return 0
  const [standings, openedAt] = await Promise.all([
    readStandings(pool, invited),
    readOpenedAt(pool),
  ])
  const isOpen = openedAt !== null
  let given = 0
  for (const { id, owner, waited } of invited) {
    const standing = standings.get(owner)
    if (standing?.status !== 'active') continue
    const { hasFactor } = standing
    if (standing.given === null)
      await desk.run({
        ...bySystem,
        kind: 'AcceptInvitation',
        id,
        command: { user: owner },
        requestId: id,
      })
    else if (standing.given !== 'waiting') continue
    const roleNeedsFactor = needsSecondFactor(policy, administrators)
    if ((roleNeedsFactor && !hasFactor) || (isOpen && !waited)) continue
    // Their session would end while it shows them their recovery codes: they get the role as they log in again.
    if (!isOpen && person === undefined && (await hasSession(pool, owner))) continue
    const { outcome } = await desk.run({
      ...bySystem,
      kind: 'FinishRoleChange',
      command: { invitation: id, roleNeedsFactor, waited },
      requestId: idFromName(`finish ${id}`),
    })
    if (outcome === 'done') given += 1
  }
  return given
}

/** Whether this person was invited to work here and has no second factor yet, without which nobody has a role. */
export async function lacksFactorToWork(
  { pool, macKeys }: Pick<Parts, 'pool' | 'macKeys'>,
  owner: OwnerId,
): Promise<boolean> {
  const { rows } = await pool.query<{ lacks: boolean }>({
    name: 'role-changes.lacks-factor',
    text: `select owner.roles = '${noRoles}' and not person.has_second_factor as lacks
      from owners owner join auth.persons person on person.id = owner.id where owner.id = $1`,
    values: [owner],
  })
  return rows[0]?.lacks === true && (await readUsed({ pool, macKeys }, owner)).length > 0
}
