import { ProblemError } from '../../contract/problems.ts'
import { capabilitiesOf, noRoles, type Roles } from '../../contract/roles.ts'
import { closedName } from '../../desk/spoken.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'

/** Whether there is such a user, closed ones included; the firm is none. */
async function isUser(db: Database, id: OwnerId): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'people.is-user',
    text: `select from owners where id = $1 and id <> '${firm}'`,
    values: [id],
  })
  return rowCount === 1
}

/** Throws ProblemError `unknown_user` where there is no such user. */
export async function mustBeUser(db: Database, id: OwnerId): Promise<void> {
  if (!(await isUser(db, id))) throw new ProblemError('unknown_user')
}

/** Throws ProblemError `unknown_user`, or `forbidden` where it is of one who works here and these don't read that. */
export async function mustReadSignInOf(
  db: Database,
  { roles }: { roles: Roles },
  id: OwnerId,
): Promise<void> {
  const { rows } = await db.query<{ roles: Roles }>({
    name: 'people.roles',
    text: `select roles from owners where id = $1 and id <> '${firm}'`,
    values: [id],
  })
  if (!rows[0]) throw new ProblemError('unknown_user')
  if (rows[0].roles !== noRoles && !capabilitiesOf(roles).has('read-staff'))
    throw new ProblemError({
      code: 'forbidden',
      message: 'This person works here: only who reads staff sees how they sign in.',
    })
}

/** Whose referral code this is, or null. */
export async function ownerByReferralCode(db: Database, code: string): Promise<OwnerId | null> {
  const { rows } = await db.query({
    name: 'people.by-referral-code',
    text: `select id from owners where referral_code = $1 and status <> 'closed'`,
    values: [code],
  })
  return rows[0]?.id ?? null
}

/** The name of whose referral code this is, or null: known by the same rule as above. */
export async function nameByReferralCode(db: Database, code: string): Promise<string | null> {
  const { rows } = await db.query<{ name: string }>({
    name: 'people.name-by-referral-code',
    text: `select person.full_name as name from owners owner join auth.persons person on person.id = owner.id
      where owner.referral_code = $1 and owner.status <> 'closed'`,
    values: [code],
  })
  return rows[0]?.name ?? null
}

export async function ownerByAccountId(
  db: Database,
  accountId: string,
): Promise<{ id: OwnerId; fullName: string } | null> {
  const { rows } = await db.query({
    name: 'people.by-account-id',
    text: `select owner.id, person.full_name as "fullName" from owners owner join auth.persons person on person.id = owner.id where owner.account_id = $1 and owner.status <> 'closed'`,
    values: [accountId],
  })
  return rows[0] ?? null
}

/** “Ada Example (GH-…), Bea Example (GH-…)”: people as staff tell them apart. */
export async function readNames(db: Database, people: readonly OwnerId[]): Promise<string> {
  const { rows } = await db.query<{ name: string | null; accountId: string }>({
    name: 'people.names',
    text: `select person.full_name as name, owner.account_id as "accountId" from owners owner left join auth.persons person on person.id = owner.id
      where owner.id = any ($1) order by owner.account_id`,
    values: [people],
  })
  const names = rows.map(({ name, accountId }) => `${name ?? closedName} (${accountId})`)
  return new Intl.ListFormat('en').format(names)
}
