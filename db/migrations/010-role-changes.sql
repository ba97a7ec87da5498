-- Roles that the operator's invitations lead to, proposed by nobody. Every other change of a role waits among the proposals.
-- docs/decisions/069 and 082 tell what was chosen.
create table invited_roles (
  id uuid primary key, -- of the invitation
  owner_id uuid not null,
  status text not null check (status in ('waiting', 'given', 'refused', 'withdrawn')),
  accepted_at timestamptz(3) not null,
  refusal_reason text, -- erased with the person
  decided_at timestamptz(3),
  decided_by uuid references owners (id) -- who refused it, somebody else
    constraint invited_roles_refused_by_others check (decided_by <> owner_id)
);
create index invited_roles_waiting on invited_roles (owner_id) where status = 'waiting'; -- the page of staff

revoke all on invited_roles from public;
grant select, insert (id, owner_id, status, accepted_at), update (status, refusal_reason, decided_at, decided_by)
  on invited_roles to glasshouse_app;
create trigger invited_roles_words_stay before update of refusal_reason on invited_roles for each row
  when (new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
create trigger invited_roles_stay_decided before update of status, decided_at, decided_by on invited_roles for each row
  when (old.status <> 'waiting' and (new.status <> old.status or new.decided_at is distinct from old.decided_at or new.decided_by is distinct from old.decided_by))
  execute function refuse_change();

-- Other roles for each of these owners, by a command that this transaction has recorded: an agreement to what somebody else
-- agreed to before, about neither of them; or the end of an operator's invitation of this very owner, not before its time. While
-- the firm isn't open yet that counts at once; from then on, a day after it was made.
-- Errors: GH006 nothing in this transaction leads to it; nothing was changed.
create function desk.change_roles(p_command uuid[], p_owner uuid[], p_roles text[], p_mac bytea[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set roles = given.roles, role_mac = given.mac,
      role = case given.roles when '[]' then 'user' when '["auditor"]' then 'auditor' else 'admin' end
    from unnest(p_command, p_owner, p_roles, p_mac) as given(command, owner, roles, mac)
      join desk.commands command on command.id = given.command
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and owner.status <> 'closed'
      and case command.kind
        when 'AgreeToProposal' then command.actor <> owner.id
          and exists (select from public.proposals proposal join public.agreements agreement on agreement.proposal_id = proposal.id
            where proposal.id = (command.input ->> 'proposal')::uuid and proposal.kind = 'role-change' and proposal.owner_id = owner.id
              and proposal.status in ('open', 'done')
              and proposal.facts::jsonb = jsonb_build_object('user', owner.id, 'from', owner.roles, 'roles', given.roles)
              and agreement.agreed_by not in (command.actor, owner.id))
        when 'FinishRoleChange' then command.actor is null and given.roles = '["administrator"]' and owner.roles = '[]'
          and exists (select from auth.staff_invitations invitation
            where invitation.id = (command.input ->> 'invitation')::uuid and invitation.owner_id = owner.id and invitation.role = 'admin' and invitation.used_at is not null
              and (invitation.made_at <= clock_timestamp() - interval '24 hours'
                or not exists (select from public.proposals proposal where proposal.kind = 'opening' and proposal.status = 'done')))
        else false end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to these roles' using errcode = 'GH006';
  end if;
end $$;
revoke all on function desk.change_roles from public;
grant execute on function desk.change_roles to glasshouse_app;
