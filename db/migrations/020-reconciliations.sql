-- Statements of the bank that were held against the books until nothing was left over. docs/decisions/080 tells what was chosen.
create table reconciliations (
  id uuid primary key, -- of the command
  owner_id uuid not null references owners (id), -- the firm
  account text not null check (account in ('client-bank', 'firm-bank')),
  statement_account text, -- IBAN or number, as the statement names it; null: it doesn't
  statement_day text not null check (statement_day ~ '^\d{4}-\d{2}-\d{2}$'), -- the last day of the statement
  closing bigint not null, -- in cents, as the bank says
  balance bigint not null, -- in cents, as the books had it
  up_to bigint not null check (up_to >= 0), -- the version of the account in the books: all until then was compared
  in_transit text not null check (in_transit ~ '^(\d+(,\d+)*)?$'), -- versions of what the bank doesn't have yet
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the file
  reconciled_at timestamptz(3) not null,
  reconciled_by uuid not null references owners (id)
);
create index reconciliations_latest on reconciliations (account, reconciled_at, id); -- the last one of each account

grant select, insert (id, owner_id, account, statement_account, statement_day, closing, balance, up_to, in_transit, digest, reconciled_at, reconciled_by)
  on reconciliations to glasshouse_app;
