-- Lists of people and firms under sanctions, as their publishers have them. Public, and about nobody who has an account here. Only
-- the database's owner loads them (`npm run screening:load`), each in one transaction, in which the version before goes; the
-- application's role reads.
create table screening_lists (
  list text primary key check (list in ('ofac-sdn', 'ofac-consolidated', 'un', 'eu', 'uk', 'opensanctions')),
  format text not null,
  list_day date not null, -- as the file says, or whoever loaded it
  loaded_at timestamptz(3) not null, -- wall time
  digest bytea not null check (octet_length(digest) = 32), -- SHA-256 of its files, one after the other
  entries integer not null check (entries > 0),
  names integer not null check (names > 0),
  addresses integer not null check (addresses >= 0)
);

create table screening_entries (
  list text not null references screening_lists (list) on delete cascade deferrable initially deferred,
  number integer not null check (number > 0), -- its place in the file
  reference text not null, -- the publisher's own; of a file in lines several entries may have one
  kind text not null check (kind in ('person', 'organisation', 'vessel', 'aircraft', 'unknown')),
  names text[] not null check (cardinality(names) > 0),
  strengths text[] not null check (strengths <@ array['primary', 'alias', 'weak']), -- of each name
  births text[] not null, -- days, months or years, or two with a slash between
  countries text[] not null,
  constraint screening_entries_strengths check (cardinality(strengths) = cardinality(names)),
  primary key (list, number) -- page by page, for the index in memory
);

create table screening_addresses (
  list text not null,
  number integer not null,
  place integer not null, -- among the addresses of the entry
  currency text not null, -- as the list writes it, which isn't always the right one
  address text not null,
  primary key (list, number, place),
  foreign key (list, number) references screening_entries (list, number) on delete cascade
);
create index screening_addresses_address on screening_addresses (lower(address)); -- one address, whichever coin the list says

revoke all on screening_lists, screening_entries, screening_addresses from public;
grant select on screening_lists, screening_entries, screening_addresses to glasshouse_app;
