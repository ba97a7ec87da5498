-- An account whose e-mail address nobody has confirmed ends once its holder was told of it a week before. docs/decisions/059.
alter table auth.persons add column told_of_end_at timestamptz(3); -- by the database's clock; null: not yet
grant update (told_of_end_at) on auth.persons to glasshouse_app;
