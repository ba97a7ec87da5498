-- A second factor that was added, and can be undone by the link of the mail that told of it.
create table auth.added_factors (
  id uuid primary key, -- of the change, and so of the command that told of it
  person_id uuid not null references auth.persons (id) on delete cascade,
  added_at timestamptz(3) not null -- of the factor: it goes with whatever was added since
);
create index added_factors_by_person on auth.added_factors (person_id, added_at); -- undoing; erasing a person
create index added_factors_by_age on auth.added_factors (added_at); -- sweeping what nobody can undo any more

-- Codes that were made since the factor was added may be the thief's too.
alter table auth.recovery_codes add column made_at timestamptz(3) not null default clock_timestamp();

revoke all on auth.added_factors from public;
grant select, insert, update, delete on auth.added_factors to glasshouse_app;
