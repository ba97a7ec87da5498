-- What one administrator alone may bring to or send for people in 24 hours, and who reads of what staff tried on
-- themselves. docs/decisions/033 tells what was chosen.

-- Edits, credits and approvals by one administrator alone, where a limit is set. Read and written under the
-- administrator's own lock. What two have made together isn't here.
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
grant select, insert on desk.acts_alone to glasshouse_app;

-- The audit log reads what staff tried on themselves too: by nature that was refused. The kind of the command doesn't
-- matter, so that a new one needs no other index; people's own commands are in none of these still.
drop index desk.commands_by_staff, desk.commands_by_staff_actor, desk.commands_by_staff_subject, desk.commands_by_staff_kind;
create index commands_by_staff on desk.commands (at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- the audit log
create index commands_by_staff_actor on desk.commands (actor, at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- of one member of staff
create index commands_by_staff_subject on desk.commands (subject, at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- about one person
create index commands_by_staff_kind on desk.commands (kind, at, id)
  where actor is not null and (subject is distinct from actor or outcome in ('not_on_yourself', 'last_administrator', 'staff_frozen')); -- of one kind
