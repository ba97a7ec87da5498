-- A link that was mailed ends with what it was mailed for. The database sees to it, so that no way by which an e-mail or a
-- password changes can forget it: in the transaction that changes it, whoever that is.

-- Who asked for a link of which kind: a loop answers those who are known here. It was for resets alone.
alter table auth.reset_requests rename to link_requests;
alter table auth.link_requests add column use text not null default 'reset-password';
alter table auth.link_requests alter column use drop default;

-- Ends the links of a person for these uses, those that were mailed and those that were asked for under this e-mail. Whoever
-- calls it holds the person's row: a link that is made meanwhile waits for it, and is seen here or isn't made any more.
create function auth.end_links(person uuid, of_email text, uses text[]) returns void language sql set search_path = pg_catalog, pg_temp as $$
  delete from auth.links where person_id = person and use = any (uses);
  delete from auth.link_requests where email = of_email and use = any (uses);
$$;

create function auth.end_links_with_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  perform auth.end_links(new.id, old.email, '{reset-password,confirm-email,known-browser}');
  return null;
end $$;
create trigger links_end_with_email after update of email on auth.persons
  for each row when (old.email <> new.email) execute function auth.end_links_with_email();

-- A new e-mail that waits to be confirmed stays: whoever got hold of the old one mustn't stop it by a reset. Of a sign-in
-- that has begun, the password was that of before: it begins anew.
create function auth.end_links_with_password() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  of_email text;
begin
  select email into of_email from auth.persons where id = new.person_id for no key update;
  perform auth.end_links(new.person_id, of_email, '{reset-password}');
  delete from auth.challenges where person_id = new.person_id and use = 'second-factor';
  return null;
end $$;
create trigger links_end_with_password after update of hash on auth.passwords
  for each row when (old.hash <> new.hash) execute function auth.end_links_with_password();

revoke all on function auth.end_links, auth.end_links_with_email, auth.end_links_with_password from public;
grant execute on function auth.end_links to glasshouse_app;
