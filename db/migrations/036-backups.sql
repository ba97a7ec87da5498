-- Backups that were restored and checked (`npm run backup:rehearse`). docs/decisions/083 tells what was chosen. Wall time. Only
-- the database's owner adds a row, and nobody changes one; the application's role can invent none.
create table backup_rehearsals (
  id uuid primary key default gen_random_uuid(),
  started_at timestamptz(3) not null,
  ended_at timestamptz(3) not null check (ended_at >= started_at),
  backup text not null, -- its label, as pgBackRest names it
  backup_at timestamptz(3) not null, -- when that backup was complete
  commands bigint not null check (commands >= 0), -- in the journal that came back
  root_day date, -- the last daily root in it, the same as here; null: there was none yet
  root bytea,
  constraint backup_rehearsals_root check ((root is null) = (root_day is null))
);
create index backup_rehearsals_latest on backup_rehearsals (ended_at); -- the last one: the treasury, the gate, the metrics
create trigger backup_rehearsals_append_only before update or delete or truncate on backup_rehearsals
  for each statement execute function ledger.refuse_change();

revoke all on backup_rehearsals from public;
grant select on backup_rehearsals to glasshouse_app;
