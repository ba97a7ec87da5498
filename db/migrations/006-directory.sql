-- The list of users at any size: what it is sorted and searched by, apart from rows that change with every command.
-- Triggers keep it, from owners and persons; nothing else writes here but the refreshing of balances and counts.
-- docs/decisions/017 tells what was measured.

-- One quiet row a user. In lower case and by code point, so that the order doesn't depend on the server's language.
-- It is personal, and is emptied when the person is erased.
create table auth.directory (
  id uuid primary key, -- the owner's
  status text not null,
  created_at timestamptz(3) not null,
  full_name text collate "C" not null default '',
  email text collate "C" not null default '',
  account_id text collate "C" not null default ''
) with (autovacuum_vacuum_insert_scale_factor = 0.02); -- pages known to be visible to all are read from the index alone

-- The trigrams of each text, with what is left at its end: every search term begins with some of them or is the beginning
-- of one, in any script. (pg_trgm knows letters of the server's language only, and isn't on every server.)
-- Beside them what name and e-mail begin with, behind a character that no text has: those who begin with the term stand
-- together in their order and are read from there; this finds the others, who may stand anywhere.
create function auth.grams(full_name text, email text, account_id text) returns tsvector
  language sql immutable parallel safe cost 10000
  return array_to_tsvector(array(
    select substr(word, at, 3) from unnest(array[full_name, email, account_id]) as word, generate_series(1, length(word)) as at)
    || array[e'\x01' || left(full_name, 3), e'\x02' || left(email, 3)]);

-- With what a search looks at, so that reading along an order touches no table.
create index directory_by_age on auth.directory (status, created_at, id) include (full_name, email, account_id); -- newest and oldest first
create index directory_by_name on auth.directory (status, full_name, id) include (email, account_id); -- by name
create index directory_by_email on auth.directory (status, email, id) include (full_name, account_id); -- by e-mail
-- What few users match. Written at once: a list of what is still to be added would be read by every search.
create index directory_by_grams on auth.directory using gin (auth.grams(full_name, email, account_id)) with (fastupdate = off);

-- Whom a search finds, up to a limit that counts nobody of other statuses. A function, so that its plan is always the
-- index of trigrams: by the planner's guesses about texts it would sometimes be the whole table. Workers would take
-- longer to start than to help.
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

-- Which trigrams many have, as the database last counted in a sample. A search reads its rarest, not the long lists of
-- those that everybody has.
create table auth.common_grams (
  gram text collate "C" primary key,
  share real not null -- of all users
);
create index common_grams_by_share on auth.common_grams (share); -- the least that is kept

-- The statistics of an index are its owner's. Writes only what has changed.
create function auth.keep_common_grams() returns void language sql security definer set search_path = pg_catalog, pg_temp as $$
  with common as materialized (
    select e.gram, e.share from pg_stats s, unnest(s.most_common_elems::text::text[], s.most_common_elem_freqs) as e(gram, share)
      where s.schemaname = 'auth' and s.tablename = 'directory_by_grams' and e.gram is not null
  ), gone as (
    delete from auth.common_grams where gram not in (select gram from common)
  )
  insert into auth.common_grams (gram, share) select gram, share from common
    on conflict (gram) do update set share = excluded.share where common_grams.share <> excluded.share
$$;

-- Balances as they were when they were last looked at, for the order by balance in a house too large to sort them all.
-- With the texts, so that a search by balance reads along one index like any other. Apart from the directory: changing an
-- indexed value there would write its trigrams again.
create table auth.kept_balances (
  id uuid primary key, -- the owner's
  status text not null,
  balance bigint not null default 0, -- cents, as they were when last looked at
  full_name text collate "C" not null default '',
  email text collate "C" not null default '',
  account_id text collate "C" not null default ''
) with (fillfactor = 80);
create index kept_balances_by_balance on auth.kept_balances (status, balance, id) include (full_name, email, account_id); -- the list by balance

-- How many users there are: summands, not one row a status, which every sign-up would have to lock.
create table auth.user_counts (
  status text not null,
  users bigint not null
);

create function auth.enter_owners() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
create trigger owners_are_entered after insert on public.owners
  referencing new table as entered for each statement execute function auth.enter_owners();

create function auth.enter_status() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update auth.directory set status = new.status where id = new.id;
  update auth.kept_balances set status = new.status where id = new.id;
  insert into auth.user_counts (status, users) values (old.status, -1), (new.status, 1);
  return null;
end $$;
-- Commands write the status each time; only a changed one comes here.
create trigger status_is_entered after update of status on public.owners
  for each row when (old.status <> new.status) execute function auth.enter_status();

create function auth.enter_person() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
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
create trigger persons_are_entered after insert or delete or update of full_name, email on auth.persons
  for each row execute function auth.enter_person();

revoke all on auth.directory, auth.kept_balances, auth.user_counts, auth.common_grams from public;
revoke all on function auth.directory_matching, auth.keep_common_grams, auth.enter_owners, auth.enter_status, auth.enter_person from public;
grant select on auth.directory, auth.common_grams to glasshouse_app;
grant select, update (balance) on auth.kept_balances to glasshouse_app;
grant select, insert (status, users), delete on auth.user_counts to glasshouse_app;
grant execute on function auth.directory_matching, auth.keep_common_grams to glasshouse_app;
