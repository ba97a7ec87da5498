-- The books: accounts and postings. Only ledger.post writes here; the application's role may read and call it.
create schema ledger;

create type ledger.kind as enum (
  'cash', 'held', 'invested', 'promised', 'security', 'owed',
  'capital', 'returns-pool', 'referral-pool', 'corrections-pool', 'loan-pool', 'lent', 'earned', 'loan-income', 'suspense',
  'client-bank', 'firm-bank', 'migration',
  'client-wallet-btc', 'client-wallet-usdt', 'network-fee-btc', 'network-fee-usdt',
  'exchange-usd', 'exchange-btc', 'exchange-usdt'
);

create type ledger.event as enum (
  'capital-paid-in', 'pool-funded', 'play-money',
  'bank-deposit', 'opening-balance', 'opening-balance-reversed', 'migration-cleared', 'suspense-assigned', 'suspense-returned', 'bank-deposit-reversed', 'bank-charge', 'bank-interest',
  'coin-deposit', 'coin-deposit-reversed', 'coin-exchanged', 'position-covered',
  'investment-opened', 'investment-matured', 'investment-undone',
  'withdrawal-requested', 'withdrawal-released', 'withdrawal-paid', 'payout-returned', 'transfer',
  'loan-paid-out', 'loan-charged', 'loan-charge-removed', 'loan-repaid', 'loan-repayment-undone', 'loan-security-returned', 'loan-security-applied',
  'loan-written-off', 'loan-income-drawn',
  'referral-credited', 'profit-corrected', 'loss-corrected', 'balance-corrected'
);

-- The firm is the nil UUID; the kinds that are its own, and nobody else's.
create function ledger.is_firms(kind ledger.kind) returns boolean language sql immutable parallel safe
  return kind not in ('cash', 'held', 'invested', 'promised', 'security', 'owed');

-- Claims: nobody can be owed less than nothing, and no pool holds less, nor what arrived for somebody unknown.
create function ledger.is_guarded(kind ledger.kind) returns boolean language sql immutable parallel safe
  return kind in ('cash', 'held', 'invested', 'promised', 'security', 'capital', 'returns-pool', 'referral-pool', 'corrections-pool',
    'loan-pool', 'lent', 'earned', 'loan-income', 'suspense');

-- Assets that are somebody's debt: nobody pays more than is owed, nor brings over more than another system still keeps.
create function ledger.is_debt(kind ledger.kind) returns boolean language sql immutable parallel safe
  return kind in ('migration', 'owed');

create table ledger.accounts (
  owner uuid not null,
  kind ledger.kind not null,
  debits bigint not null default 0,
  credits bigint not null default 0,
  version bigint not null default 0,
  primary key (owner, kind),
  constraint accounts_only_grow check (debits >= 0 and credits >= 0 and version >= 0),
  constraint accounts_belong check (ledger.is_firms(kind) = (owner = '00000000-0000-0000-0000-000000000000')),
  constraint accounts_guarded check (credits >= debits or not ledger.is_guarded(kind)),
  constraint accounts_debts check (debits >= credits or not ledger.is_debt(kind))
) with (fillfactor = 50); -- room for updates in place: no index has to be touched when a balance moves

