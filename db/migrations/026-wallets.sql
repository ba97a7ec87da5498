-- Wallets of the firm as two administrators held them against their signer, the addresses that came of them, and what the chain
-- says of these: bitcoin, and USDT on TRON. docs/decisions/090 and 097 tell what was chosen.
create table wallets (
  id uuid primary key, -- of the command that compared first
  owner_id uuid not null references owners (id), -- the firm
  network text not null check (network in ('main', 'test', 'regtest', 'tron', 'tron-sample')),
  descriptor text not null, -- public keys, spelled one way, with its checksum
  status text not null check (status in ('compared', 'confirmed', 'retired')),
  next_index integer not null check (next_index > 0), -- of people's addresses: 0 is the firm's own
  compared_at timestamptz(3) not null,
  compared_by uuid not null references owners (id),
  confirmed_at timestamptz(3),
  confirmed_by uuid references owners (id),
  constraint wallets_take_two check (
    (status <> 'compared') = (confirmed_at is not null and confirmed_by is not null)
    and confirmed_by is distinct from compared_by),
  -- Of each coin; one retires as another is confirmed.
  constraint wallets_one_at_a_time
    exclude using btree (owner_id with =, (network like 'tron%') with =) where (status = 'confirmed') deferrable initially deferred
);
create unique index wallets_by_descriptor on wallets (network, descriptor);
create index wallets_by_owner on wallets (owner_id);

-- Whose an address is, and where in the wallet: for good.
create table wallet_addresses (
  id uuid primary key, -- of the command that drew it
  owner_id uuid not null references owners (id),
  wallet_id uuid not null references wallets (id),
  branch text not null check (branch in ('people', 'change')),
  index integer not null check (index >= 0),
  script text not null check (script ~ '^[0-9a-f]+$'), -- of its outputs
  address text not null,
  drawn_at timestamptz(3) not null,
  unique (wallet_id, branch, index)
);
create index wallet_addresses_by_address on wallet_addresses (lower(address)); -- as staff look for it
create unique index wallet_addresses_by_script on wallet_addresses (script); -- what of a block is the firm's
-- What a restore has forgotten is the firm's: more than one address of a wallet then.
create unique index wallet_addresses_one_each on wallet_addresses (owner_id, wallet_id)
  where branch = 'people' and owner_id <> '00000000-0000-0000-0000-000000000000';

grant select, insert (id, owner_id, network, descriptor, status, next_index, compared_at, compared_by),
  update (status, next_index, compared_at, compared_by, confirmed_at, confirmed_by) on wallets to glasshouse_app;
grant select, insert (id, owner_id, wallet_id, branch, index, script, address, drawn_at) on wallet_addresses to glasshouse_app;
create trigger wallets_stay_confirmed before update on wallets for each row
  when (old.status = 'confirmed' and (new.status = 'compared' or new.compared_at <> old.compared_at or new.compared_by <> old.compared_by
    or new.confirmed_at <> old.confirmed_at or new.confirmed_by <> old.confirmed_by))
  execute function refuse_change();
create trigger wallets_draw_on before update of next_index on wallets for each row
  when (new.next_index < old.next_index) execute function refuse_change();

-- What the chain says, as the scanner read it block by block. No state of the replay: it can be read anew, and whoever books by
-- it asks the node again.
create schema chain;
grant usage on schema chain to glasshouse_app;

-- Where the scanner began: it never begins a second time.
create table chain.beginning (
  id boolean primary key default true check (id),
  height integer not null check (height >= 0),
  hash text not null check (hash ~ '^[0-9a-f]{64}$')
);

-- The best chain since then. The last one is how far it has come.
create table chain.blocks (
  height integer primary key check (height >= 0),
  hash text not null unique check (hash ~ '^[0-9a-f]{64}$')
);

-- Outputs to addresses of the firm's.
create table chain.outputs (
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  output integer not null check (output >= 0),
  script text not null, -- of wallet_addresses
  amount bigint not null check (amount >= 0), -- satoshi
  is_mined_coin boolean not null, -- new coins, which can't be spent for a hundred blocks
  height integer, -- of its block; null: in none
  is_waiting boolean not null, -- to be mined, as the node last said; also of what has just lost its block, until the node is asked
  seen_at timestamptz(3) not null default clock_timestamp(),
  spent_by text, -- the transaction in a block that spends it
  spent_height integer,
  primary key (txid, output),
  constraint outputs_wait_or_are_mined check (not (is_waiting and height is not null)),
  constraint outputs_spent_whole check ((spent_by is null) = (spent_height is null))
);
create index outputs_by_script on chain.outputs (script);
create index outputs_by_height on chain.outputs (height); -- a block is taken away
create index outputs_by_spent_height on chain.outputs (spent_height) where spent_height is not null;
create index outputs_in_no_block on chain.outputs (txid) where height is null;
-- What a transaction took from the wallet: batches, exchanges and whatever nobody knows of are held against the chain by it.
create index outputs_by_spending on chain.outputs (spent_by) where spent_by is not null;

-- How the last look at each chain went, for those who operate the house. No state: the next look writes it anew.
create table chain.watch (
  id boolean primary key default true check (id),
  looked_at timestamptz(3) not null,
  fault text, -- why the node couldn't be read, in a sentence
  unknown text, -- why it isn't known what waits to be mined
  rate bigint, -- as it was settled last, in millionths of a dollar
  rate_sources text,
  rate_at timestamptz(3),
  rate_fault text, -- why there is none
  refused integer not null default 0 -- how many that arrived aren't what was recorded of them
);
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

grant select, insert (height, hash) on chain.beginning to glasshouse_app;
grant select, insert (height, hash), delete on chain.blocks to glasshouse_app;
grant select, insert (txid, output, script, amount, is_mined_coin, height, is_waiting),
  update (height, is_waiting, spent_by, spent_height) on chain.outputs to glasshouse_app;
grant select, insert (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused),
  update (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused) on chain.watch to glasshouse_app;
grant select, insert (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused),
  update (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused) on chain.tron_watch to glasshouse_app;
