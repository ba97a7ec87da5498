-- Files below 100 are the baseline: a file for each noun, in the order in which they need each other, as the tables stand at
-- the first release (docs/decisions/045). Later changes are new files from 100 on.

-- What this database is: the mode is written once, when the database is created, and never changes.
create table public.house (
  only_row boolean primary key default true check (only_row),
  mode text not null check (mode in ('demo', 'live')),
  created_at timestamptz not null default now()
);

-- The runner of the migrations says in which mode the server was started.
insert into public.house (mode) values (current_setting('glasshouse.mode'));

create function public.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% of % is refused', tg_op, tg_table_name using errcode = 'insufficient_privilege';
end $$;

create trigger house_stays before update or delete on public.house
  for each row execute function public.refuse_change();
create trigger house_is_not_emptied before truncate on public.house
  for each statement execute function public.refuse_change();

grant select on public.house to glasshouse_app;
