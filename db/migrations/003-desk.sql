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
  recorded_at timestamptz(3) not null default clock_timestamp()
);
create unique index commands_by_key on desk.commands (actor, key) where key is not null; -- idempotency
create index commands_by_actor on desk.commands (actor, id); -- what a member of staff did

create trigger commands_append_only before update or delete or truncate on desk.commands
  for each statement execute function ledger.refuse_change();

-- What can be erased with the person: reasons, names, addresses, and the reply that repeats them.
create table desk.particulars (
  command_id uuid primary key,
  owner_id uuid, -- whose they are
  texts jsonb not null,
  reply_status smallint not null,
  reply text not null
);
create index particulars_by_owner on desk.particulars (owner_id); -- erasing a person

-- What happened to an owner, in order, without gaps: the activity list.
create table desk.activity (
  owner_id uuid not null,
  version bigint not null,
  command_id uuid not null,
  kind text not null,
  at timestamptz(3) not null,
  amount bigint, -- what it did to the spendable balance
  balance_after bigint,
  primary key (owner_id, version)
);
create trigger activity_append_only before update or delete or truncate on desk.activity
  for each statement execute function ledger.refuse_change();

revoke all on all tables in schema desk from public;
grant usage on schema desk to glasshouse_app;
grant select, insert on desk.commands, desk.activity to glasshouse_app;
grant select, insert, delete on desk.particulars to glasshouse_app;
