-- The chart with what becomes of coins, and the coins that arrived for people as they were credited.
alter table ledger.postings drop constraint postings_in_chart;
-- Generated from src/ledger/core/chart.ts; a test compares every cell.
alter table ledger.postings add constraint postings_in_chart check (
    (event = 'capital-paid-in' and debit_kind = 'firm-bank' and credit_kind = 'capital')
    or (event = 'pool-funded' and debit_kind = 'capital' and credit_kind in ('returns-pool', 'referral-pool', 'corrections-pool'))
    or (event = 'pool-funded' and debit_kind = 'client-bank' and credit_kind = 'firm-bank')
    or (event in ('play-money', 'bank-deposit') and debit_kind = 'client-bank' and credit_kind = 'cash')
    or (event = 'bank-deposit' and debit_kind = 'client-bank' and credit_kind = 'suspense')
    or (event = 'suspense-assigned' and debit_kind = 'suspense' and credit_kind = 'cash')
    or (event = 'suspense-returned' and debit_kind = 'suspense' and credit_kind = 'client-bank')
    or (event = 'bank-deposit-undone' and debit_kind in ('cash', 'suspense', 'corrections-pool', 'capital') and credit_kind = 'client-bank')
    or (event in ('bank-deposit-undone', 'bank-charge') and debit_kind = 'client-bank' and credit_kind = 'firm-bank')
    or (event = 'bank-charge' and debit_kind = 'capital' and credit_kind in ('firm-bank', 'client-bank'))
    or (event = 'bank-interest' and (debit_kind, credit_kind) in (('firm-bank', 'capital'), ('client-bank', 'capital'), ('firm-bank', 'client-bank')))
    or (event = 'coin-deposit' and (debit_kind, credit_kind) in (
      ('client-wallet-btc', 'exchange-btc'), ('client-wallet-usdt', 'exchange-usdt'),
      ('exchange-usd', 'cash'), ('exchange-usd', 'suspense'), ('exchange-usd', 'corrections-pool')))
    or (event = 'coin-deposit-undone' and (debit_kind, credit_kind) in (
      ('exchange-btc', 'client-wallet-btc'), ('exchange-usdt', 'client-wallet-usdt'),
      ('cash', 'exchange-usd'), ('suspense', 'exchange-usd'), ('corrections-pool', 'exchange-usd')))
    or (event = 'coin-exchanged' and (debit_kind, credit_kind) in (
      ('exchange-btc', 'client-wallet-btc'), ('client-wallet-btc', 'exchange-btc'), ('exchange-usdt', 'client-wallet-usdt'),
      ('client-wallet-usdt', 'exchange-usdt'), ('client-bank', 'exchange-usd'), ('exchange-usd', 'client-bank')))
    or (event in ('coin-deposit-undone', 'position-covered') and (debit_kind, credit_kind) in (('capital', 'exchange-usd'), ('client-bank', 'firm-bank')))
    or (event = 'investment-opened' and (debit_kind, credit_kind) in (('cash', 'invested'), ('returns-pool', 'promised')))
    or (event = 'investment-matured' and debit_kind in ('invested', 'promised') and credit_kind = 'cash')
    or (event = 'investment-undone' and (debit_kind, credit_kind) in (('invested', 'cash'), ('promised', 'returns-pool')))
    or (event = 'withdrawal-requested' and debit_kind = 'cash' and credit_kind = 'held')
    or (event = 'withdrawal-released' and debit_kind = 'held' and credit_kind = 'cash')
    or (event = 'withdrawal-paid' and (debit_kind, credit_kind) in (
      ('held', 'client-bank'), ('held', 'exchange-usd'), ('exchange-btc', 'client-wallet-btc'), ('exchange-usdt', 'client-wallet-usdt'),
      ('network-fee-btc', 'client-wallet-btc'), ('network-fee-usdt', 'client-wallet-usdt')))
    or (event = 'transfer' and debit_kind = 'held' and credit_kind = 'cash')
    or (event = 'referral-credited' and debit_kind = 'referral-pool' and credit_kind = 'cash')
    or (event in ('profit-corrected', 'loss-corrected', 'balance-corrected')
      and (debit_kind, credit_kind) in (('corrections-pool', 'cash'), ('cash', 'corrections-pool')))
);


-- As it was, and for coins too: capital moves with its asset.
create or replace function ledger.post(
  p_command uuid[], p_line smallint[], p_at timestamptz[], p_event ledger.event[],
  p_debit_owner uuid[], p_debit_kind ledger.kind[], p_debit_version bigint[],
  p_credit_owner uuid[], p_credit_kind ledger.kind[], p_credit_version bigint[],
  p_amount bigint[]
) returns void
language plpgsql security definer set search_path = pg_catalog, ledger, pg_temp set enable_hashjoin = on as $$
declare
  firm constant uuid := '00000000-0000-0000-0000-000000000000';
  lines constant bigint := coalesce(cardinality(p_command), 0);
  booked bigint;
