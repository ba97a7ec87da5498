/** Invitations as they stand: for who opens a link, for staff, and for whoever's account one has made. */
import { noRoles } from '../../contract/roles.ts'
import type { StaffInvitation } from '../../contract/staff-invitation.ts'
import { ProblemError } from '../../contract/problems.ts'
import { partyIfAny } from '../../desk/spoken.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { Mac, MacKeys } from '../../platform/mac.ts'
import { readLink } from './link.ts'
import type { Invited } from './effects.ts'
import { isInvitation, isUsedBy } from './macs.ts'

/** SQL of when the role of an administrator counts who was invited at the shell, once the firm is open; `invitation` is the row. */
export const countsFrom = `invitation.made_at + interval '24 hours'`

/** SQL of when a role that was taken up counts: the role change has the id of its invitation. */
export const countsFromOf = (change: string) =>
  `(select ${countsFrom} from auth.staff_invitations invitation where invitation.id = ${change})`

/** Whoever invited can still act: one of a frozen administrator, or of somebody who left, leads nowhere. */
const inviterActs = `(invitation.invited_by is null or exists (select from owners inviter
    where inviter.id = invitation.invited_by and inviter.roles <> '${noRoles}' and inviter.status = 'active'))`
const isOpen = `invitation.used_at is null and invitation.ended_at is null and invitation.expires_at > clock_timestamp() and ${inviterActs}`

type Found = Invited & {
  mac: Mac
  expiresAt: Instant
  used: boolean
  ended: boolean
  expired: boolean
  open: boolean
  taken: boolean
}

export type OpenInvitation = Invited & { expiresAt: Instant }

/** Why this link leads nowhere, in words, or null. */
function whyEnded({ used, ended, expired, open }: Found): string | null {
  if (used) return 'This invitation was used already. Log in with the account that was opened.'
  if (ended) return 'This invitation was withdrawn, or replaced by a newer one. Use the newest.'
  if (expired) return 'This invitation has expired. Ask for a new one.'
  return open ? null : 'Whoever invited you can no longer act for the firm. Ask somebody else.'
}

export const emailTaken = () =>
  new ProblemError({
    code: 'email_taken',
    message:
      'An account with this email address was opened in the meantime. Nothing was changed. Log in to it, or choose a new password there; administrators can give it a role.',
  })

/** The invitation that this link leads to. Throws `link_ended` with the reason, or `email_taken`. */
export async function findInvitation(
  { pool, secret, macKeys }: { pool: Database; secret: string; macKeys: MacKeys },
  signed: string,
): Promise<OpenInvitation> {
  const link = readLink(secret, signed)
  const { rows } = await pool.query<Found>({
    name: 'staff-invitations.find',
    text: `select invitation.id, invitation.email, invitation.role, invitation.invited_by as "invitedBy", encode(invitation.mac, 'hex') as mac,
        invitation.expires_at as "expiresAt", invitation.used_at is not null as used, invitation.ended_at is not null as ended,
        invitation.expires_at <= clock_timestamp() as expired, ${isOpen} as open,
        exists (select from auth.persons person where person.email = invitation.email) as taken
      from auth.staff_invitations invitation where invitation.id = $1`,
    values: [link?.id ?? null],
  })
  const [found] = rows
  const isTheirs = found?.invitedBy === link?.invitedBy && link?.isMailedTo(found?.email ?? '')
  if (!found || !isTheirs || !isInvitation(macKeys, found)) throw new ProblemError('link_ended')
  const message = whyEnded(found)
  if (message !== null) throw new ProblemError({ code: 'link_ended', message })
  if (found.taken) throw emailTaken()
  return found
}

/** Used now, for this account, unless somebody was quicker; in the transaction of its caller. */
export const markUsedText = `
  update auth.staff_invitations invitation set used_at = clock_timestamp(), owner_id = $2, used_mac = decode($3, 'hex')
   where id = $1 and ${isOpen}`

const most = 200

/** What waits to be used, newest first. */
export async function readInvitations({
  pool,
  macKeys,
}: {
  pool: Database
  macKeys: MacKeys
}): Promise<StaffInvitation[]> {
  const { rows } = await pool.query<
    Invited & { mac: Mac; madeAt: Instant; expiresAt: Instant; inviter: string | null }
  >({
    name: 'staff-invitations.waiting',
    text: `select invitation.id, invitation.email, invitation.role, invitation.invited_by as "invitedBy", encode(invitation.mac, 'hex') as mac,
        invitation.made_at as "madeAt", invitation.expires_at as "expiresAt", inviter.full_name as inviter
      from auth.staff_invitations invitation left join auth.persons inviter on inviter.id = invitation.invited_by
      where ${isOpen} order by invitation.made_at desc, invitation.id limit ${most}`,
  })
  return rows
    .filter((row) => isInvitation(macKeys, row))
    .map(({ id, email, role, invitedBy, inviter, madeAt, expiresAt }) => ({
      id,
      email,
      role,
      invitedBy: partyIfAny(invitedBy, inviter),
      madeAt: isoFromInstant(madeAt),
      expiresAt: isoFromInstant(expiresAt),
    }))
}

export async function isWaiting(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'staff-invitations.is-waiting',
    text: `select from auth.staff_invitations invitation where id = $1 and ${isOpen}`,
    values: [id],
  })
  return rowCount === 1
}

export async function wasUsed(db: Database, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'select from auth.staff_invitations where id = $1 and used_at is not null',
    [id],
  )
  return rowCount === 1
}

type UsedRow = Invited & { mac: Mac; owner: string; usedMac: Mac; waited: boolean }
export type Used = Invited & { owner: string; waited: boolean }

/**
 * The invitation by which this account was made; without one, those of all administrators. Only what we made, and what was
 * used with its link.
 */
export async function readUsed(
  { pool, macKeys }: { pool: Database; macKeys: MacKeys },
  owner?: string,
): Promise<Used[]> {
  const { rows } = await pool.query<UsedRow>({
    name: owner === undefined ? 'staff-invitations.used' : 'staff-invitations.used-by',
    text: `select id, email, role, invited_by as "invitedBy", encode(mac, 'hex') as mac, owner_id as owner, encode(used_mac, 'hex') as "usedMac",
        ${countsFrom} <= clock_timestamp() as waited
      from auth.staff_invitations invitation
      where owner_id is not null and ${owner === undefined ? `role = 'admin' order by used_at desc limit ${most}` : 'owner_id = $1'}`,
    values: owner === undefined ? [] : [owner],
  })
  return rows.filter(
    (row) => isInvitation(macKeys, row) && isUsedBy(macKeys, { ...row, mac: row.usedMac }),
  )
}
