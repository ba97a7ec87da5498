-- Checks that the law requires: that somebody may be who is on a list under sanctions. What the journal has of one tells nothing of
-- lists and matches; what was found stands in check_findings, which only whoever may read matches is shown.
create table checks (
  id uuid primary key, -- of the command that began it
  owner_id uuid not null references owners (id),
  entry text not null, -- MAC of the entry of a list
  pair text not null, -- MAC of what was found of both sides: the same isn't asked again
  freezes text not null check (freezes in ('account', 'payouts', 'nothing')), -- as the firm's pack had it then
  froze boolean not null, -- the account is frozen because of it: it goes on when this one ends
  status text not null check (status in ('open', 'cleared', 'confirmed')),
  begun_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references owners (id), -- who agreed
  constraint checks_by_others check (decided_by <> owner_id),
  constraint checks_decided_whole check ((status = 'open') = (decided_at is null) and (decided_at is null) = (decided_by is null))
);
create index checks_of_owner on checks (owner_id); -- what holds somebody's money
create index checks_oldest on checks (begun_at, id) where status = 'open'; -- staff's work
create index checks_newest on checks (decided_at desc, id desc) where status <> 'open'; -- what was decided

revoke all on checks from public;
grant select, insert (id, owner_id, entry, pair, freezes, froze, status, begun_at), update (froze, status, decided_at, decided_by)
  on checks to glasshouse_app;
-- A clearing stays.
create trigger checks_cleared_once before update on checks for each row
  when (old.status = 'cleared' and (old.status, old.decided_at, old.decided_by) is distinct from (new.status, new.decided_at, new.decided_by))
  execute function refuse_change();

-- What was found, as it stood then: JSON, of our side and the list's. Erased with the person.
create table check_findings (
  check_id uuid primary key references checks (id),
  owner_id uuid not null references owners (id),
  finding jsonb not null
);
create index check_findings_of_owner on check_findings (owner_id); -- erasing a person
revoke all on check_findings from public;
grant select, insert (check_id, owner_id, finding), delete on check_findings to glasshouse_app;

-- Why somebody proposed or refused to end a check, or to confirm it. In no journal. Erased with the person.
create table check_reasons (
  command_id uuid primary key, -- that gave it
  check_id uuid not null references checks (id),
  owner_id uuid not null references owners (id), -- whom the check is about
  by_id uuid not null references owners (id),
  reason text not null
);
create index check_reasons_of_check on check_reasons (check_id); -- beside its facts
create index check_reasons_of_owner on check_reasons (owner_id); -- erasing a person
revoke all on check_reasons from public;
grant select, insert (command_id, check_id, owner_id, by_id, reason), delete on check_reasons to glasshouse_app;

-- With what each person was last compared: their names and births, and the lists. Whoever has another digest now is due.
create table comparisons (
  owner_id uuid primary key references owners (id),
  digest bytea not null,
  compared_at timestamptz(3) not null -- wall time
);
revoke all on comparisons from public;
grant select, insert (owner_id, digest, compared_at), update (digest, compared_at), delete on comparisons to glasshouse_app;
