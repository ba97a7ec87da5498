-- Changes that staff make of how a person signs in: another e-mail in live, and a second factor or passkey that is taken
-- away. docs/decisions/038 says why they take two administrators, a wait by wall time, and a way to stop them. And another
-- e-mail that people propose for themselves: docs/decisions/059.

-- Written under the lock of the owner, who is there for good.
create table access_changes (
  id uuid primary key, -- of the command that proposed it, or, of an e-mail, that approved it
  owner_id uuid not null,
  what text not null check (what in ('email', 'app', 'passkey')),
  status text not null check (status in ('proposed', 'waiting', 'done', 'rejected', 'withdrawn', 'stopped', 'lapsed')),
  email text, -- the new one; erased with the person
  app uuid, -- the id of the authenticator app; erased with the person
  passkey text, -- its id; erased with the person
  passkey_name text, -- erased with the person
  hostile boolean not null, -- another person added the factor: only a link out of a mail stops its removal
  confirmed boolean not null, -- the new e-mail, by its owner
  agreed boolean not null default true, -- the address of before, to a change of one's own; nobody else's asks it
  wait_ms bigint not null check (wait_ms >= 0), -- from the second approval to the effect
  reason text, -- erased with the person
  refusal_reason text, -- why it was not made; erased with the person
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  approved_at timestamptz(3),
  approved_by uuid references owners (id) constraint access_changes_check1 check (approved_by <> owner_id),
  decided_at timestamptz(3), -- when it ended, whichever way
  decided_by uuid references owners (id),
  effective_from timestamptz(3), -- wall time: what waits takes no effect before it; set here and nowhere else
  constraint access_changes_take_two check (approved_by <> proposed_by),
  -- A factor is taken away by two administrators, neither of whom is the person.
  constraint access_changes_are_by_others check (what = 'email' or proposed_by <> owner_id),
  constraint access_changes_are_approved check (status not in ('waiting', 'done', 'lapsed') or approved_by is not null or proposed_by = owner_id)
);
create index access_changes_by_owner on access_changes (owner_id, proposed_at, id); -- on a user's page, and erasing a person
create index access_changes_open on access_changes (owner_id) where status in ('proposed', 'waiting'); -- what an edit of an e-mail ends
create index access_changes_by_status on access_changes (status, proposed_at, id); -- what waits for a second administrator
create index access_changes_ripe on access_changes (effective_from) where status = 'waiting'; -- the loop

-- The wait counts by the database's own clock, whatever the demonstration's or a process's says.
create function keep_access_wait() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and old.status not in ('proposed', 'waiting') and new.status <> old.status then
    raise exception 'a change of access that has ended stays as it is' using errcode = 'GH004';
  end if;
  if new.status = 'done' and (tg_op = 'INSERT' or (old.status = 'proposed' and new.wait_ms > 0)
      or (old.status = 'waiting' and old.effective_from > clock_timestamp()) or (new.what = 'email' and not (old.confirmed and old.agreed))) then
    raise exception 'a change of access took effect before its time' using errcode = 'GH004';
  end if;
  new.effective_from := case when tg_op = 'UPDATE' and old.effective_from is not null then old.effective_from
    when new.status = 'waiting' then clock_timestamp() + new.wait_ms * interval '1 millisecond' end;
  return new;
end $$;
create trigger access_changes_wait before insert or update on access_changes for each row execute function keep_access_wait();

revoke all on access_changes from public;
grant select,
  insert (id, owner_id, what, status, email, app, passkey, passkey_name, hostile, confirmed, agreed, wait_ms, reason, proposed_at, proposed_by,
    approved_at, approved_by),
  update (status, email, app, passkey, passkey_name, confirmed, agreed, wait_ms, reason, refusal_reason, approved_at, approved_by, decided_at, decided_by)
  on access_changes to glasshouse_app;
create trigger access_changes_words_stay before update of email, app, passkey, passkey_name, reason, refusal_reason on access_changes for each row
  when (coalesce(new.email <> old.email, new.email is not null)
    or coalesce(new.app <> old.app, new.app is not null)
    or coalesce(new.passkey <> old.passkey, new.passkey is not null)
    or coalesce(new.passkey_name <> old.passkey_name, new.passkey_name is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null)
    or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
