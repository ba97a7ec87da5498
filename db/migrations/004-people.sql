-- People: as owners in the books, for good, and as persons in auth, where everything lies that can be erased.

-- Nobody may delete one: tables that are written under an owner's lock need no foreign key, which each batch of
-- requests would pay for. The audit asks for what it would hold.
create table owners (
  id uuid primary key, -- the person's id in auth.persons; the firm is the nil UUID
  role text not null check (role in ('user', 'admin', 'auditor', 'firm')),
  status text not null check (status in ('active', 'frozen', 'closed')),
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
  placed bigint not null default 0,
  profit bigint not null default 0,
  loss bigint not null default 0,
  referral bigint not null default 0,
  corrections bigint not null default 0,
  -- The hash of the last link of the owner's chain, read under the owner's lock and written with the owner. Null: no chain yet.
  head bytea,
  unlisted bigint not null default 0 -- the number of the last one in desk.unlisted
) with (fillfactor = 50);
create index owners_by_age on owners (created_at, id); -- the users list as it opens
create index owners_by_referrer on owners (referrer_id) where referrer_id is not null; -- what is left when closing
create index owners_who_administer on owners (id) where role = 'admin'; -- whether this is the last administrator

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
  -- Which mails the person doesn't want, by template. What is listed here may be switched off; the others are always sent.
  muted_mails text[] not null default '{}' constraint persons_mute_what_may_be_muted check (
    muted_mails <@ '{deposit-received,investment-opened,investment-matured,withdrawal-requested,withdrawal-decided,withdrawal-paid}' and
    array_position(muted_mails, null) is null),
  has_second_factor boolean not null default false, -- whether there is an authenticator app or a passkey; every request reads it
  security_changed_at timestamptz(3), -- when a password, a factor or the e-mail last changed: new destinations of money wait from then on
  name_number integer not null default 1 -- of the name that they have now
);
create unique index persons_by_email on auth.persons (email); -- signing in; one account an address

-- Every name that a person has had, by number: a reply that is repeated says the one of its time. Goes with the person,
-- so that erasing one leaves no name behind. docs/decisions/035 tells what was chosen.
create table auth.names (
  person_id uuid not null references auth.persons (id) on delete cascade,
  number integer not null, -- the first is 1; those from before names were numbered count backwards from 0
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

revoke all on all tables in schema auth from public;
revoke all on function auth.number_name, auth.keep_name from public;
grant select, insert, update on owners to glasshouse_app;
grant usage on schema auth to glasshouse_app;
grant select, insert, update, delete on auth.persons to glasshouse_app;
grant select on auth.names to glasshouse_app;
