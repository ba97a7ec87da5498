-- A hash chain over each owner's activity, a root over all chains for each day that has ended, and what staff did.
-- docs/decisions/025 says what is hashed and why, and what a root proves.

-- SHA-256 of the row before, of this row and of its command. Null in rows from before this migration: nothing was
-- released then, so an owner's chain begins after them.
alter table desk.activity add column hash bytea;
-- The hash of the last row, read under the owner's lock and written with the owner. Null: no chain yet.
alter table owners add column head bytea;
-- Of a person's words and of the reply: what the chain holds of them when they have been erased.
alter table desk.commands add column particulars_digest bytea;
-- Lies with the words and is erased with them: without it nobody can find out from the digest what they were.
alter table desk.particulars add column salt bytea;

-- The roots. Each is made over all heads as they stood in one snapshot after its day had ended.
create table desk.roots (
  day date primary key, -- of business time, in UTC
  heads bigint not null, -- how many owners had one
  tree bytea not null, -- the Merkle root over (owner, version, head) of all owners in the order of their ids
  previous bytea, -- the root before, null for the first
  root bytea not null, -- SHA-256 over day, heads, previous and tree: the one value to keep elsewhere
  made_at timestamptz(3) not null default clock_timestamp() -- wall time
);
create trigger roots_append_only before update or delete or truncate on desk.roots
  for each statement execute function ledger.refuse_change();

-- The heads that had changed since the root before: with them every root can be made again. Ids and hashes only, so
-- that nothing has to be erased with a person.
create table desk.root_heads (
  owner_id uuid not null,
  version bigint not null,
  day date not null, -- of the first root that holds it
  head bytea not null,
  primary key (owner_id, version) -- whether a head was in a root already; every root in the order of owners
);
create trigger root_heads_append_only before update or delete or truncate on desk.root_heads
  for each statement execute function ledger.refuse_change();

revoke all on desk.roots, desk.root_heads from public;
grant select, insert on desk.roots, desk.root_heads to glasshouse_app;

-- Where a command stands in its subject's activity, so that its hash is found without an index by command. Null: it
-- changed nothing there, or is from before.
alter table desk.commands add column subject_version bigint;

-- What somebody did that wasn't about themselves: of all, of one of them, about one person, of one kind, newest last.
-- People's own commands are in none of these; staff's pay for each.
drop index desk.commands_by_staff;
create index commands_by_staff on desk.commands (at, id) where actor is not null and subject is distinct from actor; -- the audit log
create index commands_by_staff_actor on desk.commands (actor, at, id) where actor is not null and subject is distinct from actor; -- of one member of staff
create index commands_by_staff_subject on desk.commands (subject, at, id) where actor is not null and subject is distinct from actor; -- about one person
create index commands_by_staff_kind on desk.commands (kind, at, id) where actor is not null and subject is distinct from actor; -- of one kind
