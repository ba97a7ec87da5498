-- How people sign in: passwords, second factors, links sent by mail, sessions, and what changes about any of them.
-- Each password and passkey carries a MAC by a key of the server's secret, which the database doesn't hold (docs/decisions/053).
-- A recovery code's stands in place of its digest.

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

-- Why a session ended, for whoever still has its cookie: its own row is gone.
create table auth.ended_sessions (
  token text primary key, -- of the session: half of a credential that opens nothing any more
  person_id uuid not null references auth.persons (id) on delete cascade,
  why text not null,
  expires_at timestamptz(3) not null -- when the session would have ended by itself: no browser has its cookie after that
);
create index ended_sessions_by_person on auth.ended_sessions (person_id); -- erasing a person
create index ended_sessions_by_end on auth.ended_sessions (expires_at); -- sweeping what nobody can ask for any more

create table auth.passwords (
  person_id uuid primary key -- checking a password
    constraint credentials_person_id_fkey references auth.persons (id) on delete cascade,
  hash text not null, -- argon2id, with its parameters and salt
  created_at timestamptz(3) not null default clock_timestamp(),
  changed_at timestamptz(3) not null default clock_timestamp(),
  mac bytea not null
);

-- Counters of attempts, by wall time. The subject is a keyed hash: no e-mail or address lies here.
create table auth.attempts (
  kind text not null,
  subject text not null,
  count integer not null,
  refused_until timestamptz(3), -- the growing delay of an account
  forgotten_at timestamptz(3) not null, -- when the count starts again
  primary key (kind, subject) -- counting one attempt
) with (fillfactor = 50);
create index attempts_by_end on auth.attempts (forgotten_at); -- sweeping what has ended

-- Browsers that have signed in before. Each has a count of its own for wrong passwords and codes, so that trying
-- passwords from elsewhere doesn't keep the owner out. It opens nothing. The browser holds the signed id.
create table auth.known_browsers (
  person_id uuid not null references auth.persons (id) on delete cascade,
  place smallint not null constraint known_browsers_are_ten_a_person check (place between 1 and 10),
  id uuid not null,
  used_at timestamptz(3) not null default clock_timestamp(), -- the last sign-in; of ten, the one of longest ago makes room
  primary key (person_id, place) -- knowing one again, marking one, erasing a person
);

-- A changed or reset password ends them all, whoever changes it.
create function auth.forget_browsers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.known_browsers where person_id = new.person_id;
  return null;
end $$;
create trigger browsers_are_forgotten_with_password after update of hash on auth.passwords
  for each row when (old.hash <> new.hash) execute function auth.forget_browsers();

-- An authenticator app (RFC 6238). One a person; until its first code was right it counts for nothing.
create table auth.authenticator_apps (
  person_id uuid primary key references auth.persons (id) on delete cascade,
  secret bytea not null, -- AES-256-GCM, by a key made of the server's secret
  confirmed_at timestamptz(3),
  last_step bigint not null default 0, -- the newest 30 seconds whose code was taken: no code works twice
  created_at timestamptz(3) not null default clock_timestamp(),
  begun_at timestamptz(3) not null default clock_timestamp(), -- when its secret was made …
  begun_in uuid, -- … and in which session: there a page that is loaded again goes on with it for a while
  id uuid not null default gen_random_uuid() -- a removal is about one app: another one that is set up has another id
);

create table auth.recovery_codes (
  person_id uuid not null references auth.persons (id) on delete cascade,
  hash bytea not null, -- SHA-256 of person and code, which is too long to be guessed from it
  used_at timestamptz(3),
  made_at timestamptz(3) not null default clock_timestamp(), -- codes made since a factor was added may be the thief's too
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
  used_at timestamptz(3),
  mac bytea not null
);
create index passkeys_by_person on auth.passkeys (person_id); -- the list of a person; erasing them

-- A second factor that was added, and can be undone by the link of the mail that told of it.
create table auth.added_factors (
  id uuid primary key, -- of the change, and so of the command that told of it
  person_id uuid not null references auth.persons (id) on delete cascade,
  added_at timestamptz(3) not null -- of the factor: it goes with whatever was added since
);
create index added_factors_by_person on auth.added_factors (person_id, added_at); -- undoing; erasing a person
create index added_factors_by_age on auth.added_factors (added_at); -- sweeping what nobody can undo any more

-- A ceremony that has begun: what must be answered, by whom, until when. The caller holds its signed id.
create table auth.challenges (
  id uuid primary key,
  use text not null, -- what it was begun for; it is good for nothing else
  person_id uuid references auth.persons (id) on delete cascade, -- null: the owner of the passkey that answers
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
  expires_at timestamptz(3) not null,
  unique (person_id, use) -- a new one replaces the old one
);
create index links_by_end on auth.links (expires_at); -- sweeping what has ended

