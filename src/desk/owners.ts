/** Owners and their names: how they are read, and how it is found out who is meant. */
import type { OwnerId } from '../ledger/core/chart.ts'
import { columnOfTotal, totalNames, type Totals } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import type { Lookup } from './lookup.ts'
import type { Owner } from './records.ts'
import { closedName } from './spoken.ts'

export type OwnerRow = {
  id: OwnerId
  role: Owner['role']
  roles: Owner['roles']
  status: Owner['status']
  full_name: string | null
  email: string | null
  account_id: string | null
  referral_code: string | null
  name_number: number | null
  referrer_id: OwnerId | null
  referrer_name: string | null
  referrer_name_number: number | null
  fixed: boolean
  email_verified: boolean
  created_at: Instant
  version: bigint
  stamped_at: Instant
} & Totals

export const ownerColumns = `owner.id, owner.role, owner.roles, owner.status, person.full_name, person.email, owner.account_id, owner.referral_code, owner.referrer_id,
  person.name_number, referrer.full_name as referrer_name, referrer.name_number as referrer_name_number, owner.fixed, owner.email_verified, owner.created_at, owner.version, owner.stamped_at,
  ${totalNames.map((total) => `owner.${columnOfTotal(total)} as "${total}"`).join(', ')}`
export const ownerTables = `owners owner
  left join auth.persons person on person.id = owner.id
  left join auth.persons referrer on referrer.id = owner.referrer_id`

export function ownerFromRow(row: OwnerRow): Owner {
  return {
    id: row.id,
    role: row.role,
    roles: row.roles,
    status: row.status,
    fullName: row.full_name ?? closedName,
    email: row.email ?? '',
    accountId: row.account_id ?? '',
    referralCode: row.referral_code ?? '',
    referrer: row.referrer_id,
    fixed: row.fixed,
    emailVerified: row.email_verified,
    createdAt: row.created_at,
    version: Number(row.version),
    stampedAt: row.stamped_at,
    totals: Object.fromEntries(totalNames.map((total) => [total, row[total]])) as Totals,
  }
}

const ownerWith = (
  name: string,
  column: string,
  value: string,
  is: (owner: Owner) => boolean,
): Lookup<OwnerId> => ({
  name,
  text: `select id from owners where ${column} = $1`,
  value,
  from: ({ id }) => id,
  inMemory: (world) => world.owners.values().find(is)?.id ?? null,
})

export const byAccountId = (accountId: string) =>
  ownerWith('account', 'account_id', accountId, (owner) => owner.accountId === accountId)

export const byReferralCode = (code: string) =>
  ownerWith('referral-code', 'referral_code', code, (owner) => owner.referralCode === code)

export const referrerOf = (owner: OwnerId): Lookup<OwnerId> => ({
  name: 'referrer',
  text: 'select referrer_id as id from owners where id = $1',
  value: owner,
  from: ({ id }) => id,
  inMemory: (world) => world.owners.get(owner)?.referrer ?? null,
})

/** As they are before anything is locked: the rules look at them again. */
export const rolesOfOwner = (owner: OwnerId): Lookup<Owner['roles']> => ({
  name: 'roles',
  text: 'select roles from owners where id = $1',
  value: owner,
  from: ({ roles }) => roles,
  inMemory: (world) => world.owners.get(owner)?.roles ?? null,
})
