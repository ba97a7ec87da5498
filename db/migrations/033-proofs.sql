-- Proofs of liabilities: for each daily root a tree over what the firm owes everybody, and what was said of it in public.
-- docs/decisions/100 tells what was chosen, docs/proof-format.md what the bytes are.
create table liability_proofs (
  day date primary key references desk.roots (day), -- of one snapshot with that root
  salt bytea not null check (length(salt) = 32), -- with it a leaf tells whose it is
  manifest text not null, -- to the letter as it is published
  hash bytea not null unique check (hash = sha256(convert_to(manifest, 'UTF8'))), -- the one value to keep elsewhere
  previous bytea references liability_proofs (hash), -- null for the first
  tops bytea not null, -- the node above each page, from left to right: amounts and hash
  signature text -- minisign's; null where nobody has signed it yet
);
create unique index liability_proofs_follow on liability_proofs (previous) nulls not distinct; -- one chain, and one that begins it

-- The leaves from left to right, 1,024 to a page: each one's place in the order, its amounts and its hash. Kept for some weeks.
create table liability_pages (
  day date not null references liability_proofs (day) deferrable initially deferred, -- its proof is known when all of them are there
  number integer not null check (number >= 0),
  first bytea not null, -- the place in the order of its first leaf
  leaves bytea not null,
  primary key (day, number)
);
create index liability_pages_by_place on liability_pages (day, first); -- the page that a leaf is in

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

-- A signature and a proof of reserves are published by the operator's command alone, with the owner's rights: a server can't
-- put another one in its place.
grant select, insert (day, salt, manifest, hash, previous, tops, signature) on liability_proofs to glasshouse_app;
grant select, delete, insert (day, number, first, leaves) on liability_pages to glasshouse_app;
grant select on reserve_proofs to glasshouse_app;

-- What was published stays as it was. A signature comes once.
create trigger liability_proofs_stay before delete or truncate on liability_proofs for each statement execute function ledger.refuse_change();
create trigger liability_proofs_signed_once before update on liability_proofs for each row
  when (old.signature is not null or (old.day, old.salt, old.manifest, old.hash, old.previous, old.tops)
    is distinct from (new.day, new.salt, new.manifest, new.hash, new.previous, new.tops)) execute function ledger.refuse_change();
create trigger liability_pages_stay before update on liability_pages for each row execute function ledger.refuse_change();
create trigger reserve_proofs_stay before update or delete or truncate on reserve_proofs for each statement execute function ledger.refuse_change();
