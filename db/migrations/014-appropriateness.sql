-- What people answered before their first investment, and whether plans are for them now: docs/decisions/085.
create table appropriateness_checks (
  id uuid primary key, -- of the command
  owner_id uuid not null references owners (id),
  version integer not null, -- of the questions
  answers text, -- JSON, by question; erased with the person
  outcome text not null check (outcome in ('fits', 'pause')),
  answered_at timestamptz(3) not null,
  paused_until timestamptz(3), -- it can be answered again from then on
  pauses integer not null check (pauses >= 0), -- how many there were, with this one
  constraint appropriateness_checks_pause check ((outcome = 'pause') = (paused_until is not null))
);
create index appropriateness_checks_latest on appropriateness_checks (owner_id, answered_at desc); -- before an investment; the case file
-- Once answered that they fit, nobody is asked again.
create unique index appropriateness_checks_fit_once on appropriateness_checks (owner_id) where outcome = 'fits';

grant select, insert (id, owner_id, version, answers, outcome, answered_at, paused_until, pauses), update (answers)
  on appropriateness_checks to glasshouse_app;
create trigger appropriateness_checks_words_stay before update of answers on appropriateness_checks for each row
  when (coalesce(new.answers <> old.answers, new.answers is not null))
  execute function refuse_change();
