-- Signing in by our own statements: the columns of the library that did it before go, and what second factors, passkeys
-- and links sent by mail need comes.
drop table auth.verifications;

alter table auth.persons
  drop column email_verified,
  drop column image,
  add column has_second_factor boolean not null default false, -- whether one of the two tables below has a row; every request reads it
  add column security_changed_at timestamptz(3); -- when a password, a factor or the e-mail last changed: new destinations of money wait from then on

alter table auth.credentials rename to passwords;
alter table auth.passwords
  drop column id, drop column account_id, drop column provider_id, drop column access_token, drop column refresh_token, drop column id_token,
  drop column access_token_expires_at, drop column refresh_token_expires_at, drop column scope;
alter table auth.passwords rename column password to hash; -- argon2id, with its parameters and salt
alter table auth.passwords rename column updated_at to changed_at;
alter table auth.passwords alter column hash set not null, add primary key (person_id); -- checking a password

-- An authenticator app (RFC 6238). One a person; until its first code was right it counts for nothing.
create table auth.authenticator_apps (
  person_id uuid primary key references auth.persons (id) on delete cascade,
  secret bytea not null, -- AES-256-GCM, by a key made of the server's secret
  confirmed_at timestamptz(3),
  last_step bigint not null default 0, -- the newest 30 seconds whose code was taken: no code works twice
  created_at timestamptz(3) not null default clock_timestamp()
);

create table auth.recovery_codes (
  person_id uuid not null references auth.persons (id) on delete cascade,
  hash bytea not null, -- SHA-256 of person and code, which is too long to be guessed from it
  used_at timestamptz(3),
  primary key (person_id, hash) -- redeeming one
);

create table auth.passkeys (
  id text primary key, -- the credential's, base64url
  person_id uuid not null references auth.persons (id) on delete cascade,
  public_key bytea not null,
  counter bigint not null, -- of signatures; one that falls back tells of a copy
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  used_at timestamptz(3)
);
create index passkeys_by_person on auth.passkeys (person_id); -- the list of a person; erasing them

-- A ceremony that has begun: what must be answered, by whom, until when. The caller holds its signed id.
create table auth.challenges (
  id uuid primary key,
  use text not null, -- what it was begun for; it is good for nothing else
  person_id uuid references auth.persons (id) on delete cascade, -- null: whoever owns the passkey that answers
  nonce text, -- what a passkey has to sign
  failures integer not null default 0,
  expires_at timestamptz(3) not null
);
create index challenges_by_person on auth.challenges (person_id); -- erasing a person
create index challenges_by_end on auth.challenges (expires_at); -- sweeping what has ended

-- Links sent by mail. The link carries the server's signature over the id: a copy of this table opens nothing.
create table auth.links (
  id uuid primary key,
  person_id uuid not null references auth.persons (id) on delete cascade,
  use text not null,
  email text, -- the address that a link confirms
  expires_at timestamptz(3) not null,
  unique (person_id, use) -- a new one replaces the old one
);
create index links_by_end on auth.links (expires_at); -- sweeping what has ended

-- Who asked for a link to reset a password, known here or not: a loop answers those who are, so that the reply can't tell.
create table auth.reset_requests (
  id bigint generated always as identity primary key,
  email text not null
);

-- What changed about a sign-in and isn't yet told: in the activity, and by mail. Its id becomes the command's.
create table auth.security_changes (
  id uuid primary key,
  person_id uuid not null references auth.persons (id) on delete cascade,
  change text not null,
  told_from timestamptz(3) not null default clock_timestamp() -- nobody else tells it before
);
create index security_changes_by_time on auth.security_changes (told_from); -- the loop
create index security_changes_by_person on auth.security_changes (person_id); -- erasing a person

revoke all on all tables in schema auth from public;
grant select, insert, update, delete on
  auth.authenticator_apps, auth.recovery_codes, auth.passkeys, auth.challenges, auth.links, auth.reset_requests, auth.security_changes to glasshouse_app;
