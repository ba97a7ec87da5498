import type { InvitedRole as WireInvitedRole, StaffMember } from '../../contract/staff.ts'
import type { OwnerStatus } from '../../contract/user.ts'
import { noRoles, rolesIn, type Role, type Roles } from '../../contract/roles.ts'
import { isRoleMac } from '../../desk/journal-mac.ts'
import { party } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { House } from '../house-desk.ts'
import { countsFromOf, readInvitations } from '../staff-invitations/queries.ts'
import { readSignIns } from '../sign-in/sign-ins.ts'
import { invitedRoles, type InvitedRole } from './table.ts'

type MemberRow = {
  id: OwnerId
  role: Role
  roles: Roles
  mac: string | null
  status: OwnerStatus
  fixed: boolean
  full_name: string
  email: string
}

/** A firm has fewer people than this. */
const most = 500

/** Who works here, auditors last. */
async function readMembers({ pool, policy, macKeys }: House): Promise<StaffMember[]> {
  const { rows } = await pool.query<MemberRow>({
    name: 'staff.members',
    text: `select owner.id, owner.role, owner.roles, encode(owner.role_mac, 'hex') as mac, owner.status, owner.fixed, person.full_name, person.email
      from owners owner join auth.persons person on person.id = owner.id
      where owner.roles <> '${noRoles}' and owner.status <> 'closed' order by owner.role, person.full_name, owner.id limit ${most}`,
  })
  const signIns = await readSignIns(
    pool,
    policy,
    rows.map(({ id }) => id),
  )
  return rows.map(({ mac, full_name: fullName, ...row }) => ({
    ...row,
    roles: rolesIn(row.roles),
    fullName,
    genuine: isRoleMac(macKeys, { owner: row.id, role: row.role, roles: row.roles, mac }),
    ...(signIns.get(row.id) ?? { factors: [], lastSignInAt: null, sessions: 0 }),
  }))
}

type InvitedRow = InvitedRole & { full_name: string | null; counts_from: Instant | null }

/** What comes of the operator's invitations. */
async function readInvitedRoles(db: Database): Promise<WireInvitedRole[]> {
  const { rows } = await db.query<InvitedRow>({
    name: 'staff.invited',
    text: `select ${invitedRoles.columns}, person.full_name, ${countsFromOf('invited_role.id')} as counts_from
      from ${invitedRoles.from} left join auth.persons person on person.id = invited_role.owner_id
      where invited_role.status = 'waiting' order by invited_role.accepted_at, invited_role.id limit ${most}`,
  })
  return rows.map((row) => ({
    id: row.id,
    user: party(row.owner, row.full_name),
    acceptedAt: isoFromInstant(row.acceptedAt),
    countsFrom: row.counts_from === null ? null : isoFromInstant(row.counts_from),
  }))
}

export async function readStaff(house: House) {
  const [staff, roles, invitations] = await Promise.all([
    readMembers(house),
    readInvitedRoles(house.pool),
    readInvitations(house),
  ])
  return { staff, invitedRoles: roles, invitations }
}
