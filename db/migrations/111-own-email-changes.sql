-- People change their e-mail address themselves, as a change of access that they propose. docs/decisions/059 tells what was chosen.
alter table access_changes add column agreed boolean not null default true; -- the address of before; only a change of one's own is asked

-- Removals still take two administrators, neither of whom is the person.
alter table access_changes
  drop constraint access_changes_check,
  drop constraint access_changes_are_approved,
  add constraint access_changes_are_by_others check (what = 'email' or proposed_by <> owner_id),
  add constraint access_changes_are_approved check (status not in ('waiting', 'done', 'lapsed') or approved_by is not null or proposed_by = owner_id);
grant insert (agreed), update (agreed) on access_changes to glasshouse_app;

create or replace function keep_access_wait() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
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
