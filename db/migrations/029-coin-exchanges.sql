-- How the firm closes its open position in coins: coins that it sold or bought, and capital that it put in for what they lost; each
-- recorded by one administrator and booked by another. docs/decisions/096 tells what was chosen.
create table coin_entries (
  id uuid primary key, -- of the command that recorded it
  owner_id uuid not null references owners (id), -- the firm
  kind text not null check (kind in ('sale', 'purchase', 'cover')),
  quantity bigint check (quantity > 0), -- satoshi that left the wallet, with the network's fee, or came to it
  amount bigint not null check (amount > 0), -- cents
  txid text check (txid ~ '^[0-9a-f]{64}$'), -- by which they left or came
  reference text not null, -- of the bank or the exchange
  rate bigint check (rate > 0), -- as it was settled last when this was recorded, in millionths of a dollar; null: there was none
  reason text, -- why it is far from that
  status text not null check (status in ('proposed', 'booked', 'rejected', 'withdrawn')),
  refusal_reason text,
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  constraint coin_entries_of_coins check ((quantity is null) = (kind = 'cover') and (txid is null) = (kind = 'cover')),
  constraint coin_entries_spelled_plainly check (reference ~ '[A-Za-z0-9]' and reference !~ '[^ -~]'),
  constraint coin_entries_decided_whole check ((status = 'proposed') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint coin_entries_take_two check (status <> 'booked' or decided_by <> proposed_by)
);
-- However it is spelled; what was not booked gives its reference and its transaction up.
create unique index coin_entries_once on coin_entries (upper(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')))
  where status not in ('rejected', 'withdrawn');
create unique index coin_entries_each_transaction on coin_entries (txid) where status not in ('rejected', 'withdrawn');
create index coin_entries_by_status on coin_entries (status, proposed_at desc, id desc); -- what waits for another administrator
create index coin_entries_newest on coin_entries (proposed_at desc, id desc);

grant select, insert (id, owner_id, kind, quantity, amount, txid, reference, rate, reason, status, proposed_at, proposed_by),
  update (status, refusal_reason, decided_at, decided_by) on coin_entries to glasshouse_app;
create trigger coin_entries_stay_decided before update of status, refusal_reason, decided_at, decided_by on coin_entries for each row
  when (old.status <> 'proposed') execute function refuse_change();
