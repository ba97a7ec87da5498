-- Packs of evidence that were asked for, for the auditor (docs/decisions/102).
create table evidence_packs (
  id uuid primary key, -- of the command that asked for it
  owner_id uuid not null references owners (id), -- the firm
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  to_day text not null check (to_day ~ '^\d{4}-\d\d-\d\d$'),
  with_persons boolean not null, -- with names, e-mail addresses and words of people
  status text not null check (status in ('requested', 'granted')), -- one that was asked for waits among proposals, and stays so where it is refused
  requested_at timestamptz(3) not null, -- business time
  requested_by uuid not null references owners (id),
  agreed_by uuid references owners (id), -- the two administrators
  decided_by uuid references owners (id),
  constraint evidence_packs_ordered check (from_day <= to_day),
  -- With words of people it is granted by two, neither of whom asked.
  constraint evidence_packs_need_two check (not with_persons or status <> 'granted'
    or (agreed_by is not null and decided_by is not null and agreed_by <> decided_by and agreed_by <> requested_by and decided_by <> requested_by))
);
create index evidence_packs_newest on evidence_packs (requested_at desc, id desc); -- the list; how many were asked for in a day

-- How far one has come, by wall time. No state of the replay: it holds nothing that isn't elsewhere, and is made again on request.
create table evidence_files (
  pack_id uuid primary key references evidence_packs (id),
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  attempt integer not null default 0, -- of the last worker that began it: whoever made it before can't go on
  claimed_until timestamptz(3), -- nobody else begins it before
  percent integer not null default 0 check (percent between 0 and 100),
  size bigint, -- in bytes, once it is ready
  digest text check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the whole file
  manifest text check (manifest ~ '^[0-9a-f]{64}$'), -- SHA-256 of its manifest.json
  fault text, -- why it could not be made
  good_until timestamptz(3), -- once it is ready or has failed; then it is deleted
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint evidence_files_end check ((state = 'making') = (good_until is null)),
  constraint evidence_files_ready check ((state = 'ready') = (size is not null and digest is not null and manifest is not null)),
  constraint evidence_files_failed check ((state = 'failed') = (fault is not null))
);
create index evidence_files_to_make on evidence_files (created_at) where state = 'making'; -- the worker's next
create index evidence_files_ended on evidence_files (good_until) where good_until is not null; -- what is to be deleted

-- Its bytes in their order, each part but the last of the same size, locked as a document is.
create table evidence_parts (
  pack_id uuid not null references evidence_files (pack_id) on delete cascade,
  attempt integer not null,
  number integer not null,
  content_id uuid not null unique, -- in document_contents
  primary key (pack_id, attempt, number)
);

grant select, insert (id, owner_id, from_day, to_day, with_persons, status, requested_at, requested_by), update (status, agreed_by, decided_by) on evidence_packs to glasshouse_app;
grant select, insert (pack_id), update (state, attempt, claimed_until, percent, size, digest, manifest, fault, good_until), delete
  on evidence_files to glasshouse_app;
grant select, insert (pack_id, attempt, number, content_id), delete on evidence_parts to glasshouse_app;

-- What was decided stays decided.
create trigger evidence_packs_stay_decided before update on evidence_packs for each row
  when (old.status <> 'requested' and (old.status, old.agreed_by, old.decided_by) is distinct from (new.status, new.agreed_by, new.decided_by))
  execute function refuse_change();
