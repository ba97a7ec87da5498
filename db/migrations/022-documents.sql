-- What people send of themselves (an identity card, a proof of address or income), for staff to look at. docs/decisions/086
-- tells what was chosen.

-- The bytes, locked: a data key for each row (AES-256-GCM), itself locked by a master key that lies outside the database. The id
-- of the row goes into both, so that neither opens in another row. Written before the command that takes them.
create table document_contents (
  id uuid primary key,
  owner_id uuid not null references owners (id),
  sealed bytea not null, -- nonce, what was sealed, tag
  data_key bytea not null, -- likewise
  master_key text not null check (master_key ~ '^[0-9a-f]{16}$'), -- the number of the key that locks the data key
  created_at timestamptz not null default clock_timestamp(), -- wall time
  kept_until timestamptz(3) -- business time, what the law asks to keep (docs/decisions/088); null: until the person is erased
);
-- Sealed bytes don't get smaller.
alter table document_contents alter column sealed set storage external;
create index document_contents_by_key on document_contents (master_key, id); -- turning the keys over
create index document_contents_by_time on document_contents (created_at); -- the sweep of what no command took
create index document_contents_by_owner on document_contents (owner_id); -- erasing a person
create index document_contents_due on document_contents (kept_until) where kept_until is not null; -- what is to be deleted

create table documents (
  id uuid primary key, -- of the command that added it
  owner_id uuid not null references owners (id),
  kind text not null check (kind in ('identity', 'address', 'income', 'message')),
  content_id uuid not null unique, -- in document_contents, while it is kept
  media_type text not null check (media_type in ('image/jpeg', 'application/pdf')),
  size bigint not null check (size > 0), -- in bytes, before they were locked
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the same
  pages integer not null check (pages between 1 and 100),
  added_at timestamptz(3) not null, -- business time
  status text not null check (status in ('added', 'submitted', 'removed', 'erased')),
  verification uuid, -- what it was first submitted with
  submitted_at timestamptz(3), -- business time, when it was last submitted or sent
  message_id uuid -- what it was sent with
);
create index documents_by_owner on documents (owner_id, added_at); -- my documents; what a person added in a day
create index documents_by_message on documents (message_id) where message_id is not null; -- the files of messages

-- When a member of staff last opened a document and the person was told.
create table document_views (
  document_id uuid not null references documents (id),
  viewer_id uuid not null references owners (id),
  owner_id uuid not null references owners (id), -- whose document it is
  viewed_at timestamptz(3) not null, -- business time
  primary key (document_id, viewer_id)
);
create index document_views_by_owner on document_views (owner_id);

-- The number and the last day of the identity document that somebody was verified by: sealed in document_contents, and here as a
-- keyed digest, by which one document at two people is noticed.
create table document_numbers (
  id uuid primary key, -- of the verification
  owner_id uuid not null references owners (id),
  content_id uuid not null unique, -- in document_contents, while it is kept
  digest text check (digest ~ '^[0-9a-f]{36}$'), -- a code by the server's secret; erased with the person
  recorded_at timestamptz(3) not null -- business time
);
create index document_numbers_by_owner on document_numbers (owner_id);
create index document_numbers_by_digest on document_numbers (digest) where digest is not null; -- the same document at others

grant select, insert (id, owner_id, sealed, data_key, master_key), update (data_key, master_key, kept_until), delete
  on document_contents to glasshouse_app;
grant select, insert (id, owner_id, kind, content_id, media_type, size, digest, pages, added_at, status), update (status, verification, submitted_at, message_id)
  on documents to glasshouse_app;
grant select, insert (document_id, viewer_id, owner_id, viewed_at), update (viewed_at) on document_views to glasshouse_app;
grant select, insert (id, owner_id, content_id, digest, recorded_at), update (digest) on document_numbers to glasshouse_app;

-- What is gone stays gone.
create trigger documents_stay_removed before update of status on documents for each row
  when (old.status in ('removed', 'erased') and new.status is distinct from old.status)
  execute function refuse_change();

create trigger document_numbers_stay before update of digest on document_numbers for each row
  when (coalesce(new.digest <> old.digest, new.digest is not null)) execute function refuse_change();

-- Whoever holds the application's role: nobody takes the bytes of a document or of a number that stands.
create function refuse_losing_document() returns trigger language plpgsql as $$
begin
  if exists (select from documents document where document.content_id = old.id and document.status in ('added', 'submitted'))
    or exists (select from document_numbers number where number.content_id = old.id and number.digest is not null) then
    raise exception 'a document still has these bytes';
  end if;
  return old;
end $$;
create trigger document_contents_stay before delete on document_contents for each row execute function refuse_losing_document();
-- Nor those that are kept, before their time.
create trigger document_contents_kept before update of kept_until on document_contents for each row
  when (old.kept_until is not null and new.kept_until is distinct from old.kept_until) execute function refuse_change();
create trigger document_contents_stay_kept before delete on document_contents for each row
  when (old.kept_until > business_now()) execute function refuse_change();
