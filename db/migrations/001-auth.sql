-- Who people are and how they sign in: everything about a person that can be erased lies here.
-- Column sets follow Better Auth's models user, session, account and verification.
create schema auth;

create table auth.persons (
  id uuid primary key, -- the same as the owner's in the books
  full_name text not null,
  email text not null constraint persons_email_is_lower_case check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  referral_code_used text, -- kept so that an owner can still be opened after a crash between sign-up and its command
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create unique index persons_by_email on auth.persons (email); -- signing in; one account an address

create table auth.sessions (
  id uuid primary key,
  person_id uuid not null references auth.persons (id) on delete cascade,
  token text not null, -- half of the credential: the cookie carries the server's signature too
  expires_at timestamptz(3) not null, -- the absolute limit; the idle one is the policy's
  ip_address text,
  user_agent text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp(), -- last use, to the minute
  fresh_until timestamptz(3) -- set when the password was asked again
) with (fillfactor = 80);
create unique index sessions_by_token on auth.sessions (token); -- every request
create index sessions_by_person on auth.sessions (person_id); -- ending the other sessions; erasing a person
create index sessions_by_end on auth.sessions (expires_at); -- sweeping what has ended

create table auth.credentials (
  id uuid primary key,
  person_id uuid not null references auth.persons (id) on delete cascade,
  account_id text not null, -- Better Auth's: the person's id again, for passwords
  provider_id text not null, -- 'credential': a password
  password text, -- argon2id, with its parameters and salt
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope text,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create unique index credentials_by_person on auth.credentials (person_id, provider_id); -- checking a password

create table auth.verifications (
  id uuid primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz(3) not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  updated_at timestamptz(3) not null default clock_timestamp()
);
create index verifications_by_identifier on auth.verifications (identifier); -- redeeming a link or a code

-- Counters of attempts, by wall time. The subject is a keyed hash: no e-mail or address lies here.
create table auth.attempts (
  kind text not null,
  subject text not null,
  count integer not null,
  refused_until timestamptz(3), -- the growing delay of an account
  forgotten_at timestamptz(3) not null, -- when the count starts anew
  primary key (kind, subject) -- counting one attempt
) with (fillfactor = 50);
create index attempts_by_end on auth.attempts (forgotten_at); -- sweeping what has ended

revoke all on all tables in schema auth from public;
grant usage on schema auth to glasshouse_app;
grant select, insert, update, delete on all tables in schema auth to glasshouse_app;
