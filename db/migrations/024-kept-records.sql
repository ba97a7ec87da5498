-- What the law asks the operator to keep of whom it verified, after their account is closed (docs/decisions/088): a row for each
-- time that they sent in who they are. It is taken over in the transaction that erases the person, and deleted when its time has come.
create table kept_records (
  id uuid primary key, -- of the verification
  owner_id uuid not null references owners (id),
  legal_name text not null,
  birth_date text not null,
  country text not null,
  address text not null,
  documents text not null, -- ids; their bytes are in document_contents as long
  submitted_at timestamptz(3) not null,
  outcome text not null check (outcome in ('submitted', 'verified', 'refused')), -- as it stood when the account was closed
  decided_at timestamptz(3),
  law text not null, -- as the operator's pack named it then
  kept_until timestamptz(3) not null -- business time
);
create index kept_records_by_owner on kept_records (owner_id, id); -- of one account
create index kept_records_due on kept_records (kept_until, id); -- what is to be deleted; the list, what ends first before the rest

grant select, insert (id, owner_id, legal_name, birth_date, country, address, documents, submitted_at, outcome, decided_at, law, kept_until), delete
  on kept_records to glasshouse_app;

-- Whoever holds the application's role: nothing goes before its time.
create trigger kept_records_stay before delete on kept_records for each row
  when (old.kept_until > business_now()) execute function refuse_change();