-- One movement a row: it can't be unbalanced. For both sides, the account's version and balance after it.
create table ledger.postings (
  command_id uuid not null,
  line smallint not null,
  at timestamptz(3) not null,
  event ledger.event not null,
  debit_owner uuid not null,
  debit_kind ledger.kind not null,
  debit_version bigint not null,
  debit_balance bigint not null,
  credit_owner uuid not null,
  credit_kind ledger.kind not null,
  credit_version bigint not null,
  credit_balance bigint not null,
  amount bigint not null,
  primary key (command_id, line), -- what a command posted: activity, explanations, audit
  constraint postings_positive check (amount > 0),
  -- Not even between two lines of a batch: nothing is spent before it is there.
  constraint postings_guarded check (debit_balance >= 0 or not ledger.is_guarded(debit_kind)),
  constraint postings_debts check (credit_balance <= 0 or not ledger.is_debt(credit_kind)),
  -- Generated from src/ledger/core/chart.ts; a test compares every cell.
  constraint postings_in_chart check (
    (event = 'capital-paid-in' and debit_kind = 'firm-bank' and credit_kind = 'capital')
    or (event = 'pool-funded' and debit_kind = 'capital' and credit_kind in ('returns-pool', 'referral-pool', 'corrections-pool', 'loan-pool'))
    or (event = 'pool-funded' and debit_kind = 'client-bank' and credit_kind = 'firm-bank')
    or (event in ('play-money', 'bank-deposit', 'payout-returned') and debit_kind = 'client-bank' and credit_kind = 'cash')
    or (event = 'bank-deposit' and debit_kind = 'client-bank' and credit_kind = 'suspense')
    or (event = 'opening-balance' and debit_kind = 'migration' and credit_kind = 'cash')
    or (event = 'opening-balance-reversed' and debit_kind = 'cash' and credit_kind = 'migration')
    or (event = 'migration-cleared' and debit_kind = 'client-bank' and credit_kind = 'migration')
    or (event = 'suspense-assigned' and debit_kind = 'suspense' and credit_kind = 'cash')
    or (event = 'suspense-returned' and debit_kind = 'suspense' and credit_kind = 'client-bank')
    or (event = 'bank-deposit-reversed' and debit_kind in ('cash', 'suspense', 'corrections-pool', 'capital') and credit_kind = 'client-bank')
    or (event in ('bank-deposit-reversed', 'bank-charge') and debit_kind = 'client-bank' and credit_kind = 'firm-bank')
    or (event = 'bank-charge' and debit_kind = 'capital' and credit_kind in ('firm-bank', 'client-bank'))
    or (event = 'bank-interest' and (debit_kind, credit_kind) in (('firm-bank', 'capital'), ('client-bank', 'capital'), ('firm-bank', 'client-bank')))
    or (event = 'coin-deposit' and (debit_kind, credit_kind) in (
      ('client-wallet-btc', 'exchange-btc'), ('client-wallet-usdt', 'exchange-usdt'),
      ('exchange-usd', 'cash'), ('exchange-usd', 'suspense'), ('exchange-usd', 'corrections-pool')))
    or (event = 'coin-deposit-reversed' and (debit_kind, credit_kind) in (
      ('exchange-btc', 'client-wallet-btc'), ('exchange-usdt', 'client-wallet-usdt'),
      ('cash', 'exchange-usd'), ('suspense', 'exchange-usd'), ('corrections-pool', 'exchange-usd')))
    or (event = 'coin-exchanged' and (debit_kind, credit_kind) in (
      ('exchange-btc', 'client-wallet-btc'), ('client-wallet-btc', 'exchange-btc'), ('exchange-usdt', 'client-wallet-usdt'),
      ('client-wallet-usdt', 'exchange-usdt'), ('client-bank', 'exchange-usd'), ('exchange-usd', 'client-bank')))
    or (event in ('coin-deposit-reversed', 'position-covered') and (debit_kind, credit_kind) in (('capital', 'exchange-usd'), ('client-bank', 'firm-bank')))
    or (event = 'investment-opened' and (debit_kind, credit_kind) in (('cash', 'invested'), ('returns-pool', 'promised')))
    or (event = 'investment-matured' and debit_kind in ('invested', 'promised') and credit_kind = 'cash')
    or (event = 'investment-undone' and (debit_kind, credit_kind) in (('invested', 'cash'), ('promised', 'returns-pool')))
    or (event = 'withdrawal-requested' and debit_kind = 'cash' and credit_kind = 'held')
    or (event = 'withdrawal-released' and debit_kind = 'held' and credit_kind = 'cash')
    or (event = 'withdrawal-paid' and (debit_kind, credit_kind) in (
      ('held', 'client-bank'), ('held', 'exchange-usd'), ('exchange-btc', 'client-wallet-btc'), ('exchange-usdt', 'client-wallet-usdt'),
      ('network-fee-btc', 'client-wallet-btc'), ('network-fee-usdt', 'client-wallet-usdt')))
    or (event = 'transfer' and debit_kind = 'held' and credit_kind = 'cash')
    or (event = 'loan-paid-out' and (debit_kind, credit_kind) in (('loan-pool', 'cash'), ('owed', 'lent'), ('cash', 'security')))
    or (event = 'loan-charged' and debit_kind = 'owed' and credit_kind = 'earned')
    or (event = 'loan-charge-removed' and debit_kind = 'earned' and credit_kind = 'owed')
    or (event = 'loan-repaid' and (debit_kind, credit_kind) in (('cash', 'loan-pool'), ('lent', 'owed'), ('cash', 'loan-income'), ('earned', 'owed')))
    or (event = 'loan-repayment-undone' and (debit_kind, credit_kind) in (
      ('loan-pool', 'cash'), ('owed', 'lent'), ('loan-income', 'cash'), ('owed', 'earned'), ('cash', 'security')))
    or (event = 'loan-security-returned' and debit_kind = 'security' and credit_kind = 'cash')
    or (event = 'loan-security-applied' and (debit_kind, credit_kind) in (
      ('security', 'loan-pool'), ('lent', 'owed'), ('security', 'loan-income'), ('earned', 'owed')))
    or (event = 'loan-written-off' and debit_kind in ('lent', 'earned') and credit_kind = 'owed')
    or (event = 'loan-income-drawn' and (debit_kind, credit_kind) in (('loan-income', 'client-bank'), ('firm-bank', 'capital')))
    or (event = 'referral-credited' and debit_kind = 'referral-pool' and credit_kind = 'cash')
    or (event in ('profit-corrected', 'loss-corrected', 'balance-corrected')
      and (debit_kind, credit_kind) in (('corrections-pool', 'cash'), ('cash', 'corrections-pool')))
  ),
  constraint postings_belong check (
    ledger.is_firms(debit_kind) = (debit_owner = '00000000-0000-0000-0000-000000000000')
    and ledger.is_firms(credit_kind) = (credit_owner = '00000000-0000-0000-0000-000000000000')
  ),
  -- Between two investors only a transfer moves; everything else stays within one.
  constraint postings_within_owner check (
    ledger.is_firms(debit_kind) or ledger.is_firms(credit_kind) or (debit_owner <> credit_owner) = (event = 'transfer')
  )
);

