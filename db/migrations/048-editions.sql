-- The policies that people accept: each text as an edition, agreed to by two, which counts from a moment on. Editions and their
-- texts stay for good, so that it can be shown what somebody accepted.
create table edition_texts (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the content
  content text not null -- a page of text as canonical JSON
);

create table editions (
  id uuid primary key, -- of the command that published it
  owner_id uuid not null references owners (id), -- the firm
  policy text not null,
  title text not null,
  number bigint not null check (number > 0), -- among the editions of this policy, from 1
  digest text not null references edition_texts (digest),
  day text check (day ~ '^\d{4}-\d\d-\d\d$'), -- of the firm's zone, on which it begins to count; null: it was the first, and counted at once
  counts_from timestamptz(3) not null, -- business time
  changed text not null, -- what is new in it, in words of staff
  status text not null check (status in ('published', 'withdrawn')),
  published_at timestamptz(3) not null, -- business time
  first_by uuid not null references owners (id), -- who agreed first of the two
  second_by uuid not null references owners (id),
  withdrawn_at timestamptz(3), -- business time, before it counted
  constraint editions_take_two check (second_by <> first_by),
  constraint editions_withdrawn check ((withdrawn_at is not null) = (status = 'withdrawn') and (withdrawn_at is null or withdrawn_at < counts_from))
);
create unique index editions_in_order on editions (policy, number);

-- That a person accepted an edition. It stays after they have left: it says ids only.
create table acceptances (
  id uuid primary key, -- of the command by which they did
  owner_id uuid not null references owners (id),
  edition_id uuid not null references editions (id),
  at timestamptz(3) not null -- business time
);
create unique index acceptances_once on acceptances (owner_id, edition_id); -- what somebody has accepted
create index acceptances_of_edition on acceptances (edition_id); -- how many have

revoke all on edition_texts, editions, acceptances from public;
grant select, insert (digest, content) on edition_texts to glasshouse_app;
grant select, insert (id, owner_id, policy, title, number, digest, day, counts_from, changed, status, published_at, first_by, second_by),
  update (status, withdrawn_at) on editions to glasshouse_app;
grant select, insert (id, owner_id, edition_id, at) on acceptances to glasshouse_app;
create trigger edition_texts_stay before update or delete or truncate on edition_texts
  for each statement execute function refuse_change();
create trigger editions_stay before delete or truncate on editions
  for each statement execute function refuse_change();
create trigger acceptances_stay before update or delete or truncate on acceptances
  for each statement execute function refuse_change();
