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
