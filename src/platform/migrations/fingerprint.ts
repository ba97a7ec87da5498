/** The fingerprint of a database's catalogue: equal where tables, functions and rights are equal, whichever statements made them. */
import { createHash } from 'node:crypto'
import type pg from 'pg'

/** How expressions are printed depends on these: a name is qualified unless the search path finds it, a moment has a time zone. */
const printing = {
  search_path: '',
  TimeZone: 'UTC',
  DateStyle: 'ISO, YMD',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  extra_float_digits: '1',
  quote_all_identifiers: 'off',
}

/**
 * One line for everything that a migration can make and that changes what statements do or may do. Left out, since
 * equal databases differ in it:
 * - object ids, dropped columns, and so the numbers of columns: their order stays, which `select *` and COPY follow;
 * - names of NOT NULL constraints, which PostgreSQL has from version 18 on, and which renaming a table leaves behind;
 * - what an owner may do with what is theirs, which grows with PostgreSQL, and who granted something;
 * - the owner's name, said as "owner" where it is the one of the table of migrations; the owner of the schema public;
 * - what belongs to an extension, and its version; statistics, tablespaces, and rights on the database, which are set at
 *   each start.
 * PostgreSQL 15 and 18 print ours alike. If a later one doesn't, the test of the baseline says so first.
 */
