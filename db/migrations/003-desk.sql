-- The desk's journal. A command is recorded with its outcome in the transaction that books it.
create schema desk;

-- Journal, idempotency and cause. Append-only, and without a person's own words: those lie in particulars.
create table desk.commands (
  id uuid primary key, -- also the id of what it creates: an investment, a withdrawal, an owner
  kind text not null,
  actor uuid, -- null: the system itself
  subject uuid, -- whose books it is about
  key text, -- idempotency key, scoped to method and path
  body_hash text not null,
  input jsonb not null, -- amounts in cents as text, and ids
  outcome text not null, -- 'done', or the code of the refusal
  at timestamptz(3) not null, -- business time
  recorded_at timestamptz(3) not null default clock_timestamp(),
  particulars_digest bytea, -- of a person's words and of the reply: what the chain holds of them when they have been erased
  -- Where it stands in its subject's activity, so that its hash is found without an index by command. Null: it changed
  -- nothing there, or is older than the chain.
  subject_version bigint,
  unlisted_number bigint -- its number in desk.unlisted; null: it is listed, or older than that table
);
create unique index commands_by_key on desk.commands (actor, key) where key is not null; -- idempotency

-- What staff did to others, and what they tried on themselves, which by nature was refused. People's own commands are in
-- none of these; staff's pay for each. The kind of the command doesn't matter, so that a new one needs no other index.
create index commands_by_staff on desk.commands (at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- the audit log
create index commands_by_staff_actor on desk.commands (actor, at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- of one member of staff
create index commands_by_staff_subject on desk.commands (subject, at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- about one person
create index commands_by_staff_kind on desk.commands (kind, at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- of one kind

-- A note is a command like any other; its words lie in desk.particulars and are erased with the person. No other
-- command is in this index.
create index commands_notes on desk.commands (subject, at desc, id desc) where kind = 'WriteNote' and outcome = 'done'; -- the notes about a user

-- What the credits for a friend have come to is in the journal, which says of each command that credited a referrer how
-- much and for whom. No other command is in this index.
create index commands_credits on desk.commands ((input ->> 'user')) where input ? 'credited' and outcome = 'done'; -- the sum of a friend's credits

create trigger commands_append_only before update or delete or truncate on desk.commands
  for each statement execute function ledger.refuse_change();

-- What can be erased with the person: reasons, names, addresses, and the reply that repeats them.
create table desk.particulars (
  command_id uuid primary key,
  owner_id uuid, -- whose they are
  texts jsonb not null,
  reply_status smallint not null,
  reply text not null, -- with mentions in place of names (docs/decisions/035)
  -- Found through the activity that lists the command; only of what changed nothing, and so stands in no list, by person.
  listed boolean not null default true,
  salt bytea -- erased with the words: without it nobody can find out from the digest what they were
);
create index particulars_unlisted on desk.particulars (owner_id) where not listed; -- erasing a person

-- A reply as it is sent: names where it is kept with mentions. src/desk/spoken.ts says how they are written. It runs
-- with the rights of its caller, who sees no more than they may read.
create function desk.said(reply text) returns text language plpgsql stable set search_path = pg_catalog, pg_temp as $$
declare
  mention text[];
  name text;
begin
  for mention in select distinct matched from regexp_matches(reply, '\\u0002([0-9a-f-]{36})\.(-?[0-9]{1,9})\\u0003', 'g') as m(matched) loop
    name := coalesce((select to_json(full_name)::text from auth.names where person_id = mention[1]::uuid and number = mention[2]::int), '"a closed account"');
    reply := replace(reply, '\u0002' || mention[1] || '.' || mention[2] || '\u0003', substr(name, 2, length(name) - 2));
  end loop;
  return reply;
end $$;

-- What happened to an owner, in order, without gaps: the activity list. A hash chain goes over it; docs/decisions/025
-- says what is hashed and why, and what a root proves.
create table desk.activity (
  owner_id uuid not null,
  version bigint not null,
  command_id uuid not null,
  kind text not null,
  at timestamptz(3) not null,
  amount bigint, -- what it did to the spendable balance
  balance_after bigint,
  hash bytea, -- SHA-256 of the row before, of this row and of its command; null: older than the chain
  primary key (owner_id, version)
);
create trigger activity_append_only before update or delete or truncate on desk.activity
  for each statement execute function ledger.refuse_change();

-- Commands that stand in nobody's activity, refused ones above all, in the chain of the owner who asked, or of the firm
-- where nobody who has an account did. docs/decisions/036 tells what was chosen.
-- Between which rows of the activity one stands, `version` says: after that row, and after the ones here with lower numbers.
create table desk.unlisted (
  owner_id uuid not null,
  number bigint not null, -- from 1, without gaps
  version bigint not null, -- of the owner's last row in desk.activity
  command_id uuid not null,
  hash bytea not null, -- SHA-256 of the link before, of this one and of its command
  primary key (owner_id, number) -- the audit; the hash of a refusal in the audit log
);
create trigger unlisted_append_only before update or delete or truncate on desk.unlisted
  for each statement execute function ledger.refuse_change();

-- Of a database that is older than the table before, the commands that have no place in a chain, and are the only ones
-- that may have none. Nothing writes here.
create table desk.unchained (
  command_id uuid primary key
);
create trigger unchained_append_only before update or delete or truncate on desk.unchained
  for each statement execute function ledger.refuse_change();

-- Of a database that is older than mentions, the replies that held names: they hold mentions now, and their digests are
-- of what they were. The audit accepts these commands, and only with the replies that they have here. Nothing writes here.
create table desk.respoken (
  command_id uuid primary key,
  digest bytea not null -- of the words and the reply as they are kept now
);
create trigger respoken_append_only before update or delete or truncate on desk.respoken
  for each statement execute function ledger.refuse_change();

-- A root over all chains for each day that has ended, made over all heads as they stood in one snapshot afterwards.
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
  unlisted bigint not null default 0, -- a head may change without a new row of activity, so it is known by both numbers
  primary key (owner_id, version, unlisted) -- whether a head was in a root already; every root in the order of owners
);
create trigger root_heads_append_only before update or delete or truncate on desk.root_heads
  for each statement execute function ledger.refuse_change();

-- An answer from what lies in the journal is preceded by a row here, and given only when that commit stands: by the
-- order of the log, everything that was read is then wherever that commit is. docs/decisions/032 tells why.
-- A row is written and removed in one transaction, so that nobody ever sees one and the table doesn't grow.
create table desk.barrier (raised_at timestamptz(3) not null default clock_timestamp());

-- Edits, credits and approvals by one administrator alone, where a limit is set on what they bring to or send for people
-- in 24 hours. Read and written under the administrator's own lock. What two have made together isn't here.
-- docs/decisions/033 tells what was chosen.
create table desk.acts_alone (
  command_id uuid primary key,
  actor uuid not null,
  person uuid not null, -- to whom it was brought, or for whom it was sent
  amount bigint not null check (amount > 0), -- cents, in whichever direction
  kind text not null, -- of the command
  at timestamptz(3) not null default clock_timestamp() -- wall time: business time can be moved
);
create index acts_alone_by_actor on desk.acts_alone (actor, at) include (person, amount); -- the sums of the last 24 hours
create trigger acts_alone_append_only before update or delete or truncate on desk.acts_alone
  for each statement execute function ledger.refuse_change();

revoke all on all tables in schema desk from public;
grant usage on schema desk to glasshouse_app;
grant select, insert on desk.commands, desk.activity, desk.unlisted, desk.roots, desk.root_heads, desk.acts_alone to glasshouse_app;
grant select, insert, delete on desk.particulars to glasshouse_app;
grant select on desk.unchained, desk.respoken to glasshouse_app;
grant insert, delete on desk.barrier to glasshouse_app;
