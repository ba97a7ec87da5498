-- The first opening of a firm: proposed by one administrator, approved by another, once. docs/decisions/079 tells what was chosen.
create table openings (
  id uuid primary key, -- of the command that proposed it
  owner_id uuid not null references owners (id), -- the firm
  status text not null check (status in ('proposed', 'done', 'rejected', 'withdrawn', 'lapsed')),
  refusal_reason text, -- words of staff
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  constraint openings_take_two check (status <> 'done' or (decided_by is not null and decided_by <> proposed_by))
);
create unique index openings_once on openings (owner_id) where status = 'done';
create unique index openings_one_at_a_time on openings (owner_id) where status = 'proposed';

grant select, insert (id, owner_id, status, proposed_at, proposed_by),
  update (status, refusal_reason, decided_at, decided_by)
  on openings to glasshouse_app;
create trigger openings_words_stay before update of refusal_reason on openings for each row
  when (old.refusal_reason is not null and new.refusal_reason is distinct from old.refusal_reason)
  execute function refuse_change();
create trigger openings_stay_decided before update of status, decided_at, decided_by on openings for each row
  when (old.status <> 'proposed' and (new.status <> old.status or new.decided_at is distinct from old.decided_at or new.decided_by is distinct from old.decided_by))
  execute function refuse_change();
