-- People: as owners in the books, for good, and as persons in auth, where everything lies that can be erased.

-- Nobody may delete one: tables that are written under an owner's lock need no foreign key, which each batch of
-- requests would pay for. The audit asks for what it would hold.
create table owners (
  id uuid primary key, -- the person's id in auth.persons; the firm is the nil UUID
  role text not null default 'user' check (role in ('user', 'admin', 'auditor', 'firm')),
  -- Which roles, as canonical JSON in one order (src/contract/roles.ts); the word above says the same as the specification does.
  roles text not null default '[]' check (role = case roles when '[]' then case role when 'firm' then 'firm' else 'user' end when '["auditor"]' then 'auditor' else 'admin' end),
  status text not null default 'active' check (status in ('active', 'frozen', 'closed')),
  account_id text unique,
  referral_code text unique,
  referrer_id uuid references owners (id),
  fixed boolean not null default false, -- a sign-in of the demonstration
  created_at timestamptz(3) not null,
  version bigint not null default 0, -- of the last entry in desk.activity
  stamped_at timestamptz(3) not null, -- business time of the last command: an owner's time never runs backwards
  -- running totals of what postings mean to the person; the audit recomputes them
  deposits bigint not null default 0,
  withdrawn bigint not null default 0,
  transferred_in bigint not null default 0,
  transferred_out bigint not null default 0,
  principal bigint not null default 0,
  profit bigint not null default 0,
  loss bigint not null default 0,
  referral bigint not null default 0,
  corrections bigint not null default 0,
  loans bigint not null default 0,
  -- The hash of the last link of the owner's chain, read under the owner's lock and written with the owner. Null: no chain yet.
  head bytea,
  unlisted bigint not null default 0, -- the number of the last one in desk.unlisted
  role_mac bytea, -- MAC of who works here (docs/decisions/053); null for users
  email_verified boolean not null default false -- the holder has proved that the e-mail address is theirs: docs/decisions/059
) with (fillfactor = 50);
create index owners_by_age on owners (created_at, id); -- the users list as it opens
create index owners_by_referrer_and_age on owners (referrer_id, created_at, id) where referrer_id is not null; -- a referrer's friends, newest first; what is left when closing
create index owners_of_staff on owners (id) where roles <> '[]'; -- who may agree, whether this is the last administrator, the staff page
create index owners_unverified on owners (id) where not email_verified and status = 'active' and role = 'user'; -- the loop that ends them

insert into owners (id, role, status, created_at, stamped_at)
  values ('00000000-0000-0000-0000-000000000000', 'firm', 'active', '2000-01-01Z', '2000-01-01Z');

create schema auth;

create table auth.persons (
  id uuid primary key, -- the same as the owner's in the books
  full_name text not null,
  email text not null constraint persons_email_is_lower_case check (email = lower(email)),
  referral_code_used text, -- kept so that an owner can still be opened after a crash between sign-up and its command
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(),
  -- Which mails the person doesn't want, by template. What is listed here may be switched off; the others are always sent: the
  -- one about a request for money out has the links that cancel it and freeze the account, and a thief of a session would
  -- switch it off first. The mail with the hash of a day's manifest goes to who asks for it.
  muted_mails text[] not null default '{day-proof}' constraint persons_mute_what_may_be_muted check (
    muted_mails <@ '{deposit-received,investment-opened,investment-matured,withdrawal-decided,withdrawal-paid,day-proof,work-waiting}' and
    array_position(muted_mails, null) is null),
  has_second_factor boolean not null default false, -- whether there is an authenticator app or a passkey; every request reads it
  security_changed_at timestamptz(3), -- when a password, a factor or the e-mail last changed: new destinations of money wait from then on
  name_number integer not null default 1, -- of the name that they have now
  -- Up to which entry of their activity the bell of the dashboard has told them: moved by what they press. No time: nobody's
  -- business is when somebody looks at their money. docs/decisions/067 tells what was chosen.
  read_up_to bigint not null default 0 constraint persons_read_no_less_than_nothing check (read_up_to >= 0),
  -- What the bell doesn't tell them. What is listed here may be switched off; the rest is always told.
  muted_notifications text[] not null default '{}' constraint persons_mute_notifications_that_may_be_muted check (
    muted_notifications <@ '{deposit-received,investment-matured,withdrawal-decided,withdrawal-paid}' and
    array_position(muted_notifications, null) is null),
  -- An account whose e-mail address nobody has confirmed ends after this, unless it ever had money, and once its holder was
  -- told of it a week before (docs/decisions/059). By the database's clock: the application's role has no right to it.
  unverified_until timestamptz(3) not null default clock_timestamp() + interval '30 days',
  told_of_end_at timestamptz(3), -- by the database's clock; null: not yet
  told_of_verified_until timestamptz(3), -- the last end of a verification that they were told of by mail
  told_of_work_on date, -- the last morning, by the same clock, on which an administrator was told by mail of what waits
  -- MAC of the e-mail address, so that a link is mailed to none that somebody wrote into the database (docs/decisions/053).
  -- An address without one is nobody's either.
  email_mac bytea
);
create unique index persons_by_email on auth.persons (email); -- signing in; one account an address

