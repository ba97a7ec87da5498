-- Edits of people and credits of referrers wait among all other proposals (185). A credit is about two people.
drop table corrections;
alter table proposals add column besides_id uuid references owners (id) -- another whom it is about
  constraint proposals_besides_another check (besides_id <> owner_id);
grant insert (besides_id) on proposals to glasshouse_app;
create index proposals_besides on proposals (besides_id) where besides_id is not null; -- on the other's page
