-- Random samples of users that an auditor drew, and what was looked at (docs/decisions/102).
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
  withdrawn_at timestamptz(3),
  withdrawn_by uuid references owners (id),
  withdrawn_reason text,
  foreign key (sample_id, owner_id) references audit_sample_people (sample_id, person_id),
  constraint audit_marks_withdrawn_whole check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index audit_marks_once on audit_marks (sample_id, owner_id) where withdrawn_at is null; -- one counts
create index audit_marks_of_sample on audit_marks (sample_id); -- the page of a sample
create index audit_marks_by_owner on audit_marks (owner_id); -- erasing a person

grant select, insert (id, owner_id, size, among, drawn_at, drawn_by) on audit_samples to glasshouse_app;
grant select, insert (sample_id, person_id, owner_id, number) on audit_sample_people to glasshouse_app;
grant select, insert (id, sample_id, owner_id, marked_at, marked_by, note),
  update (note, withdrawn_at, withdrawn_by, withdrawn_reason) on audit_marks to glasshouse_app;

-- What was drawn stays drawn, and a mark is taken back once.
create trigger audit_marks_stay before update of withdrawn_at, withdrawn_by on audit_marks for each row
  when (old.withdrawn_at is not null and (old.withdrawn_at, old.withdrawn_by) is distinct from (new.withdrawn_at, new.withdrawn_by)) execute function refuse_change();
create trigger audit_marks_keep_their_words before update of note, withdrawn_reason on audit_marks for each row
  when ((new.note is not null and new.note is distinct from old.note)
    or (old.withdrawn_at is not null and new.withdrawn_reason is not null and new.withdrawn_reason is distinct from old.withdrawn_reason))
  execute function refuse_change();
