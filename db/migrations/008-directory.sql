-- The list of users at any size: what it is sorted and searched by, apart from rows that change with every command.
-- Triggers keep it, from owners and persons; nothing else writes here but the refreshing of balances and counts.

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

-- Whoever is there already, before there are indexes: each is written faster at once.
insert into auth.directory (id, status, created_at, full_name, email, account_id)
  select o.id, o.status, o.created_at, lower(coalesce(p.full_name, '')), coalesce(p.email, ''), lower(coalesce(o.account_id, ''))
  from public.owners o left join auth.persons p on p.id = o.id where o.role <> 'firm';

-- Every run of three signs and what is left at the end of each text: whatever is looked for begins with some of them
-- or is the beginning of one, in any script. (pg_trgm knows letters of the server's language only, and isn't on every server.)
create function auth.grams(full_name text, email text, account_id text) returns tsvector
  language sql immutable parallel safe cost 10000
  return array_to_tsvector(array(
    select substr(word, at, 3) from unnest(array[full_name, email, account_id]) as word, generate_series(1, length(word)) as at));

-- With what a search looks at, so that walking along an order touches no table.
create index directory_by_age on auth.directory (status, created_at, id) include (full_name, email, account_id); -- newest and oldest first
create index directory_by_name on auth.directory (status, full_name, id) include (email, account_id); -- by name
create index directory_by_email on auth.directory (status, email, id) include (full_name, account_id); -- by e-mail
-- What few users match. Written at once: a list of what is still to be added would be read by every search.
create index directory_by_grams on auth.directory using gin (auth.grams(full_name, email, account_id)) with (fastupdate = off);

-- Whom a search finds, at most so many. A function, so that its plan is always the index of grams: by the planner's
-- guesses about texts it would sometimes be the whole table. Workers would take longer to start than to help.
create function auth.directory_matching(grams tsquery, pattern text, most bigint) returns setof auth.directory
  language sql stable rows 1000
  set enable_seqscan = off set enable_indexscan = off set enable_indexonlyscan = off
  set max_parallel_workers_per_gather = 0 set jit = off set work_mem = '32MB'
  begin atomic
    select d.* from auth.directory d
      where auth.grams(d.full_name, d.email, d.account_id) @@ directory_matching.grams
        and (d.full_name like pattern or d.email like pattern or d.account_id like pattern)
      limit most;
  end;

-- Balances as they were when they were last looked at, for the order by balance in a house too large to sort them all.
-- Apart from the directory: changing an indexed value there would write its grams anew.
create table auth.kept_balances (
  id uuid primary key,
  status text not null,
  balance bigint not null default 0 -- cents
) with (fillfactor = 80);
insert into auth.kept_balances (id, status, balance)
  select d.id, d.status, coalesce(a.credits - a.debits, 0)
  from auth.directory d left join ledger.accounts a on a.owner = d.id and a.kind = 'cash';
create index kept_balances_by_balance on auth.kept_balances (status, balance, id); -- the list by balance

-- How many users there are: summands, not one row a status, which every sign-up would have to lock.
create table auth.user_counts (
  status text not null,
  users bigint not null
);

insert into auth.user_counts (status, users) select status, count(*) from auth.directory group by status;

create function auth.enter_owners() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  insert into auth.directory (id, status, created_at, full_name, email, account_id)
    select o.id, o.status, o.created_at, lower(coalesce(p.full_name, '')), coalesce(p.email, ''), lower(coalesce(o.account_id, ''))
    from entered o left join auth.persons p on p.id = o.id where o.role <> 'firm';
  insert into auth.kept_balances (id, status) select id, status from entered where role <> 'firm';
  insert into auth.user_counts (status, users) select status, count(*) from entered where role <> 'firm' group by status;
  return null;
end $$;
create trigger owners_are_entered after insert on public.owners
  referencing new table as entered for each statement execute function auth.enter_owners();

create function auth.enter_status() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  update auth.directory set status = new.status where id = new.id;
  update auth.kept_balances set status = new.status where id = new.id;
  insert into auth.user_counts (status, users) values (old.status, -1), (new.status, 1);
  return null;
end $$;
-- Commands write the status anew each time; only a changed one comes here.
create trigger status_is_entered after update of status on public.owners
  for each row when (old.status <> new.status) execute function auth.enter_status();

create function auth.enter_person() returns trigger language plpgsql security definer set search_path = pg_catalog as $$
begin
  if tg_op = 'DELETE' then
    update auth.directory set full_name = '', email = '' where id = old.id;
  else
    update auth.directory set full_name = lower(new.full_name), email = new.email where id = new.id;
  end if;
  return null;
end $$;
create trigger persons_are_entered after insert or delete or update of full_name, email on auth.persons
  for each row execute function auth.enter_person();

create index owners_who_administer on public.owners (id) where role = 'admin'; -- whether this is the last administrator

revoke all on auth.directory, auth.kept_balances, auth.user_counts from public;
revoke all on function auth.directory_matching, auth.enter_owners, auth.enter_status, auth.enter_person from public;
grant select on auth.directory to glasshouse_app;
grant select, update (balance) on auth.kept_balances to glasshouse_app;
grant select, insert, delete on auth.user_counts to glasshouse_app;
grant execute on function auth.directory_matching to glasshouse_app;
