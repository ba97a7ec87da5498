-- People and their balances, brought over from another system: proposed by one, agreed to by another, booked person by person, and
-- cleared when the other system's money has arrived at the clients' bank.
create table imports (
  id uuid primary key, -- of the command by which the second agreed
  owner_id uuid not null references owners (id), -- the firm
  file_id uuid not null, -- the file, which is kept no longer than it is needed
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of it
  people bigint not null check (people > 0), -- as the second agreed to
  amount bigint not null check (amount >= 0), -- cents: of their balances together
  at timestamptz(3) not null,
  first_by uuid not null references owners (id), -- who agreed first of the two
  second_by uuid not null references owners (id),
  state text not null check (state in ('booking', 'booked', 'cleared')),
  state_at timestamptz(3) not null,
  booked bigint check (booked between 0 and amount), -- cents, once all that can be booked is
  left_out text check (left_out ~ '^(\d+(,\d+)*)?$'), -- lines of people whose email somebody had by then
  taken_back bigint not null check (taken_back >= 0), -- cents of wrong openings
  cleared bigint not null check (cleared >= 0), -- cents that arrived at the bank
  bank_versions text not null, -- of the clients' bank account, by which a statement shows that
  constraint imports_take_two check (second_by <> first_by),
  constraint imports_booked check ((booked is null) = (state = 'booking') and (left_out is null) = (booked is null)),
  constraint imports_no_more_than_booked check (taken_back + cleared <= coalesce(booked, 0)),
  constraint imports_cleared_whole check (state <> 'cleared' or taken_back + cleared = booked)
);
-- One at a time: each statement that looks for it reads this.
create unique index imports_one_at_a_time on imports ((true)) where state <> 'cleared';
create index imports_by_time on imports (at desc, id desc); -- the list, newest first

create table imported_lines (
  id uuid primary key, -- of the command, which is the same whenever it is handed in
  import_id uuid not null references imports (id),
  owner_id uuid not null references owners (id),
  line bigint not null check (line > 0), -- of the file
  reference text, -- how the other system names the person: erased with them
  amount bigint not null check (amount >= 0), -- cents
  taken_back bigint not null check (taken_back between 0 and amount), -- cents
  at timestamptz(3) not null
);
create unique index imported_lines_once on imported_lines (import_id, line); -- no line is booked twice; how far it is
create unique index imported_lines_of_owner on imported_lines (owner_id); -- nobody is imported twice; the case of a person

revoke all on imports, imported_lines from public;
grant select, insert (id, owner_id, file_id, digest, people, amount, at, first_by, second_by, state, state_at, taken_back, cleared, bank_versions),
  update (state, state_at, booked, left_out, taken_back, cleared, bank_versions) on imports to glasshouse_app;
grant select, insert (id, import_id, owner_id, line, reference, amount, taken_back, at),
  update (reference, taken_back) on imported_lines to glasshouse_app;
create trigger imports_stay before delete or truncate on imports for each statement execute function refuse_change();
create trigger imported_lines_stay before delete or truncate on imported_lines for each statement execute function refuse_change();
create trigger imported_lines_words_stay before update of reference on imported_lines for each row
  when (coalesce(new.reference <> old.reference, new.reference is not null)) execute function refuse_change();
