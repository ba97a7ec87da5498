-- Proofs of reserves: which coins the firm's keys have signed for, over the hash of a day's manifest of what is owed.
-- docs/decisions/103 tells what was chosen, docs/proof-format.md what is in them.
create table reserve_proofs (
  day date not null references liability_proofs (day),
  number integer not null check (number > 0), -- of that day: the last one counts, and the others stay
  content text not null, -- to the letter as it is published
  satoshi bigint not null check (satoshi > 0), -- of all its coins
  coins integer not null check (coins > 0), -- how many
  height integer not null check (height >= 0), -- of the last block when the coins were looked up
  block text not null check (block ~ '^[0-9a-f]{64}$'),
  published_at timestamptz(3) not null, -- by business time
  primary key (day, number)
);

-- Published by the operator's command alone, with the owner's rights: a server can't put another one in its place.
grant select on reserve_proofs to glasshouse_app;

-- What was published stays as it was.
create trigger reserve_proofs_stay before update or delete or truncate on reserve_proofs for each statement execute function ledger.refuse_change();
