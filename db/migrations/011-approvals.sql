-- Edits, credits and approvals by one administrator alone, where a limit is set on what they bring to or send for people
-- in 24 hours. Read and written under the administrator's own lock. What two have made together isn't here.
-- docs/decisions/033 tells what was chosen.
create table desk.acts_alone (
  command_id uuid primary key,
  actor uuid not null,
  person uuid not null, -- to whom it was brought, or for whom it was sent
  amount bigint not null check (amount > 0), -- cents, in whichever direction
  kind text not null, -- of the command
  at timestamptz(3) not null default clock_timestamp() -- wall time: business time can be moved
);
create index acts_alone_by_actor on desk.acts_alone (actor, at) include (person, amount); -- the sums of the last 24 hours
create trigger acts_alone_append_only before update or delete or truncate on desk.acts_alone
  for each statement execute function ledger.refuse_change();

revoke all on desk.acts_alone from public;
grant select, insert (command_id, actor, person, amount, kind) on desk.acts_alone to glasshouse_app;
