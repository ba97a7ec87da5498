-- The files of imports, from their proposal until they aren't needed any more; and who was sent a link to set a password.
create table import_files (
  id uuid primary key,
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the content
  content bytea not null,
  kept_at timestamptz(3) not null default clock_timestamp()
);

create table import_invitations (
  person_id uuid primary key references auth.persons (id) on delete cascade,
  invited_at timestamptz(3) not null default clock_timestamp()
);

revoke all on import_files, import_invitations from public;
grant select, insert (id, digest, content), delete on import_files to glasshouse_app;
grant select, insert (person_id) on import_invitations to glasshouse_app;
create trigger import_files_stay before update or truncate on import_files for each statement execute function refuse_change();
