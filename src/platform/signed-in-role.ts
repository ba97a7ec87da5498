/**
 * As whom a process signs in to the database: as its owner, who brings it up and may do everything, or as the application
 * alone. What is neither has rights that nothing here needs and whoever gets hold of the process would.
 */
import type { ClientBase } from 'pg'
import { CannotStart } from './cannot-start.ts'
import { applicationRole } from './database.ts'

/** Of the role that signed in together with every role whose rights it has, or can take on. */
export type RoleFacts = {
  name: string
  /** Whether it is the application's role, or a member of it. */
  isApplication: boolean
  /** Whether it could bring the database up: as a superuser, the owner, or with the right to create what the migrations do. */
  isOwner: boolean
  /** CREATEROLE and its like. */
  attributes: readonly string[]
  /** Roles other than the application's. */
  memberOf: readonly string[]
  /** Roles that it may hand on to others. */
  handsOn: readonly string[]
  /** Objects that belong to it: the first few. */
  owns: readonly string[]
  /** Objects on which it has rights that the migrations didn't give: the first few. */
  rightsOn: readonly string[]
  /** Schemas and the database, where it may create something. */
  createsIn: readonly string[]
  temporaryTables: boolean
  /** Settings of the server that it may change, although others may not. */
  parameters: readonly string[]
}

const first = 3

const factsText = `
  with recursive held(role) as (
    select oid from pg_roles where rolname = session_user
    union select membership.roleid from pg_auth_members membership join held on membership.member = held.role
  ), roles as (
    select * from pg_roles where oid in (select role from held)
  ), here as (
    select oid, datname, datdba from pg_database where datname = current_database()
  ), named(role) as (
    select oid from roles union all select 0
  ), owned as (
    select depends.* from pg_shdepend depends, here
      where refclassid = 'pg_authid'::regclass and refobjid in (select role from held) and deptype = 'o' and dbid in (0, here.oid)
      order by classid, objid limit ${first}
  ), written as (
    select distinct relation.oid::regclass::text as name from pg_class relation, aclexplode(relacl) as acl
      where grantee in (select role from named) and relkind in ('r', 'p') and privilege_type in ('INSERT', 'UPDATE', 'TRUNCATE', 'REFERENCES', 'TRIGGER')
        and relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
  ), given as (
    select distinct classid, objid from pg_shdepend depends, here
      where refclassid = 'pg_authid'::regclass and refobjid in (select role from held) and deptype = 'a' and dbid = here.oid
        and (refobjid <> (select oid from pg_roles where rolname = '${applicationRole}') or classid = 'pg_proc'::regclass and objid < 16384)
  )
  select session_user as name,
    exists (select from roles where rolname = '${applicationRole}') as "isApplication",
    exists (select from roles where rolsuper) or here.datdba in (select role from held)
      or exists (select from pg_class where oid = to_regclass('public.migrations') and relowner in (select role from held))
      or has_database_privilege(here.oid, 'CREATE') and has_schema_privilege('public', 'CREATE') as "isOwner",
    array(select distinct word from roles, lateral (values (rolsuper, 'superuser'), (rolcreaterole, 'createrole'), (rolcreatedb, 'createdb'),
      (rolreplication, 'replication'), (rolbypassrls, 'bypassrls')) as attribute(has, word) where has order by word) as attributes,
    array(select rolname::text from roles where rolname not in (session_user, '${applicationRole}') order by rolname) as "memberOf",
    array(select roleid::regrole::text from pg_auth_members where admin_option and member in (select role from held) order by 1) as "handsOn",
    array(select pg_describe_object(classid, objid, objsubid) from owned) as owns,
    array(select name from written union select pg_describe_object(classid, objid, 0) from given order by 1 limit ${first}) as "rightsOn",
    array(select nspname::text from pg_namespace space where nspname !~ '^pg_(temp|toast)' and exists (select from held where has_schema_privilege(role, space.oid, 'CREATE'))
      union all select 'the database' where exists (select from held where has_database_privilege(role, here.oid, 'CREATE')) order by 1) as "createsIn",
    exists (select from held where has_database_privilege(role, here.oid, 'TEMPORARY')) as "temporaryTables",
    array(select distinct parname::text from pg_parameter_acl, aclexplode(paracl) as acl where grantee in (select role from named) order by 1) as parameters
  from here`

export async function readRoleFacts(client: ClientBase): Promise<RoleFacts> {
  const { rows } = await client.query<RoleFacts>(factsText)
  return rows[0]!
}

const list = (prefix: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${prefix} ${names.join(', ')}`] : []

/** What the role is or may do beyond the application's, in words; of the application alone, nothing. */
export function beyondApplication(facts: RoleFacts): string[] {
  return [
    ...list('it is', facts.attributes),
    ...list('it is a member of', facts.memberOf),
    ...list('it may hand on', facts.handsOn),
    ...list('it owns', facts.owns),
    ...list('it has rights of its own on', facts.rightsOn),
    ...list('it may create in', facts.createsIn),
    ...(facts.temporaryTables ? ['it may make temporary tables'] : []),
    ...list('it may set', facts.parameters),
  ]
}

export const isApplicationAlone = (facts: RoleFacts): boolean =>
  facts.isApplication && beyondApplication(facts).length === 0

export type SignedInAs = 'owner' | 'application'

/** Throws `CannotStart` with what is to be done where it is neither. */
export function judgeRole(facts: RoleFacts): SignedInAs {
  if (isApplicationAlone(facts)) return 'application'
  if (facts.isOwner) return 'owner'
  if (!facts.isApplication)
    throw new CannotStart(
      `The role ${facts.name} of DATABASE_URL is not in ${applicationRole}: run npm run migrate, then grant ${applicationRole} to ${facts.name}.`,
    )
  throw new CannotStart(
    `The role ${facts.name} of DATABASE_URL is neither the owner of the database nor the application’s alone: ${beyondApplication(facts).join('; ')}. Take that away, or run npm run migrate; docs/runbooks/deploy.md says how such a role is made.`,
  )
}
