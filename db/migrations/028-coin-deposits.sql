-- What a coin was worth when something was booked by it.
create table rates (
  id uuid primary key, -- of the command that booked by it
  coin text not null check (coin in ('BTC', 'USDT')),
  rate bigint not null check (rate > 0), -- millionths of a dollar for one coin
  sources text not null, -- who said so, with commas between
  at timestamptz(3) not null
);
create index rates_by_coin on rates (coin, at);
grant select, insert (id, coin, rate, sources, at) on rates to glasshouse_app;

-- Coins that arrived for somebody: an output of the chain, credited once. What a reorganisation takes away and brings again is
-- credited again, as another row. Of USDT `output` is the place of the log in its transaction, and what is solidified is never
-- taken away. docs/decisions/093 and 097 tell what was chosen.
create table coin_deposits (
  id uuid primary key, -- of the command that credited it, and of its rate
  owner_id uuid references owners (id), -- whose it is; null: whoever had the address has left
  address_id uuid not null references wallet_addresses (id),
  coin text not null check (coin in ('BTC', 'USDT')),
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  output integer not null check (output >= 0),
  times integer not null check (times >= 0), -- how often it was taken away before
  quantity bigint not null check (quantity > 0), -- satoshi, or millionths of a USDT
  height integer not null check (height >= 0), -- of the block that it was credited in
  block text not null check (block ~ '^[0-9a-f]{64}$'),
  amount bigint not null check (amount > 0), -- cents
  restored bigint not null check (restored between 0 and amount), -- of that, to the corrections pool, for what others bore when it was taken away before
  status text not null check (status in ('booked', 'suspense', 'reversed')),
  credited_at timestamptz(3) not null,
  reversed_at timestamptz(3),
  borne bigint check (borne between 0 and amount), -- what others than its owner bore as it was taken away
  constraint coin_deposits_reversed_whole check ((status = 'reversed') = (reversed_at is not null and borne is not null)),
  constraint coin_deposits_have_an_owner check (owner_id is not null or status <> 'booked'),
  constraint coin_deposits_of_tron_stay check (coin = 'BTC' or (times = 0 and restored = 0 and status <> 'reversed'))
);
create unique index coin_deposits_once on coin_deposits (txid, output) where status <> 'reversed';
create unique index coin_deposits_each_time on coin_deposits (txid, output, times);
create index coin_deposits_of_owner on coin_deposits (owner_id, credited_at);
create index coin_deposits_of_address on coin_deposits (address_id);
create index coin_deposits_in_suspense on coin_deposits (credited_at, id) where status = 'suspense';

grant select, insert (id, owner_id, address_id, coin, txid, output, times, quantity, height, block, amount, restored, status, credited_at),
  update (status, reversed_at, borne) on coin_deposits to glasshouse_app;
create trigger coin_deposits_stay_reversed before update of status, reversed_at, borne on coin_deposits for each row
  when ((old.status, new.status) not in (('booked', 'reversed'), ('suspense', 'reversed'), ('suspense', 'booked')))
  execute function refuse_change();
