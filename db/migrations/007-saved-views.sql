-- Views of staff's lists, saved by a name: each is its owner's, who may share it. What is searched for may be a name, so they are
-- rows and no commands, and go with the person.
create table auth.saved_views (
  person_id uuid not null references auth.persons (id) on delete cascade,
  list text not null check (list in ('users', 'withdrawals', 'audit', 'statements')),
  number smallint not null check (number between 1 and 20), -- the limit, whoever writes at the same time
  id uuid not null,
  name text not null check (length(name) between 1 and 60),
  query text not null check (length(query) <= 1000), -- as it stands in the address
  is_shared boolean not null default false, -- with all who may see the list
  primary key (person_id, list, number), -- my views of a list
  constraint saved_views_by_name unique (person_id, list, name) -- no two of one name
);
-- No shared view looks like another by its name; also what everybody sees of a list.
create unique index saved_views_shared_by_name on auth.saved_views (list, lower(normalize(name, NFKC))) where is_shared;
create unique index saved_views_by_id on auth.saved_views (id); -- renamed and deleted by it

grant select, insert (person_id, list, number, id, name, query), update (name, is_shared), delete on auth.saved_views to glasshouse_app;
