-- The auditor's seat: packs of evidence that were asked for, random samples of users, and what was looked at (docs/decisions/102).
create table evidence_packs (
  id uuid primary key, -- of the command that asked for it
  owner_id uuid not null references owners (id), -- the firm
  from_day text not null check (from_day ~ '^\d{4}-\d\d-\d\d$'),
  to_day text not null check (to_day ~ '^\d{4}-\d\d-\d\d$'),
  with_persons boolean not null, -- with names, e-mail addresses and words of people
  status text not null check (status in ('asked', 'granted', 'refused')),
  asked_at timestamptz(3) not null, -- business time, as all below
  asked_by uuid not null references owners (id),
  agreed_at timestamptz(3), -- by the first of two administrators; another one is the first where that one is none any more
  agreed_by uuid references owners (id),
  decided_at timestamptz(3), -- by the second, or by who refused it
  decided_by uuid references owners (id),
  refusal_reason text,
  constraint evidence_packs_ordered check (from_day <= to_day),
  constraint evidence_packs_agreed_whole check ((agreed_at is null) = (agreed_by is null)),
  constraint evidence_packs_decided_whole check ((decided_at is null) = (decided_by is null)),
  -- With words of people it is granted by two, neither of whom asked.
  constraint evidence_packs_need_two check (not with_persons or status <> 'granted'
    or (agreed_by is not null and decided_by is not null and agreed_by <> decided_by and agreed_by <> asked_by and decided_by <> asked_by)),
  constraint evidence_packs_refused check ((status = 'refused') = (refusal_reason is not null))
);
create index evidence_packs_newest on evidence_packs (asked_at desc, id desc); -- the list; how many were asked for in a day

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

create table audit_samples (
  id uuid primary key, -- of the command that drew it
  owner_id uuid not null references owners (id), -- the firm
  size integer not null check (size between 1 and 50),
  among integer not null, -- how many users there were to draw from
  drawn_at timestamptz(3) not null, -- business time
  drawn_by uuid not null references owners (id),
  constraint audit_samples_among check (among >= size)
);
create index audit_samples_newest on audit_samples (drawn_at desc, id desc); -- the list

create table audit_sample_people (
  sample_id uuid not null references audit_samples (id),
  person_id uuid not null references owners (id),
  owner_id uuid not null references owners (id), -- the firm
  number integer not null check (number between 0 and 49), -- in the order in which they were drawn
  primary key (sample_id, person_id)
);
create unique index audit_sample_people_by_number on audit_sample_people (sample_id, number);

create table audit_marks (
  id uuid primary key, -- of the command that made it
  sample_id uuid not null,
  owner_id uuid not null references owners (id), -- the person that was looked at
  marked_at timestamptz(3) not null, -- business time, as below
  marked_by uuid not null references owners (id),
  note text, -- null once the person was erased
  taken_back_at timestamptz(3),
  taken_back_by uuid references owners (id),
  take_back_reason text,
  foreign key (sample_id, owner_id) references audit_sample_people (sample_id, person_id),
  constraint audit_marks_taken_back_whole check ((taken_back_at is null) = (taken_back_by is null))
);
create unique index audit_marks_once on audit_marks (sample_id, owner_id) where taken_back_at is null; -- one counts
create index audit_marks_of_sample on audit_marks (sample_id); -- the page of a sample
create index audit_marks_by_owner on audit_marks (owner_id); -- erasing a person

grant select, insert (id, owner_id, from_day, to_day, with_persons, status, asked_at, asked_by, agreed_at, agreed_by),
  update (status, agreed_at, agreed_by, decided_at, decided_by, refusal_reason) on evidence_packs to glasshouse_app;
grant select, insert (pack_id), update (state, attempt, claimed_until, percent, size, digest, manifest, fault, good_until), delete
  on evidence_files to glasshouse_app;
grant select, insert (pack_id, attempt, number, content_id), delete on evidence_parts to glasshouse_app;
grant select, insert (id, owner_id, size, among, drawn_at, drawn_by) on audit_samples to glasshouse_app;
grant select, insert (sample_id, person_id, owner_id, number) on audit_sample_people to glasshouse_app;
grant select, insert (id, sample_id, owner_id, marked_at, marked_by, note),
  update (note, taken_back_at, taken_back_by, take_back_reason) on audit_marks to glasshouse_app;

-- What was decided stays decided, what was drawn stays drawn, and a mark is taken back once.
create trigger evidence_packs_stay_decided before update on evidence_packs for each row
  when (old.status <> 'asked' and (old.status, old.agreed_by, old.agreed_at, old.decided_by, old.decided_at, old.refusal_reason)
    is distinct from (new.status, new.agreed_by, new.agreed_at, new.decided_by, new.decided_at, new.refusal_reason)) execute function refuse_change();
create trigger audit_marks_stay before update of taken_back_at, taken_back_by on audit_marks for each row
  when (old.taken_back_at is not null and (old.taken_back_at, old.taken_back_by) is distinct from (new.taken_back_at, new.taken_back_by)) execute function refuse_change();
create trigger audit_marks_keep_their_words before update of note, take_back_reason on audit_marks for each row
  when ((new.note is not null and new.note is distinct from old.note)
    or (old.taken_back_at is not null and new.take_back_reason is not null and new.take_back_reason is distinct from old.take_back_reason))
  execute function refuse_change();
