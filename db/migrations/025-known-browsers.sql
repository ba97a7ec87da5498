-- Browsers that somebody signed in with before. Each has a count of its own for wrong passwords and codes, so that whoever
-- tries passwords from elsewhere doesn't keep the owner out. It opens nothing. The browser holds the signed id.
create table auth.known_browsers (
  person_id uuid not null references auth.persons (id) on delete cascade,
  place smallint not null constraint known_browsers_are_ten_a_person check (place between 1 and 10),
  id uuid not null,
  used_at timestamptz(3) not null default clock_timestamp(), -- the last sign-in; of ten, the one of longest ago makes room
  primary key (person_id, place) -- knowing one again, marking one, erasing a person
);

-- A changed or reset password ends them all, whoever changes it.
create function auth.forget_browsers() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  delete from auth.known_browsers where person_id = new.person_id;
  return null;
end $$;
create trigger browsers_are_forgotten_with_password after update of hash on auth.passwords
  for each row when (old.hash <> new.hash) execute function auth.forget_browsers();

revoke all on auth.known_browsers from public;
revoke all on function auth.forget_browsers from public;
grant select, insert, update, delete on auth.known_browsers to glasshouse_app;