const catalogue = `
with ours as (
  select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
), extensions_own as (
  select classid, objid from pg_depend where deptype = 'e'
), relation as (
  select class.*, format('%I.%I', nspname, relname) as name
    from pg_class class join ours on ours.oid = relnamespace
    where ('pg_class'::regclass, class.oid) not in (select * from extensions_own)
), routine as (
  select proc.*, proc.oid::regprocedure::text as name
    from pg_proc proc join ours on ours.oid = pronamespace
    where ('pg_proc'::regclass, proc.oid) not in (select * from extensions_own)
), type as (
  select type.*, format('%I.%I', nspname, typname) as name
    from pg_type type join ours on ours.oid = typnamespace
    where typrelid = 0 and typcategory <> 'A' and ('pg_type'::regclass, type.oid) not in (select * from extensions_own)
), thing as (
  select 'schema ' || nspname as name, nspowner as owner, coalesce(nspacl, acldefault('n', nspowner)) as acl
    from pg_namespace join ours using (oid, nspname)
  union all
  select 'relation ' || name, relowner, coalesce(relacl, acldefault(case relkind when 'S' then 's' else 'r' end::"char", relowner))
    from relation where relkind not in ('i', 'I', 'c')
  union all
  select format('column %s.%I', name, attname), relowner, attacl
    from relation join pg_attribute on attrelid = relation.oid where attacl is not null and not attisdropped
  union all
  select 'function ' || name, proowner, coalesce(proacl, acldefault('f', proowner)) from routine
  union all
  select 'type ' || name, typowner, coalesce(typacl, acldefault('T', typowner)) from type
  union all
  select 'row type ' || relation.name, typowner, typacl
    from relation join pg_type on pg_type.oid = reltype where typacl is not null
), migrations as (
  select relowner as owner from pg_class where oid = to_regclass('public.migrations')
)
select 'object ' || object.type || ' ' || object.identity as line
  from pg_depend
    join ours on refclassid = 'pg_namespace'::regclass and refobjid = ours.oid
    cross join pg_identify_object(classid, objid, objsubid) as object
  where (classid, objid) not in (select * from extensions_own)
union all
select 'schema ' || nspname from ours
union all
select format('relation %s kind %s persistence %s replica identity %s row security %s %s options %s', name, relkind, relpersistence,
    relreplident, relrowsecurity, relforcerowsecurity, array(select unnest(reloptions) collate "C" order by 1))
  from relation where relkind not in ('i', 'I')
union all
select format('column %s %s %I %s', relation.name, row_number() over (partition by attrelid order by attnum), attname,
    format_type(atttypid, atttypmod))
    || case when attcollation <> typcollation then ' collate ' || attcollation::regcollation::text else '' end
    || case when attnotnull then ' not null' else '' end
    || case when attidentity <> '' then ' identity ' || attidentity::text else '' end
    || case when atthasdef then case attgenerated when '' then ' default ' else ' generated ' || attgenerated::text || ' ' end
      || pg_get_expr(adbin, adrelid, true) else '' end
    || case when attstorage <> typstorage then ' storage ' || attstorage::text else '' end
    || case when attcompression <> '' then ' compression ' || attcompression::text else '' end
    || case when attstattarget >= 0 then ' statistics ' || attstattarget else '' end
    || coalesce(' options ' || attoptions::text, '')
  from relation
    join pg_attribute on attrelid = relation.oid and attnum > 0 and not attisdropped
    join pg_type on pg_type.oid = atttypid
    left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relkind in ('r', 'p', 'v', 'm', 'f', 'c') or attstattarget >= 0
union all
select format('partition of %s: %s %s', inhparent::regclass, name, pg_get_expr(relpartbound, relation.oid, true))
  from relation join pg_inherits on inhrelid = relation.oid where relkind in ('r', 'p', 'f')
union all
select 'partitioned ' || name || ' ' || pg_get_partkeydef(oid) from relation where relkind = 'p'
union all
select 'view ' || name || ' ' || pg_get_viewdef(oid, true) from relation where relkind in ('v', 'm')
union all
select format('sequence %s %s start %s by %s from %s to %s cache %s cycle %s of %s', name, format_type(seqtypid, null), seqstart,
    seqincrement, seqmin, seqmax, seqcache, seqcycle,
    (select (pg_identify_object(refclassid, refobjid, refobjsubid)).identity from pg_depend
      where classid = 'pg_class'::regclass and objid = relation.oid and deptype in ('a', 'i')))
  from relation join pg_sequence on seqrelid = relation.oid
union all
select format('constraint %s %I %s', coalesce(relation.name, type.name), conname, pg_get_constraintdef(pg_constraint.oid, true))
  from pg_constraint left join relation on relation.oid = conrelid left join type on type.oid = contypid
  where contype <> 'n' and coalesce(relation.name, type.name) is not null
union all
select format('index %s valid %s clustered %s replica identity %s', pg_get_indexdef(indexrelid, 0, true), indisvalid, indisclustered, indisreplident)
  from relation join pg_index on indexrelid = relation.oid
union all
select format('function %s %s', name, case prokind when 'a' then 'aggregate' else pg_get_functiondef(oid) end) from routine
union all
select format('trigger %s enabled %s', pg_get_triggerdef(pg_trigger.oid, true), tgenabled)
  from relation join pg_trigger on tgrelid = relation.oid where not tgisinternal or tgenabled <> 'O'
union all
select format('rule %s enabled %s', pg_get_ruledef(pg_rewrite.oid, true), ev_enabled)
  from relation join pg_rewrite on ev_class = relation.oid where rulename <> '_RETURN'
union all
select format('policy %s %I for %s permissive %s to %s using %s with check %s', name, polname, polcmd, polpermissive,
    array(select pg_get_userbyid(role) from unnest(polroles) as role order by 1), pg_get_expr(polqual, polrelid, true), pg_get_expr(polwithcheck, polrelid, true))
  from relation join pg_policy on polrelid = relation.oid
union all
select format('type %s %s of %s labels %s not null %s default %s', name, typtype, format_type(nullif(typbasetype, 0), typtypmod),
    array(select enumlabel from pg_enum where enumtypid = type.oid order by enumsortorder), typnotnull, typdefault)
  from type
union all
select pg_get_statisticsobjdef(pg_statistic_ext.oid) from pg_statistic_ext join ours on ours.oid = stxnamespace
union all
select format('owner of %s: %s', name, case when thing.owner = (select owner from migrations) then 'owner' else pg_get_userbyid(thing.owner) end)
  from thing where name <> 'schema public'
union all
select format('rights on %s: %s', name, array(
    select format('%s %s%s', case grantee when 0 then 'public' else pg_get_userbyid(grantee) end, privilege_type,
        case when is_grantable then ' with grant option' else '' end) collate "C"
      from aclexplode(acl) where grantee <> thing.owner order by 1))
  from thing
union all
select format('default rights %s in %s: %s', defaclobjtype, case defaclnamespace when 0 then 'all schemas' else defaclnamespace::regnamespace::text end, defaclacl)
  from pg_default_acl
union all
select format('comment on %s %s: %s', object.type, object.identity, description)
  from pg_description cross join pg_identify_object(classoid, objoid, objsubid) as object
  where objoid >= 16384 and (classoid, objoid) not in (select * from extensions_own)
union all
select 'extension ' || extname from pg_extension
union all
select format('event trigger %s on %s calls %s enabled %s', evtname, evtevent, evtfoid::regproc, evtenabled) from pg_event_trigger
`

/** Every line of the catalogue, sorted. To be asked in a transaction: until its end, the settings of printing are changed. */
export async function readCatalogue(client: pg.ClientBase): Promise<string[]> {
  for (const [name, value] of Object.entries(printing))
    await client.query('select set_config($1, $2, true)', [name, value])
  const { rows } = await client.query<{ line: string }>(catalogue)
  return rows.map(({ line }) => line).toSorted()
}

/** SHA-256 of the catalogue. In a transaction, as `readCatalogue`. */
export async function fingerprintOf(client: pg.ClientBase): Promise<string> {
  const lines = await readCatalogue(client)
  return createHash('sha256').update(lines.join('\n')).digest('hex')
}
