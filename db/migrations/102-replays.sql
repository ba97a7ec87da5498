-- What was found each time that the worker decided the journal again and compared all state with it. docs/decisions/052
-- tells what was chosen. Wall time.
create table desk.replays (
  started_at timestamptz(3) primary key, -- one at a time over all processes; the last of each part
  ended_at timestamptz(3) not null,
  part text not null check (part in ('whole', 'new')), -- all commands, or those after the last checkpoint
  commands bigint not null check (commands >= 0), -- decided again
  rows bigint not null check (rows >= 0), -- of state, compared with what must stand there
  last_command uuid, -- the last of the journal that was decided; null: there was none
  differences text[] not null, -- the first one of each table, in words
  mac bytea not null -- over everything above: the role's right to write rows makes none
);
create trigger replays_append_only before update or delete or truncate on desk.replays
  for each statement execute function ledger.refuse_change();

revoke all on desk.replays from public;
grant select on desk.replays to glasshouse_app;
grant insert (started_at, ended_at, part, commands, rows, last_command, differences, mac) on desk.replays to glasshouse_app;
