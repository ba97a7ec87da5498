-- How the firm closes its open position in coins: coins that it sold or bought, and capital that it put in for what they lost; each
-- recorded by one administrator and booked once another has agreed. docs/decisions/096 tells what was chosen.
create table coin_entries (
  id uuid primary key, -- of the command that booked it
  owner_id uuid not null references owners (id), -- the firm
  kind text not null check (kind in ('sale', 'purchase', 'cover')),
  quantity bigint check (quantity > 0), -- satoshi that left the wallet, with the network's fee, or came to it
  amount bigint not null check (amount > 0), -- cents
  txid text check (txid ~ '^[0-9a-f]{64}$'), -- by which they left or came
  reference text not null, -- of the bank or the exchange
  reference_key text not null, -- the same in every spelling
  rate bigint check (rate > 0), -- as it was settled last when this was recorded, in millionths of a dollar; null: there was none
  reason text, -- why it is far from that
  first_at timestamptz(3) not null, -- when the first of two agreed to it
  first_by uuid not null references owners (id),
  booked_at timestamptz(3) not null,
  booked_by uuid not null references owners (id),
  constraint coin_entries_of_coins check ((quantity is null) = (kind = 'cover') and (txid is null) = (kind = 'cover')),
  constraint coin_entries_spelled_plainly check (reference_key <> '' and reference !~ '[\u0001-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]'),
  constraint coin_entries_take_two check (booked_by <> first_by)
);
-- However it is spelled.
create unique index coin_entries_once on coin_entries (reference_key);
create unique index coin_entries_each_transaction on coin_entries (txid);
create index coin_entries_newest on coin_entries (booked_at desc, id desc);

grant select, insert (id, owner_id, kind, quantity, amount, txid, reference, reference_key, rate, reason, first_at, first_by, booked_at, booked_by)
  on coin_entries to glasshouse_app;
