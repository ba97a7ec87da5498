-- USDT on TRON beside bitcoin: its wallet and addresses, what arrived there, and how its chain is watched. docs/decisions/097 tells
-- what was chosen.
alter table wallets drop constraint wallets_network_check,
  add constraint wallets_network_check check (network in ('main', 'test', 'regtest', 'tron', 'tron-sample'));
alter table wallets drop constraint wallets_one_at_a_time;
alter table wallets add constraint wallets_one_at_a_time
  exclude using btree (owner_id with =, (network like 'tron%') with =) where (status = 'confirmed') deferrable initially deferred; -- of each coin

-- What is watched are the addresses that were drawn, and both sides of a transfer are named as nodes name them.
drop table chain.tron_addresses;
alter table chain.tron_transfers
  add constraint tron_transfers_from check (from_address ~ '^41[0-9a-f]{40}$'),
  add constraint tron_transfers_to check (to_address ~ '^41[0-9a-f]{40}$');

alter table rates drop constraint rates_coin_check, add constraint rates_coin_check check (coin in ('BTC', 'USDT'));

-- Of USDT `output` is the place of the log in its transaction, and `quantity` is in millionths. What is solidified is never taken away.
alter table coin_deposits add column coin text not null default 'BTC' check (coin in ('BTC', 'USDT'));
alter table coin_deposits alter coin drop default,
  add constraint coin_deposits_of_tron_stay check (coin = 'BTC' or (times = 0 and restored = 0 and status <> 'undone'));
grant insert (coin) on coin_deposits to glasshouse_app;

-- How the last look at TRON went. No state: the next look writes it anew.
create table chain.tron_watch (
  id boolean primary key default true check (id),
  looked_at timestamptz(3) not null,
  fault text, -- why the node couldn't be read, in a sentence
  unknown text, -- nothing: what isn't solidified isn't looked at
  rate bigint, -- as it was settled last, in millionths of a dollar
  rate_sources text,
  rate_at timestamptz(3),
  rate_fault text, -- why there is none
  refused integer not null default 0 -- how many that arrived aren't what was recorded of them
);
grant select, insert (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused),
  update (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused) on chain.tron_watch to glasshouse_app;
