-- Copies of all that is kept about somebody, which they asked for (docs/decisions/088).
create table archives (
  id uuid primary key, -- of the command that asked for it
  owner_id uuid not null references owners (id),
  requested_at timestamptz(3) not null -- business time
);
create index archives_by_owner on archives (owner_id, requested_at); -- mine; how many somebody asked for in a day

-- How far one has come, by wall time. No state of the replay: it holds nothing that isn't elsewhere, and is made again on request.
create table archive_files (
  archive_id uuid primary key references archives (id),
  owner_id uuid not null references owners (id),
  state text not null default 'making' check (state in ('making', 'ready', 'failed')),
  attempt integer not null default 0, -- of the last worker that began it: whoever made it before can't go on
  claimed_until timestamptz(3), -- nobody else begins it before
  steps_done integer not null default 0,
  steps integer not null default 1 check (steps > 0),
  size bigint, -- in bytes, once it is ready
  good_until timestamptz(3), -- once it is ready or has failed; then it is deleted
  created_at timestamptz(3) not null default clock_timestamp(),
  constraint archive_files_end check ((state = 'making') = (good_until is null)),
  constraint archive_files_size check ((state = 'ready') = (size is not null))
);
create index archive_files_by_owner on archive_files (owner_id); -- erasing a person
create index archive_files_to_make on archive_files (created_at) where state = 'making'; -- the worker's next
create index archive_files_ended on archive_files (good_until) where good_until is not null; -- what is to be deleted

-- Its bytes in their order, each part locked as a document is.
create table archive_parts (
  archive_id uuid not null references archive_files (archive_id) on delete cascade,
  attempt integer not null,
  number integer not null,
  content_id uuid not null unique, -- in document_contents
  primary key (archive_id, attempt, number)
);

grant select, insert (id, owner_id, requested_at) on archives to glasshouse_app;
grant select, insert (archive_id, owner_id), update (state, attempt, claimed_until, steps_done, steps, size, good_until), delete
  on archive_files to glasshouse_app;
grant select, insert (archive_id, attempt, number, content_id), delete on archive_parts to glasshouse_app;
