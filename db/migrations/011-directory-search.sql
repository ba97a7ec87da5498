-- Searching the list of users: less is read where many match, and where a common run of signs stands beside rare ones.
-- docs/decisions/017 tells what was measured.

-- The texts stand beside the kept balances too, so that a search by balance walks along one index like any other.
create table auth.kept_anew (
  id uuid primary key, -- the owner's
  status text not null,
  balance bigint not null default 0, -- cents, as they were when last looked at
  full_name text collate "C" not null default '',
  email text collate "C" not null default '',
  account_id text collate "C" not null default ''
) with (fillfactor = 80);
insert into auth.kept_anew (id, status, balance, full_name, email, account_id)
  select k.id, k.status, k.balance, d.full_name, d.email, d.account_id from auth.kept_balances k join auth.directory d on d.id = k.id;
drop table auth.kept_balances;
alter table auth.kept_anew rename to kept_balances;
alter index auth.kept_anew_pkey rename to kept_balances_pkey;
create index kept_balances_by_balance on auth.kept_balances (status, balance, id) include (full_name, email, account_id); -- the list by balance
revoke all on auth.kept_balances from public;
grant select, update (balance) on auth.kept_balances to glasshouse_app;

create or replace function auth.enter_owners() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  with listed as materialized (
    select o.id, o.status, o.created_at, lower(coalesce(p.full_name, '')) as full_name, coalesce(p.email, '') as email, lower(coalesce(o.account_id, '')) as account_id
      from entered o left join auth.persons p on p.id = o.id where o.role <> 'firm'
  ), kept as (
    insert into auth.kept_balances (id, status, full_name, email, account_id) select id, status, full_name, email, account_id from listed
  ), counted as (
    insert into auth.user_counts (status, users) select status, count(*) from listed group by status
  )
  insert into auth.directory (id, status, created_at, full_name, email, account_id) select id, status, created_at, full_name, email, account_id from listed;
  return null;
end $$;

create or replace function auth.enter_person() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    update auth.directory set full_name = '', email = '' where id = old.id;
    update auth.kept_balances set full_name = '', email = '' where id = old.id;
  else
    update auth.directory set full_name = lower(new.full_name), email = new.email where id = new.id;
    update auth.kept_balances set full_name = lower(new.full_name), email = new.email where id = new.id;
  end if;
  return null;
end $$;

-- Beside the runs of three: with what name and e-mail begin, behind a sign that no text has. In their order, those who
-- begin with what is looked for stand together and are walked; this finds the others, who may stand anywhere.
drop index auth.directory_by_grams;
create or replace function auth.grams(full_name text, email text, account_id text) returns tsvector
  language sql immutable parallel safe cost 10000
  return array_to_tsvector(array(
    select substr(word, at, 3) from unnest(array[full_name, email, account_id]) as word, generate_series(1, length(word)) as at)
    || array[e'\x01' || left(full_name, 3), e'\x02' || left(email, 3)]);
create index directory_by_grams on auth.directory using gin (auth.grams(full_name, email, account_id)) with (fastupdate = off); -- what few users match

-- As before, but of these statuses alone: a limit counts nobody who isn't asked for.
drop function auth.directory_matching;
create function auth.directory_matching(grams tsquery, pattern text, most bigint, statuses text[] default '{active,frozen,closed}') returns setof auth.directory
  language sql stable rows 1000
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '32MB'
  begin atomic
    select d.* from auth.directory d
      where auth.grams(d.full_name, d.email, d.account_id) @@ directory_matching.grams
        and (d.full_name like pattern or d.email like pattern or d.account_id like pattern)
        and d.status = any (statuses)
      limit most;
  end;
revoke all on function auth.directory_matching from public;
grant execute on function auth.directory_matching to glasshouse_app;

-- Which grams many have, as the database last counted in a sample. A search reads its rarest, not the long lists of those that everybody has.
create table auth.common_grams (
  gram text collate "C" primary key,
  share real not null -- of all users
);
create index common_grams_by_share on auth.common_grams (share); -- the least that is kept

-- The statistics of an index are its owner's. Writes only what has changed.
create function auth.keep_common_grams() returns void language sql security definer set search_path = pg_catalog as $$
  with common as materialized (
    select e.gram, e.share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as e(gram, share)
      where s.schemaname = 'auth' and s.tablename = 'directory_by_grams' and e.gram is not null
  ), gone as (
    delete from auth.common_grams where gram not in (select gram from common)
  )
  insert into auth.common_grams (gram, share) select gram, share from common
    on conflict (gram) do update set share = excluded.share where common_grams.share <> excluded.share
$$;
revoke all on auth.common_grams from public;
revoke all on function auth.keep_common_grams from public;
grant select on auth.common_grams to glasshouse_app;
grant execute on function auth.keep_common_grams to glasshouse_app;
