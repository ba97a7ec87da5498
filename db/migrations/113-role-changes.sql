-- Roles that are given and taken: proposed by one administrator, decided by another. docs/decisions/069 tells what was chosen.
create table role_changes (
  id uuid primary key, -- of the command that proposed it
  owner_id uuid not null,
  role_from text not null check (role_from in ('user', 'admin', 'auditor')),
  role_to text not null check (role_to in ('user', 'admin', 'auditor')),
  status text not null check (status in ('proposed', 'done', 'rejected', 'withdrawn', 'lapsed')),
  reason text, -- erased with the person
  refusal_reason text, -- erased with the person
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  constraint role_changes_change check (role_from <> role_to),
  constraint role_changes_take_two check (status <> 'done' or (decided_by is not null and decided_by <> proposed_by)),
  constraint role_changes_of_others check (proposed_by <> owner_id and (decided_by is null or decided_by <> owner_id))
);
create index role_changes_open on role_changes (owner_id) where status = 'proposed'; -- what is proposed for a person; the list of proposals
create index owners_who_audit on owners (id) where role = 'auditor'; -- the staff page, with the index of administrators

grant select, insert (id, owner_id, role_from, role_to, status, reason, proposed_at, proposed_by),
  update (status, reason, refusal_reason, decided_at, decided_by)
  on role_changes to glasshouse_app;
create trigger role_changes_words_stay before update of reason, refusal_reason on role_changes for each row
  when (coalesce(new.reason <> old.reason, new.reason is not null) or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
create trigger role_changes_stay_decided before update of status, decided_at, decided_by on role_changes for each row
  when (old.status <> 'proposed' and (new.status <> old.status or new.decided_at is distinct from old.decided_at or new.decided_by is distinct from old.decided_by))
  execute function refuse_change();

-- Another role for each of these owners, by a command that this transaction has recorded and a proposal of somebody else's.
-- Errors: GH006 nothing in this transaction leads to it; nothing was changed.
create function desk.change_role(p_command uuid[], p_owner uuid[], p_role text[], p_mac bytea[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set role = given.role, role_mac = given.mac
    from unnest(p_command, p_owner, p_role, p_mac) as given(command, owner, role, mac)
      join desk.commands command on command.id = given.command
      join public.role_changes change on change.id = (command.input ->> 'roleChange')::uuid
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and command.kind = 'ApproveRoleChange' and owner.status <> 'closed'
      and change.owner_id = given.owner and change.role_from = owner.role and change.role_to = given.role
      and change.status in ('proposed', 'done') and change.proposed_by <> command.actor;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to this role' using errcode = 'GH006';
  end if;
end $$;
revoke all on function desk.change_role from public;
grant execute on function desk.change_role to glasshouse_app;
