-- Files below 100 are the baseline: a file for each noun, in the order in which they need each other, as its tables stand at
-- the first release (docs/decisions/045). Later changes are new files from 100 on.
--
-- In each: the tables with what holds of them, an index for each question, and what the application's role may do. INSERT is
-- granted on what a new row is given, UPDATE on what changes later, column by column; everything else keeps its default or
-- its first value, whoever holds the role. docs/decisions/049 tells what was chosen. Of the nouns' tables it follows from
-- src/domains/*/table.ts; a test compares it with what stands here.
-- What is personal is written once and may then only be erased: a trigger of each such table refuses another word in its place,
-- to everybody. What is given later, a reason, may be given once.

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

grant usage on schema public to glasshouse_app;
grant select on public.house to glasshouse_app;
-- A server that signs in as the application alone brings nothing up: it compares what was applied with its own files.
grant select on public.migrations to glasshouse_app;
