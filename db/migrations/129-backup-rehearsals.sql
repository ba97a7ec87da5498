-- Backups that were restored and checked (`npm run backup:rehearse`). The operator's own record: the application only reads it.
create table backup_rehearsals (
  id uuid primary key default gen_random_uuid(),
  ended_at timestamptz(3) not null default clock_timestamp(),
  seconds integer not null check (seconds >= 0),
  backup text not null, -- the label of the backup that was restored
  backup_at timestamptz(3) not null,
  commands bigint not null check (commands >= 0), -- how many the restored journal had
  root text -- the last root that was compared, in hex; null: there was none yet
);
create index backup_rehearsals_latest on backup_rehearsals (ended_at);
grant select on backup_rehearsals to glasshouse_app;
