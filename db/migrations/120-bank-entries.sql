-- The chart with suspense and what banks do, and the entries at the bank that two administrators book.
create or replace function ledger.is_guarded(kind ledger.kind) returns boolean language sql immutable parallel safe
  return kind in ('cash', 'held', 'invested', 'promised', 'capital', 'returns-pool', 'referral-pool', 'corrections-pool', 'suspense');

insert into ledger.accounts (owner, kind) values ('00000000-0000-0000-0000-000000000000', 'suspense');

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
    or (event = 'coin-deposit' and (debit_kind, credit_kind) in (('client-wallet-btc', 'exchange-btc'), ('client-wallet-usdt', 'exchange-usdt'), ('exchange-usd', 'cash')))
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

-- As it was, and for what banks do too: capital moves with its asset.
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

  -- What the bank does with the clients' account is made good from the firm's own, or moved there, at once.
  if p_event && '{bank-deposit-undone,bank-charge,bank-interest}'::ledger.event[] and exists (
    select from unnest(p_command, p_event, p_debit_kind, p_credit_kind, p_amount) as p(command_id, event, debit_kind, credit_kind, amount)
    where event in ('bank-deposit-undone', 'bank-charge', 'bank-interest') group by command_id, event
    having sum(amount) filter (where (debit_kind, credit_kind) in (('capital', 'client-bank'), ('client-bank', 'capital')))
      is distinct from sum(amount) filter (where (debit_kind, credit_kind) in (('client-bank', 'firm-bank'), ('firm-bank', 'client-bank')))
  ) then
    raise exception 'capital was charged or credited without its asset: nothing was booked' using errcode = 'GH003';
  end if;
end $$;

-- What stands on the bank's statements, as two administrators book it; proposed by one, approved by another.
create table bank_entries (
  id uuid primary key, -- of the command that proposed it
  kind text not null check (kind in ('receipt', 'assignment', 'return', 'undoing', 'charge', 'interest')),
  owner_id uuid, -- whose money it is; of a receipt also later, when it is assigned
  receipt_id uuid references bank_entries (id), -- which receipt is assigned, returned or undone
  account text not null check (account in ('client-bank', 'firm-bank')),
  amount bigint not null check (amount > 0),
  reference text, -- of the bank, once for all entries
  value_date text check (value_date ~ '^\d{4}-\d\d-\d\d$'), -- as the bank states it
  payer_text text, -- erased with the person
  payer_account text, -- erased with the person
  reason text, -- erased with the person
  status text not null check (status in ('proposed', 'booked', 'suspense', 'returned', 'undone', 'done', 'rejected', 'withdrawn')),
  refusal_reason text, -- erased with the person
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  constraint bank_entries_take_two check (status in ('proposed', 'rejected', 'withdrawn') or (decided_by is not null and decided_by <> proposed_by)),
  constraint bank_entries_of_others check (owner_id is null or (proposed_by <> owner_id and (decided_by is null or decided_by <> owner_id))),
  constraint bank_entries_have_a_receipt check ((receipt_id is not null) = (kind in ('assignment', 'return', 'undoing'))),
  constraint bank_entries_have_a_reference check ((reference is null) = (kind = 'assignment')),
  constraint bank_entries_spelled_plainly check (reference ~ '[A-Za-z0-9]' and reference !~ '[^ -~]')
);
-- However it is spelled; what was not booked gives its reference up.
create unique index bank_entries_once on bank_entries (upper(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')))
  where status not in ('rejected', 'withdrawn');
create unique index bank_entries_one_step on bank_entries (receipt_id) where status = 'proposed';
create index bank_entries_by_status on bank_entries (status, proposed_at, id);
create index bank_entries_of_owner on bank_entries (owner_id) where owner_id is not null; -- erased with their person

grant select, insert (id, kind, owner_id, receipt_id, account, amount, reference, value_date, payer_text, payer_account, reason, status, proposed_at, proposed_by),
  update (owner_id, status, refusal_reason, decided_at, decided_by, payer_text, payer_account, reason)
  on bank_entries to glasshouse_app;
create trigger bank_entries_words_stay before update of payer_text, payer_account, reason, refusal_reason on bank_entries for each row
  when (coalesce(new.payer_text <> old.payer_text, new.payer_text is not null) or coalesce(new.payer_account <> old.payer_account, new.payer_account is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null) or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
-- A receipt without an owner gets one, and one whose owner has left loses them as it is booked; nobody's money becomes another's.
create trigger bank_entries_owner_stays before update of owner_id on bank_entries for each row
  when (new.owner_id is distinct from old.owner_id and not (old.kind = 'receipt' and (
    (old.owner_id is null and old.status = 'suspense' and new.status = 'booked') or (new.owner_id is null and old.status = 'proposed' and new.status = 'suspense'))))
  execute function refuse_change();
create trigger bank_entries_stay_decided before update of status, decided_at, decided_by on bank_entries for each row
  when (old.status <> 'proposed' and (new.decided_at is distinct from old.decided_at or new.decided_by is distinct from old.decided_by
    or new.status <> old.status and (old.status, new.status) not in (('suspense', 'booked'), ('suspense', 'returned'), ('suspense', 'undone'), ('booked', 'undone'))))
  execute function refuse_change();