begin
  -- A number means the same line in every list: each is plain and numbered from 1 to the same end.
  if exists (
    select from unnest(array[
      array_dims(p_command), array_dims(p_line), array_dims(p_at), array_dims(p_event),
      array_dims(p_debit_owner), array_dims(p_debit_kind), array_dims(p_debit_version),
      array_dims(p_credit_owner), array_dims(p_credit_kind), array_dims(p_credit_version), array_dims(p_amount)
    ]) as dims where dims is distinct from (case when lines > 0 then format('[1:%s]', lines) end)
  ) then
    raise exception 'the lists of a posting differ in length: nothing was booked' using errcode = 'GH002';
  end if;

  -- An account is made at its first entry.
  if 1 = any (p_debit_version) or 1 = any (p_credit_version) then
    insert into ledger.accounts (owner, kind)
      select owner, kind from unnest(p_debit_owner || p_credit_owner, p_debit_kind || p_credit_kind, p_debit_version || p_credit_version)
        as side(owner, kind, version)
      where version = 1
      on conflict do nothing;
  end if;

  if firm = any (p_debit_owner) or firm = any (p_credit_owner) then
    perform from ledger.accounts
      where owner = firm and kind = any (p_debit_kind || p_credit_kind)
      order by kind for no key update;
  end if;

  with side as materialized (
    select n, false as is_credit, owner, kind, stated, amount as debit, 0::bigint as credit
    from unnest(p_debit_owner, p_debit_kind, p_debit_version, p_amount) with ordinality as d(owner, kind, stated, amount, n)
    union all
    select n, true, owner, kind, stated, 0::bigint, amount
    from unnest(p_credit_owner, p_credit_kind, p_credit_version, p_amount) with ordinality as c(owner, kind, stated, amount, n)
  ), moved as (
    update ledger.accounts a
      set debits = a.debits + s.debit, credits = a.credits + s.credit, version = a.version + s.entries
      from (
        select owner, kind, sum(debit)::bigint as debit, sum(credit)::bigint as credit, count(*) as entries
        from side group by owner, kind
      ) s
      where a.owner = s.owner and a.kind = s.kind
      returning a.owner, a.kind, a.version - s.entries as version_before, a.credits - a.debits - s.credit + s.debit as balance_before
  ), entry as (
    select s.n, s.is_credit, s.owner, s.stated,
      m.version_before + row_number() over account as version,
      m.balance_before + (sum(s.credit - s.debit) over account)::bigint as balance
    from side s join moved m on m.owner = s.owner and m.kind = s.kind
    window account as (partition by s.owner, s.kind order by s.n rows unbounded preceding)
  ), posting as (
    -- A side whose account is missing has no entry: then the line isn't whole, and no other line lends it one.
    select n, count(*) = 2 as whole, bool_and(stated is not distinct from (case when owner <> firm then version end)) as fits,
      max(version) filter (where not is_credit) as debit_version, max(balance) filter (where not is_credit) as debit_balance,
      max(version) filter (where is_credit) as credit_version, max(balance) filter (where is_credit) as credit_balance
    from entry group by n
  )
  insert into ledger.postings (
    command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance,
    credit_owner, credit_kind, credit_version, credit_balance, amount)
  select p_command[n], p_line[n], p_at[n], p_event[n], p_debit_owner[n], p_debit_kind[n], debit_version, debit_balance,
    p_credit_owner[n], p_credit_kind[n], credit_version, credit_balance, p_amount[n]
  from posting
  where whole and fits;

  get diagnostics booked = row_count;
  if booked <> lines then
    raise exception 'a stated version does not fit its account: nothing was booked' using errcode = 'GH002';
  end if;

  -- Only capital funds pools, and its asset moves with it.
  if 'pool-funded' = any (p_event) and exists (
    select from unnest(p_command, p_event, p_debit_kind, p_amount) as p(command_id, event, debit_kind, amount)
    where event = 'pool-funded' group by command_id
    having sum(amount) filter (where debit_kind = 'capital') is distinct from sum(amount) filter (where debit_kind = 'client-bank')
  ) then
    raise exception 'a pool was funded without its asset: nothing was booked' using errcode = 'GH003';
  end if;

  -- What the bank does with the clients' account is made good from the firm's own, or moved there, at once; so is what capital bears of coins.
  if p_event && '{bank-deposit-undone,bank-charge,bank-interest,coin-deposit-undone,position-covered}'::ledger.event[] and exists (
    select from unnest(p_command, p_event, p_debit_kind, p_credit_kind, p_amount) as p(command_id, event, debit_kind, credit_kind, amount)
    where event in ('bank-deposit-undone', 'bank-charge', 'bank-interest', 'coin-deposit-undone', 'position-covered') group by command_id, event
    having sum(amount) filter (where (debit_kind, credit_kind) in (('capital', 'client-bank'), ('client-bank', 'capital'), ('capital', 'exchange-usd')))
      is distinct from sum(amount) filter (where (debit_kind, credit_kind) in (('client-bank', 'firm-bank'), ('firm-bank', 'client-bank')))
  ) then
    raise exception 'capital was charged or credited without its asset: nothing was booked' using errcode = 'GH003';
  end if;
