-- The desk's journal, its chains, and what proves both. A command is recorded with its outcome in the transaction that books it.
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
  particulars_digest bytea not null, -- of a person's words and of the reply: what the chain holds of them when they have been erased
  -- Where it stands in its subject's activity, so that its hash is found without an index by command. Null: it changed
  -- nothing there.
  subject_version bigint,
  unlisted_number bigint, -- its number in desk.unlisted; null: it is listed
  rules smallint not null, -- the version of the rules that decided it
  -- Message authentication code by a key of the server's secret, which the database doesn't hold: two bytes of the key's number,
  -- sixteen of the code. docs/decisions/053 tells what it is over, and what it leaves open.
  mac bytea not null
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

-- What was decided about a request is found by it, before money leaves (docs/decisions/051). Of no other command; those that
-- ask for money are found by their own id. Requests are numbered in the order of time, so it is written near its end.
create index commands_about_requests on desk.commands ((input ->> 'withdrawal')) where input ? 'withdrawal' and outcome = 'done'; -- what became of a request
-- Which command removed a destination is found by it, before money leaves for one. Of no other command.
create index commands_about_destinations on desk.commands ((input ->> 'destination')) where input ? 'destination' and outcome = 'done'; -- what became of a saved destination

-- The latest commands are read from the end of the primary key, since ids are made from the time (docs/decisions/063). The
-- others, whose ids are made from what they do or at random, are found here: accounts opened, maturities, what links in
-- mails do. Of no other command, so a request for money pays for nothing but the question.
create index commands_named_otherwise on desk.commands (recorded_at)
  where get_byte(uuid_send(id), 6) not between 112 and 127; -- what has been committed lately
-- Where a journal ends is asked every second; a scan of the newest pages is enough for that.
create index commands_recorded on desk.commands using brin (recorded_at) with (pages_per_range = 16, autosummarize = on);
-- What was paid of late, or exported for the bank and perhaps paid: a process that starts where none was looks for it in weeks
-- of the journal.
create index commands_paid_or_exported on desk.commands (recorded_at, id)
  where kind in ('PayWithdrawal', 'AgreeToProposal', 'SendPayoutBatch', 'ReleasePayoutList', 'ReleaseBankExport') and outcome = 'done';

-- What nobody signed in did, a server or the operator, and staff were told of: the operator's acts stand in the audit beside
-- what staff did (docs/decisions/082), and the mails go when whom they were sent to is erased.
create index commands_told_by_nobody on desk.commands (at, id)
  where actor is null and kind in ('InviteAdministrator', 'FinishRoleChange', 'BlockPayouts', 'AcceptInvitation'); -- the audit; erasing a person

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
  for mention in select distinct matched from regexp_matches(reply, '\\u0002([0-9a-f-]{36})\.([0-9]{1,9})\\u0003', 'g') as m(matched) loop
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
  hash bytea not null, -- SHA-256 of the row before, of this row and of its command
  primary key (owner_id, version)
);

-- What has arrived for a person in the last 24 hours; only money that comes in pays for these.
create index activity_arrivals on desk.activity (owner_id, at) include (amount)
  where kind in ('deposit', 'bank-deposit', 'transfer-received', 'bank-deposit-reversed');
create index activity_coin_arrivals on desk.activity (owner_id, at) include (amount) where kind = 'coin-deposit';
-- Which command verified somebody, or put a receipt into their name: what the system does by itself rests on that.
create index activity_of_verifying on desk.activity (owner_id, version) where kind in ('verification-approved', 'bank-deposit-over-limit');
-- Whether somebody's sign-in was changed of late, for whoever decides on their requests: asked of fifty people at once.
create index activity_of_changes on desk.activity (owner_id, version)
  where kind in ('password-changed', 'password-reset', 'app-added', 'app-removed', 'passkey-added', 'passkey-removed',
    'recovery-codes-renewed', 'recovery-code-used', 'signed-in-after-failures', 'factor-undone',
    'access-change-approved', 'email-confirmed', 'email-changed', 'app-removed-by-staff', 'passkey-removed-by-staff', 'correction-made');