-- Every name that a person has had, by number: a reply that is repeated says the one of its time. Goes with the person,
-- so that erasing one leaves no name behind. docs/decisions/035 tells what was chosen.
create table auth.names (
  person_id uuid not null references auth.persons (id) on delete cascade,
  number integer not null, -- the first is 1
  full_name text not null,
  primary key (person_id, number) -- filling in a reply; erasing a person
);

create function auth.number_name() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.name_number := old.name_number + 1;
  return new;
end $$;
create trigger names_are_numbered before update of full_name on auth.persons
  for each row when (old.full_name <> new.full_name) execute function auth.number_name();

create function auth.keep_name() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.names (person_id, number, full_name) values (new.id, new.name_number, new.full_name) on conflict do nothing;
  return null;
end $$;
create trigger first_names_are_kept after insert on auth.persons for each row execute function auth.keep_name();
create trigger names_are_kept after update of full_name on auth.persons
  for each row when (old.full_name <> new.full_name) execute function auth.keep_name();

-- Who works here, who is frozen and whose address is verified. An owner begins as an active user; everything else is set by the
-- functions below and by desk.change_role, for a command that the same transaction has recorded: of the kind that leads to it,
-- about that very owner, and accepted. A row of the journal by itself, whoever wrote it and whenever, changes nobody.

-- For each of these owners one role or one status, the other null. Which kinds lead to which is said here and in
-- src/domains/people/rules.ts; a command that isn't found here stops its batch. A deposit that the chain takes away freezes its
-- owner, too; so does a check, whose end lets the account go on.
-- A transaction's number comes again after four thousand million others, and a journal is kept for longer: hence the day.
-- Errors: GH006 nothing in this transaction leads to it; nothing was changed.
create function desk.set_role_or_status(p_command uuid[], p_owner uuid[], p_role text[], p_status text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set role = coalesce(given.role, owner.role), status = coalesce(given.status, owner.status),
      roles = case given.role when 'admin' then '["administrator"]' when 'auditor' then '["auditor"]' else owner.roles end
    from unnest(p_command, p_owner, p_role, p_status) as given(command, owner, role, status)
      join desk.commands command on command.id = given.command
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and case when given.status is null
        then command.kind = 'OpenOwner' and given.role in ('admin', 'auditor') and command.input ->> 'role' = given.role
        else given.role is null and owner.status <> 'closed' and ((command.kind, given.status) in
          (('FreezeUser', 'frozen'), ('FreezeOwnAccount', 'frozen'), ('ReverseDeposit', 'frozen'), ('BeginCheck', 'frozen'),
            ('UnfreezeUser', 'active'), ('CloseUser', 'closed'))
          or command.kind = 'AgreeToProposal' and given.status = 'active' and command.input ->> 'of' = 'check-decision')
        end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to this role or status' using errcode = 'GH006';
  end if;
end $$;

-- Verified once and for good.
-- Errors: GH006 nothing in this transaction leads to it; nothing was changed.
create function desk.set_email_verified(p_command uuid[], p_owner uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set email_verified = true
    from unnest(p_command, p_owner) as given(command, owner) join desk.commands command on command.id = given.command
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and case command.kind
        when 'OpenOwner' then command.input ->> 'role' <> 'user' or 'true' in (command.input ->> 'fixed', command.input ->> 'vouched')
        when 'RecordSecurityChange' then command.input ->> 'change' = 'password-reset'
        when 'FinishAccessChange' then exists (select from public.access_changes change
          where change.id = (command.input ->> 'change')::uuid and change.what = 'email' and change.confirmed)
        else command.kind = 'VerifyEmail' end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction verifies this e-mail address' using errcode = 'GH006';
  end if;
end $$;

revoke all on all tables in schema auth from public;
revoke all on function auth.number_name, auth.keep_name, desk.set_role_or_status, desk.set_email_verified from public;
-- Role, status and what is verified aren't among them.
grant select, insert (id, account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at, head, role_mac),
  update (version, stamped_at, head, unlisted, deposits, withdrawn, transferred_in, transferred_out, principal, profit, loss, referral, corrections, loans)
  on owners to glasshouse_app;
grant usage on schema auth to glasshouse_app;
grant select, insert (id, full_name, email, referral_code_used, email_mac),
  update (full_name, email, updated_at, muted_mails, has_second_factor, security_changed_at, read_up_to, muted_notifications, told_of_end_at, told_of_verified_until, told_of_work_on, email_mac),
  delete
  on auth.persons to glasshouse_app;
grant select on auth.names to glasshouse_app;
grant execute on function desk.set_role_or_status, desk.set_email_verified to glasshouse_app;
