-- The e-mail address of a person carries a MAC, so that a link is mailed to no address that somebody wrote into the database.
-- docs/decisions/053 tells what it is over. Null only until the first start that has the secret.
alter table auth.persons add column email_mac bytea;
alter table auth.earlier_emails add column email_mac bytea; -- as the person had it

-- Once, as for what else people sign in with: the application's role can't say that it wasn't done.
alter table desk.macs add column emails_filled_at timestamptz(3);

create or replace function auth.keep_earlier_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  insert into auth.earlier_emails (person_id, email, email_mac) values (old.id, old.email, old.email_mac)
    on conflict (person_id, email) do update set replaced_at = clock_timestamp(), email_mac = excluded.email_mac;
  return null;
end $$;

grant insert (email_mac), update (email_mac) on auth.persons to glasshouse_app;
grant insert (email_mac), update (email_mac) on auth.earlier_emails to glasshouse_app;