-- An investor's statement is reached through the activity and the postings of its commands; ledger.post compares
-- every version with the account under its lock, and the audit replays them. The firm's accounts, which are compared
-- with what a bank says, keep an order of their own.
create unique index postings_by_debit on ledger.postings (debit_kind, debit_version) where debit_owner = '00000000-0000-0000-0000-000000000000';
create unique index postings_by_credit on ledger.postings (credit_kind, credit_version) where credit_owner = '00000000-0000-0000-0000-000000000000';

create function ledger.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on %.% is refused: it is append-only', tg_op, tg_table_schema, tg_table_name using errcode = 'GH001';
end $$;

create trigger postings_append_only before update or delete or truncate on ledger.postings
  for each statement execute function ledger.refuse_change();
create trigger accounts_stay before delete or truncate on ledger.accounts
  for each statement execute function ledger.refuse_change();

insert into ledger.accounts (owner, kind)
  select '00000000-0000-0000-0000-000000000000', kind from unnest(enum_range(null::ledger.kind)) as kind where ledger.is_firms(kind);

-- Books postings in the order given. For an investor's account the caller, who holds the owner's lock, states
-- which version each entry will have; a wrong one means a write without the lock, and nothing is booked. For the firm's
-- accounts it states null: they are locked here, last and in order of kind, so that a pool is held for as short as can be.
-- The two entries of a posting are grouped by its number and told apart by side: where an account is missing, no other
-- line lends its entry. Joining them back to their postings would compare each with each: half of the time of a batch.
-- What runs with the owner's rights looks among temporary tables last: unnamed, they come first, and a table of the
-- same name would stand in for ours.
-- Errors: GH002 stated version wrong or lists of different lengths, GH003 capital or a pool moved without its asset, 23514 a
-- constraint (accounts_guarded, postings_guarded: not enough).
create function ledger.post(
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

  -- Money of a loan and what is owed of it move together: principal with the loan pool, charges with the income.
  if p_event && '{loan-paid-out,loan-repaid,loan-repayment-undone,loan-security-applied,loan-income-drawn}'::ledger.event[] and exists (
    select from unnest(p_command, p_event, p_debit_kind, p_credit_kind, p_amount) as p(command_id, event, debit_kind, credit_kind, amount)
    where event in ('loan-paid-out', 'loan-repaid', 'loan-repayment-undone', 'loan-security-applied', 'loan-income-drawn') group by command_id, event
    having sum(amount) filter (where 'loan-pool' in (debit_kind, credit_kind)) is distinct from sum(amount) filter (where 'lent' in (debit_kind, credit_kind))
      or sum(amount) filter (where 'loan-income' in (debit_kind, credit_kind))
        is distinct from sum(amount) filter (where 'earned' in (debit_kind, credit_kind) or (debit_kind, credit_kind) = ('firm-bank', 'capital'))
  ) then
    raise exception 'money of a loan was moved without what is owed: nothing was booked' using errcode = 'GH003';
  end if;

  -- What the bank does with the clients' account is made good from the firm's own, or moved there, at once; so is what capital bears of coins.
  if p_event && '{bank-deposit-reversed,bank-charge,bank-interest,coin-deposit-reversed,position-covered}'::ledger.event[] and exists (
    select from unnest(p_command, p_event, p_debit_kind, p_credit_kind, p_amount) as p(command_id, event, debit_kind, credit_kind, amount)
    where event in ('bank-deposit-reversed', 'bank-charge', 'bank-interest', 'coin-deposit-reversed', 'position-covered') group by command_id, event
    having sum(amount) filter (where (debit_kind, credit_kind) in (('capital', 'client-bank'), ('client-bank', 'capital'), ('capital', 'exchange-usd')))
      is distinct from sum(amount) filter (where (debit_kind, credit_kind) in (('client-bank', 'firm-bank'), ('firm-bank', 'client-bank')))
  ) then
    raise exception 'capital was charged or credited without its asset: nothing was booked' using errcode = 'GH003';
  end if;
end $$;

-- Locks the firm's accounts before a decision that needs their exact balances, in the order in which post takes them.
create function ledger.lock_firm() returns void
language plpgsql security definer set search_path = pg_catalog, ledger, pg_temp as $$
begin
  perform from ledger.accounts where owner = '00000000-0000-0000-0000-000000000000' order by kind for no key update;
end $$;

revoke all on all tables in schema ledger from public;
revoke all on all functions in schema ledger from public;
grant usage on schema ledger to glasshouse_app;
grant select on ledger.accounts, ledger.postings to glasshouse_app;
grant execute on function ledger.post, ledger.lock_firm, ledger.is_firms to glasshouse_app;
