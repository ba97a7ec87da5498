/** What belongs to the whole cluster or to the database, and so is no migration: the application's role and its rights. */
import type pg from 'pg'
import { CannotStart } from '../cannot-start.ts'
import { applicationRole } from '../database.ts'

const alreadyThere = new Set([
  '42710' /* duplicate_object */,
  '23505' /* unique_violation, when created at the same moment */,
])

/** Roles belong to the whole cluster, where the lock of one database doesn't reach: being second is fine. */
async function unlessTwin(client: pg.Client, sql: string): Promise<void> {
  try {
    await client.query(sql)
  } catch (error) {
    const { code, message } = error as pg.DatabaseError
    if (alreadyThere.has(code ?? '') || message.includes('concurrently updated')) return
    throw new CannotStart(
      `The owner of the database may not set up the role ${applicationRole}: ${message}.`,
    )
  }
}

/** Creates the application's role where it is missing. Whoever is to sign in as it is made a member by the operator. */
export async function ensureRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [
    applicationRole,
  ])
  if (rowCount === 0) await unlessTwin(client, `create role ${applicationRole} nologin`)
}

/**
 * Whether who signed in may work as the application's role. Tried, not looked up: from PostgreSQL 16 on a member may lack
 * the right to it, and the superuser, who is no member, has it.
 */
export async function mayBecomeApplication(client: pg.Client): Promise<boolean> {
  try {
    await client.query(`set role ${applicationRole}`)
  } catch {
    return false
  }
  await client.query('reset role')
  return true
}

/** For an owner who serves people too: a server works as the application's role, whoever signed in. */
export async function letBecomeApplication(client: pg.Client): Promise<void> {
  if (!(await mayBecomeApplication(client)))
    await unlessTwin(client, `grant ${applicationRole} to current_user`)
}

/**
 * Takes the right to temporary tables from everybody but the owner: nothing here makes any, and one of theirs could
 * stand in for a table of ours. Asked each time, since a database that was copied or restored comes without it.
 */
export async function forbidTemporary(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    `select current_database() as name, has_database_privilege('${applicationRole}', current_database(), 'TEMPORARY') as may`,
  )
  const { name, may } = rows[0]!
  if (may)
    await unlessTwin(
      client,
      `revoke temporary on database ${client.escapeIdentifier(name)} from public, ${applicationRole}`,
    )
}
