-- Whether the holder of an account has proved that its e-mail address is theirs. docs/decisions/059 tells what was chosen.
alter table owners add column email_verified boolean not null default false;

-- Of the accounts that are there, those that somebody vouched for when they were opened, and those whose mailbox has been
-- proved: by a reset of the password, or by a new address that was confirmed. The same follows from the journal.
update owners owner set email_verified = true
  where exists (select from desk.commands command
      where command.subject = owner.id and command.outcome = 'done' and case command.kind
        when 'OpenOwner' then command.input ->> 'role' <> 'user' or command.input ->> 'fixed' = 'true'
        when 'NoteSecurityChange' then command.input ->> 'change' = 'password-reset'
        else false end)
    or exists (select from access_changes change where change.owner_id = owner.id and change.what = 'email' and change.status = 'done');

-- Verified once and for good, by a command that the same transaction has recorded and that leads to it, as a role and a
-- status are: see 100-column-grants.sql. The role has no right to the column.
-- Errors: GH006 nothing in this transaction leads to it; nothing was changed.
create function desk.set_email_verified(p_command uuid[], p_owner uuid[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set email_verified = true
    from unnest(p_command, p_owner) as given(command, owner) join desk.commands command on command.id = given.command
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and case command.kind
        when 'OpenOwner' then command.input ->> 'role' <> 'user' or 'true' in (command.input ->> 'fixed', command.input ->> 'vouched')
        when 'NoteSecurityChange' then command.input ->> 'change' = 'password-reset'
        when 'FinishAccessChange' then exists (select from public.access_changes change
          where change.id = (command.input ->> 'change')::uuid and change.what = 'email' and change.confirmed)
        else command.kind = 'VerifyEmail' end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction verifies this e-mail address' using errcode = 'GH006';
  end if;
end $$;
revoke all on function desk.set_email_verified from public;
grant execute on function desk.set_email_verified to glasshouse_app;

-- The link that verifies an address ends with it, as the others do.
create or replace function auth.end_links_with_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.end_links(new.id, old.email, '{reset-password,confirm-email,known-browser,verify-email}');
  return null;
end $$;
