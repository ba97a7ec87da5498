-- People who are invited to work here: by the operator at the shell, or by an administrator. docs/decisions/082 tells what was chosen.
create table auth.staff_invitations (
  id uuid primary key, -- follows from the token of the link, which stands nowhere
  email text not null,
  role text not null default 'user' check (role in ('user', 'admin')), -- only the database's owner writes another one
  invited_by uuid references owners (id), -- null: the operator, at the shell
  mac bytea not null, -- over id, email, role and who invited
  made_at timestamptz(3) not null default clock_timestamp(),
  expires_at timestamptz(3) not null default clock_timestamp() + interval '3 days',
  used_at timestamptz(3),
  owner_id uuid, -- whose account was made by it
  used_mac bytea, -- over id and owner_id: only who had the link could have it made
  ended_at timestamptz(3), -- taken back, or replaced by a later one
  constraint staff_invitations_are_used_whole check (num_nonnulls(used_at, owner_id, used_mac) in (0, 3)),
  constraint staff_invitations_end_once check (used_at is null or ended_at is null),
  constraint staff_invitations_of_operators check (role = 'user' or invited_by is null)
);
create unique index staff_invitations_open on auth.staff_invitations (email) where used_at is null and ended_at is null; -- one an address; the list
create unique index staff_invitations_used on auth.staff_invitations (owner_id) where owner_id is not null; -- each sign-in of theirs; erasing a person

-- Used or ended once, and used only in time.
create function auth.keep_staff_invitation() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.used_at is not null or old.ended_at is not null then
    raise exception 'an invitation that was used or has ended stays as it is' using errcode = 'GH004';
  end if;
  if new.used_at is not null then
    if old.expires_at <= clock_timestamp() then
      raise exception 'this invitation has expired' using errcode = 'GH004';
    end if;
    new.used_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger staff_invitations_stay before update on auth.staff_invitations for each row execute function auth.keep_staff_invitation();

revoke all on auth.staff_invitations from public;
revoke all on function auth.keep_staff_invitation from public;
grant select, delete, insert (id, email, invited_by, mac), update (used_at, owner_id, used_mac, ended_at)
  on auth.staff_invitations to glasshouse_app;

-- A role that an operator's invitation gives is proposed by nobody, and nobody approves it.
alter table role_changes
  alter column proposed_by drop not null,
  drop constraint role_changes_take_two,
  add constraint role_changes_take_two check (status <> 'done'
    or case when proposed_by is null then decided_by is null else decided_by is not null and decided_by <> proposed_by end);

-- As before, and by the end of an operator's invitation: of this very owner, not before its time. While the firm isn't open
-- yet it counts at once; from then on, a day after it was made.
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
                or not exists (select from public.openings opening where opening.status = 'done')))
        else false end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to this role' using errcode = 'GH006';
  end if;
end $$;