-- Who asked for a link of which kind, known here or not: a loop answers those who are, so that the reply can't tell.
create table auth.link_requests (
  id bigint generated always as identity (sequence name auth.reset_requests_id_seq) constraint reset_requests_pkey primary key,
  email text not null,
  use text not null
);

-- A link that was mailed ends with what it was mailed for. The database sees to it, so that no way by which an e-mail or a
-- password changes can forget it: in the transaction that changes it.
-- Ends the links of a person for these uses, those that were mailed and those that were asked for under this e-mail. Its
-- caller holds the person's row: a link that is made meanwhile waits for it, and is seen here or isn't made any more.
create function auth.end_links(person uuid, of_email text, uses text[]) returns void language sql set search_path = pg_catalog, pg_temp as $$
  delete from auth.links where person_id = person and use = any (uses);
  delete from auth.link_requests where email = of_email and use = any (uses);
$$;

create function auth.end_links_with_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.end_links(new.id, old.email, '{reset-password,confirm-email,known-browser,verify-email}');
  return null;
end $$;
create trigger links_end_with_email after update of email on auth.persons
  for each row when (old.email <> new.email) execute function auth.end_links_with_email();

-- A new e-mail that waits to be confirmed stays: a thief of the old one mustn't stop it by a reset. Of a sign-in
-- that has begun, the password was that of before: it begins again.
create function auth.end_links_with_password() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  of_email text;
begin
  select email into of_email from auth.persons where id = new.person_id for no key update;
  perform auth.end_links(new.person_id, of_email, '{reset-password}');
  delete from auth.challenges where person_id = new.person_id and use = 'second-factor';
  return null;
end $$;
create trigger links_end_with_password after update of hash on auth.passwords
  for each row when (old.hash <> new.hash) execute function auth.end_links_with_password();

-- The addresses that an account had before: they too are told for a while what changes about signing in.
create table auth.earlier_emails (
  person_id uuid not null references auth.persons (id) on delete cascade,
  email text not null,
  replaced_at timestamptz(3) not null default clock_timestamp(),
  email_mac bytea, -- as the person had it
  primary key (person_id, email) -- whom to tell; erasing a person
);
create index earlier_emails_by_age on auth.earlier_emails (replaced_at); -- sweeping what nobody is told any more

create function auth.keep_earlier_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.earlier_emails (person_id, email, email_mac) values (old.id, old.email, old.email_mac)
    on conflict (person_id, email) do update set replaced_at = clock_timestamp(), email_mac = excluded.email_mac;
  return null;
end $$;
create trigger persons_keep_earlier_email after update of email on auth.persons
  for each row when (old.email <> new.email) execute function auth.keep_earlier_email();

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
revoke all on function auth.forget_browsers, auth.end_links, auth.end_links_with_email, auth.end_links_with_password from public;
grant select, insert (id, person_id, token, expires_at, ip_address, user_agent), update (token, updated_at, fresh_until), delete on auth.sessions to glasshouse_app;
grant select, insert (token, person_id, why, expires_at), delete on auth.ended_sessions to glasshouse_app;
grant select, insert (person_id, hash, mac), update (hash, changed_at, mac), delete on auth.passwords to glasshouse_app;
grant select, insert (kind, subject, count, forgotten_at), update (count, refused_until, forgotten_at), delete on auth.attempts to glasshouse_app;
grant select, insert (person_id, place, id), update (id, used_at), delete on auth.known_browsers to glasshouse_app;
grant select, insert (person_id, secret, begun_in), update (secret, confirmed_at, last_step, begun_at, begun_in), delete on auth.authenticator_apps to glasshouse_app;
grant select, insert (person_id, hash), update (used_at), delete on auth.recovery_codes to glasshouse_app;
grant select, insert (id, person_id, public_key, counter, transports, name, mac), update (counter, used_at), delete on auth.passkeys to glasshouse_app;
grant select, insert (id, person_id, added_at), update (added_at), delete on auth.added_factors to glasshouse_app; -- sweeping locks rows, which takes UPDATE of one column
grant select, insert (id, use, person_id, nonce, expires_at), update (failures), delete on auth.challenges to glasshouse_app;
grant select, insert (id, person_id, use, expires_at), update (id, expires_at), delete on auth.links to glasshouse_app;
grant select, insert (email, use), delete on auth.link_requests to glasshouse_app;
grant select, insert (person_id, email, email_mac), update (replaced_at, email_mac), delete on auth.earlier_emails to glasshouse_app;
grant select, insert (id, person_id, change, told_from), update (told_from), delete on auth.security_changes to glasshouse_app;
grant execute on function auth.end_links to glasshouse_app;