create index activity_of_reminders on desk.activity (owner_id, at) where kind = 'verification-reminded'; -- when somebody was reminded last
create index activity_of_names on desk.activity (owner_id, version) where kind = 'name-changed'; -- who changed their name lately

create trigger activity_append_only before update or delete or truncate on desk.activity
  for each statement execute function ledger.refuse_change();

-- Commands that stand in nobody's activity, refused ones above all, in the chain of the owner who asked, or of the firm
-- where nobody who has an account did. docs/decisions/025 tells what was chosen.
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

-- Since when every command's MAC is by a key that the servers have: after the loss of a secret nobody can tell of those before
-- (src/desk/mac-times.ts). The application's role can neither write here nor say when a command was recorded.
create table desk.macs (
  since timestamptz(3) not null default '-infinity',
  mac bytea -- of that time: only a server's own is believed. Null until the first start with the secret.
);
insert into desk.macs default values;

-- What the last command left of each row that decides something, in order: src/desk/row-states.ts says how a row is compared with it.
-- Only added to; but the words of a person's rows go with the person.
create table desk.row_states (
  table_name text not null,
  key text not null, -- of the row; of several columns with a blank between
  number int not null check (number > 0), -- the last one counts
  command_id uuid, -- that left it so; null: it was believed as it stood after the loss of a secret
  words bytea, -- MAC over the whole row; null: nothing of it is personal, or its person was erased
  mac bytea not null, -- over its place and what is left of the row without its person
  primary key (table_name, key, number)
);

create function desk.keep_row_state() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.words is not null or (old.table_name, old.key, old.number, old.command_id, old.mac) is distinct from (new.table_name, new.key, new.number, new.command_id, new.mac) then
    raise exception 'desk.row_states is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger row_states_keep_all before update on desk.row_states for each row execute function desk.keep_row_state();
create trigger row_states_append_only before delete or truncate on desk.row_states
  for each statement execute function ledger.refuse_change();

-- What was found each time that the worker decided the journal again and compared all state with it. docs/decisions/050
-- tells what was chosen. Wall time.
create table desk.replays (
  started_at timestamptz(3) primary key, -- one at a time over all processes; the last of each part
  ended_at timestamptz(3) not null,
  part text not null check (part in ('whole', 'new')), -- all commands, or those after the last checkpoint
  commands bigint not null check (commands >= 0), -- decided again
  rows bigint not null check (rows >= 0), -- of state, compared with what must stand there
  last_command uuid, -- the last of the journal that was decided; null: there was none
  differences text[] not null, -- the first one of each table, in words
  mac bytea not null -- over everything above: the role's right to write rows makes none
);
create trigger replays_append_only before update or delete or truncate on desk.replays
  for each statement execute function ledger.refuse_change();

revoke all on all tables in schema desk from public;
grant usage on schema desk to glasshouse_app;
-- When a row was recorded, the database says.
grant select, insert (id, kind, actor, subject, key, body_hash, input, outcome, at, particulars_digest, subject_version, unlisted_number, rules, mac)
  on desk.commands to glasshouse_app;
grant select, insert (command_id, owner_id, texts, reply_status, reply, listed, salt), delete on desk.particulars to glasshouse_app;
grant select, insert (owner_id, version, command_id, kind, at, amount, balance_after, hash) on desk.activity to glasshouse_app;
grant select, insert (owner_id, number, version, command_id, hash) on desk.unlisted to glasshouse_app;
grant select on desk.macs to glasshouse_app;
grant select, insert (day, heads, tree, previous, root) on desk.roots to glasshouse_app;
grant select, insert (owner_id, version, day, head, unlisted) on desk.root_heads to glasshouse_app;
grant insert (raised_at), delete on desk.barrier to glasshouse_app; -- a row of defaults takes the right to one column
grant select, insert (table_name, key, number, command_id, words, mac), update (words) on desk.row_states to glasshouse_app;
grant select, insert (started_at, ended_at, part, commands, rows, last_command, differences, mac) on desk.replays to glasshouse_app;
