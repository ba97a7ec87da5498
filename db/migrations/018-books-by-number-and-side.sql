-- The books' function pairs the two entries of a posting by their number and side, whatever it is handed. Before, the
-- credit was whatever stood next in one order: where the credit's account was missing, the next posting's debit.

-- Also refused: lists of different lengths, which moved accounts for lines that no posting was made of.
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
end $$;

-- What runs with the owner's rights looks among temporary tables last: unnamed, they come first, and anybody's table of
-- the same name would stand in for ours.
alter function ledger.lock_firm() set search_path = pg_catalog, ledger, pg_temp;
alter function auth.enter_owners() set search_path = pg_catalog, pg_temp;
alter function auth.enter_status() set search_path = pg_catalog, pg_temp;
alter function auth.enter_person() set search_path = pg_catalog, pg_temp;
alter function auth.keep_common_grams() set search_path = pg_catalog, pg_temp;
