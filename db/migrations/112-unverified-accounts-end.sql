-- An account whose e-mail address nobody has confirmed ends, unless it ever had money. docs/decisions/059 tells what was chosen.
-- From when on, by the database's clock: of the accounts that are there, counted from now, since none of them was asked before.
-- The application's role has no right to the column.
alter table auth.persons add column unverified_until timestamptz(3) not null default clock_timestamp() + interval '30 days';
create index owners_unverified on owners (id) where not email_verified and status = 'active' and role = 'user'; -- the loop
