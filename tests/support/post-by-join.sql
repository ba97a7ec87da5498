-- What ledger.post does, as plainly as it can be said: every entry is joined to its posting by number and side. It takes
-- twice as long for a batch, and is what tests compare the books' function with.
create function ledger.post_by_join(
  p_command uuid[], p_line smallint[], p_at timestamptz[], p_event ledger.event[],
  p_debit_owner uuid[], p_debit_kind ledger.kind[], p_debit_version bigint[],
  p_credit_owner uuid[], p_credit_kind ledger.kind[], p_credit_version bigint[],
  p_amount bigint[]
) returns void
language plpgsql security definer set search_path = pg_catalog, ledger, pg_temp as $$
declare
  firm constant uuid := '00000000-0000-0000-0000-000000000000';
  booked bigint;
begin
  -- An account is made at its first entry.
  insert into ledger.accounts (owner, kind)
    select owner, kind from unnest(p_debit_owner || p_credit_owner, p_debit_kind || p_credit_kind, p_debit_version || p_credit_version)
      as side(owner, kind, version)
    where version = 1
    on conflict do nothing;

  perform from ledger.accounts
    where owner = firm and kind = any (p_debit_kind || p_credit_kind)
    order by kind for no key update;

  with posted as (
    select * from unnest(
      p_command, p_line, p_at, p_event, p_debit_owner, p_debit_kind, p_debit_version,
      p_credit_owner, p_credit_kind, p_credit_version, p_amount
    ) with ordinality as p(
      command_id, line, at, event, debit_owner, debit_kind, debit_version,
      credit_owner, credit_kind, credit_version, amount, n)
  ), side as (
    select n, true as is_debit, debit_owner as owner, debit_kind as kind, debit_version as stated, -amount as gain, amount as debit, 0::bigint as credit from posted
    union all
    select n, false, credit_owner, credit_kind, credit_version, amount, 0::bigint, amount from posted
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
    select s.n, s.is_debit, s.stated, s.owner,
      m.version_before + row_number() over account as version,
      m.balance_before + (sum(s.gain) over account)::bigint as balance
    from side s join moved m on m.owner = s.owner and m.kind = s.kind
    window account as (partition by s.owner, s.kind order by s.n rows unbounded preceding)
  )
  insert into ledger.postings (
    command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance,
    credit_owner, credit_kind, credit_version, credit_balance, amount)
  select p.command_id, p.line, p.at, p.event, p.debit_owner, p.debit_kind, d.version, d.balance,
    p.credit_owner, p.credit_kind, c.version, c.balance, p.amount
  from posted p
    join entry d on d.n = p.n and d.is_debit
    join entry c on c.n = p.n and not c.is_debit
  where (case when d.owner = firm then d.stated is null else d.stated = d.version end)
    and (case when c.owner = firm then c.stated is null else c.stated = c.version end);

  get diagnostics booked = row_count;
  if booked <> coalesce(cardinality(p_command), 0) then
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
grant execute on function ledger.post_by_join to glasshouse_app;
