import type { RoleChange as WireRoleChange, StaffMember } from '../../contract/staff.ts'
import type { OwnerStatus, Role } from '../../contract/user.ts'
import { isRoleMac } from '../../desk/journal-mac.ts'
import { closedName } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import { stillOpen } from '../approvals/still-open.ts'
import type { House } from '../house-desk.ts'
import { countsFromOf, readInvitations } from '../staff-invitations/queries.ts'
import { readSignIns } from '../sign-in/sign-ins.ts'
import { proposalForMs } from './rules.ts'
import { roleChanges, type RoleChange } from './table.ts'

type MemberRow = {
  id: OwnerId
  role: Role
  mac: string | null
  status: OwnerStatus
  fixed: boolean
  full_name: string
  email: string
}

/** A firm has fewer people than this. */
const most = 500

/** Who works here, administrators first; each index of a role is read by itself. */
async function readMembers({ pool, policy, macKeys }: House): Promise<StaffMember[]> {
  const { rows } = await pool.query<MemberRow>({
    name: 'staff.members',
    text: `select owner.id, owner.role, encode(owner.role_mac, 'hex') as mac, owner.status, owner.fixed, person.full_name, person.email
      from (select id from owners where role = 'admin' union all select id from owners where role = 'auditor') member
        join owners owner on owner.id = member.id join auth.persons person on person.id = owner.id
      where owner.status <> 'closed' order by owner.role, person.full_name, owner.id limit ${most}`,
  })
  const signIns = await readSignIns(
    pool,
    policy,
    rows.map(({ id }) => id),
  )
  return rows.map(({ mac, full_name: fullName, ...row }) => ({
    ...row,
    fullName,
    genuine: isRoleMac(macKeys, { owner: row.id, role: row.role, mac }),
    ...(signIns.get(row.id) ?? { factors: [], lastSignInAt: null, sessions: 0 }),
  }))
}

type ChangeRow = RoleChange & {
  full_name: string | null
  proposed_by_name: string | null
  counts_from: Instant | null
}

/** What can still be approved: not run out, by an administrator who can act; and what comes of the operator's invitations. */
async function readProposed(db: Database): Promise<WireRoleChange[]> {
  const { rows } = await db.query<ChangeRow>({
    name: 'staff.proposed',
    text: `select ${roleChanges.columns}, person.full_name, proposer.full_name as proposed_by_name,
        ${countsFromOf('role_change.id')} as counts_from
      from ${roleChanges.from} left join owners by on by.id = role_change.proposed_by
        left join auth.persons person on person.id = role_change.owner_id
        left join auth.persons proposer on proposer.id = role_change.proposed_by
      where role_change.status = 'proposed' and (role_change.proposed_by is null or ${stillOpen('role_change.proposed_at', proposalForMs)})
      order by role_change.proposed_at, role_change.id limit ${most}`,
  })
  return rows.map((row) => ({
    id: row.id,
    user: { id: row.owner, fullName: row.full_name ?? closedName },
    from: row.from,
    to: row.to,
    reason: row.reason,
    proposedAt: isoFromInstant(row.proposedAt),
    proposedBy:
      row.proposedBy === null
        ? null
        : { id: row.proposedBy, fullName: row.proposed_by_name ?? closedName },
    endsAt: row.proposedBy === null ? null : isoFromInstant(row.proposedAt + proposalForMs),
    countsFrom: row.counts_from === null ? null : isoFromInstant(row.counts_from),
  }))
}

export async function readStaff(house: House) {
  const [staff, roleChanges, invitations] = await Promise.all([
    readMembers(house),
    readProposed(house.pool),
    readInvitations(house),
  ])
  return { staff, roleChanges, invitations }
}
