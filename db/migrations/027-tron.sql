-- What the TRON chain says of the firm's addresses, as the scanner read it block by block from what is solidified. No state of the
-- replay: it can be read anew, and whoever books by it asks the node again. docs/decisions/097 tells what was chosen.

-- How far it was read. The chain doesn't reorganise below there, so one block is all that is kept of it.
create table chain.tron_reached (
  id boolean primary key default true check (id),
  began_at_height integer not null check (began_at_height >= 0), -- nothing below was ever read
  height integer not null,
  block_id text not null check (block_id ~ '^[0-9a-f]{64}$'),
  constraint tron_reached_since_it_began check (height >= began_at_height),
  constraint tron_reached_names_its_height check (left(block_id, 16) = lpad(to_hex(height), 16, '0'))
);

-- USDT that came to an address that was drawn, or left one. Both sides are named as nodes name them.
create table chain.tron_transfers (
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  log_index integer not null check (log_index >= 0), -- among all logs of its transaction
  height integer not null,
  from_address text not null,
  to_address text not null,
  amount bigint not null check (amount > 0), -- millionths
  seen_at timestamptz(3) not null default clock_timestamp(),
  primary key (txid, log_index),
  constraint tron_transfers_from check (from_address ~ '^41[0-9a-f]{40}$'),
  constraint tron_transfers_to check (to_address ~ '^41[0-9a-f]{40}$')
);
create index tron_transfers_by_to_address on chain.tron_transfers (to_address); -- what came to somebody
create index tron_transfers_by_from_address on chain.tron_transfers (from_address); -- what left an address, for reconciliation

grant select, insert (began_at_height, height, block_id), update (height, block_id) on chain.tron_reached to glasshouse_app;
grant select, insert (txid, log_index, height, from_address, to_address, amount) on chain.tron_transfers to glasshouse_app;
create trigger tron_reached_goes_on before update on chain.tron_reached for each row
  when (new.height <> old.height + 1) execute function refuse_change();