end $$;

-- What a coin was worth when something was booked by it.
create table rates (
  id uuid primary key, -- of the command that booked by it
  coin text not null check (coin in ('BTC')),
  rate bigint not null check (rate > 0), -- millionths of a dollar for one coin
  sources text not null, -- who said so, with commas between
  at timestamptz(3) not null
);
create index rates_by_coin on rates (coin, at);
grant select, insert (id, coin, rate, sources, at) on rates to glasshouse_app;

-- Coins that arrived for somebody: an output of the chain, credited once. What a reorganisation takes away and brings again is
-- credited again, as another row.
create table coin_deposits (
  id uuid primary key, -- of the command that credited it, and of its rate
  owner_id uuid references owners (id), -- whose it is; null: whoever had the address has left
  address_id uuid not null references wallet_addresses (id),
  txid text not null check (txid ~ '^[0-9a-f]{64}$'),
  output integer not null check (output >= 0),
  times integer not null check (times >= 0), -- how often it was taken away before
  quantity bigint not null check (quantity > 0), -- satoshi
  height integer not null check (height >= 0), -- of the block that it was credited in
  block text not null check (block ~ '^[0-9a-f]{64}$'),
  amount bigint not null check (amount > 0), -- cents
  restored bigint not null check (restored between 0 and amount), -- of that, to the corrections pool, for what others bore when it was taken away before
  status text not null check (status in ('booked', 'suspense', 'undone')),
  credited_at timestamptz(3) not null,
  undone_at timestamptz(3),
  borne bigint check (borne between 0 and amount), -- what others than its owner bore as it was taken away
  constraint coin_deposits_undone_whole check ((status = 'undone') = (undone_at is not null and borne is not null)),
  constraint coin_deposits_have_an_owner check (owner_id is not null or status <> 'booked')
);
create unique index coin_deposits_once on coin_deposits (txid, output) where status <> 'undone';
create unique index coin_deposits_each_time on coin_deposits (txid, output, times);
create index coin_deposits_of_owner on coin_deposits (owner_id, credited_at);
create index coin_deposits_of_address on coin_deposits (address_id);
create index coin_deposits_in_suspense on coin_deposits (credited_at, id) where status = 'suspense';

grant select, insert (id, owner_id, address_id, txid, output, times, quantity, height, block, amount, restored, status, credited_at),
  update (status, undone_at, borne) on coin_deposits to glasshouse_app;
create trigger coin_deposits_stay_undone before update of status, undone_at, borne on coin_deposits for each row
  when ((old.status, new.status) not in (('booked', 'undone'), ('suspense', 'undone'), ('suspense', 'booked')))
  execute function refuse_change();

create index activity_coin_arrivals on desk.activity (owner_id, at) include (amount) where kind = 'coin-deposit';

-- What a restore has forgotten is the firm's: more than one address of a wallet then.
drop index wallet_addresses_one_each;
create unique index wallet_addresses_one_each on wallet_addresses (owner_id, wallet_id)
  where branch = 'people' and owner_id <> '00000000-0000-0000-0000-000000000000';

-- How the last look at the chain went, for those who operate the house. No state: the next look writes it anew.
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
grant select, insert (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused),
  update (looked_at, fault, unknown, rate, rate_sources, rate_at, rate_fault, refused) on chain.watch to glasshouse_app;

-- As it was; a deposit that the chain takes away freezes its owner, too.
create or replace function desk.set_role_or_status(p_command uuid[], p_owner uuid[], p_role text[], p_status text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set role = coalesce(given.role, owner.role), status = coalesce(given.status, owner.status)
    from unnest(p_command, p_owner, p_role, p_status) as given(command, owner, role, status)
      join desk.commands command on command.id = given.command
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and case when given.status is null
        then command.kind = 'OpenOwner' and given.role in ('admin', 'auditor') and command.input ->> 'role' = given.role
        else given.role is null and owner.status <> 'closed' and (command.kind, given.status) in
          (('FreezeUser', 'frozen'), ('FreezeMyself', 'frozen'), ('UndoDeposit', 'frozen'), ('UnfreezeUser', 'active'), ('CloseUser', 'closed'))
        end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to this role or status' using errcode = 'GH006';
  end if;
end $$;
