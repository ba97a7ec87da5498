-- What waits for the second of two waits among all other proposals (185): the firm is open once its opening is done there.
drop table openings;

-- As before: an operator's invitation counts at once while the firm isn't open.
create or replace function desk.change_role(p_command uuid[], p_owner uuid[], p_role text[], p_mac bytea[]) returns void
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
      and owner.status <> 'closed'
      and change.owner_id = given.owner and change.role_from = owner.role and change.role_to = given.role
      and change.status in ('proposed', 'done')
      and case command.kind
        when 'ApproveRoleChange' then change.proposed_by <> command.actor
        when 'FinishRoleChange' then change.proposed_by is null and command.actor is null and given.role = 'admin'
          and exists (select from auth.staff_invitations invitation
            where invitation.id = change.id and invitation.owner_id = owner.id and invitation.role = 'admin' and invitation.used_at is not null
              and (invitation.made_at <= clock_timestamp() - interval '24 hours'
                or not exists (select from public.proposals proposal where proposal.kind = 'opening' and proposal.status = 'done')))
        else false end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to this role' using errcode = 'GH006';
  end if;
end $$;
