-- What a command writes, made lean: an index whose place is another one for each person is a page that has to be
-- fetched, changed and logged for each command. docs/decisions/014 tells what was measured.

-- The words and the reply of a command are found through the activity that lists it; only of what changed nothing,
-- and so stands in no list, they are found by their person.
alter table desk.particulars add column listed boolean not null default true;
update desk.particulars p set listed = false
  where not exists (select from desk.activity a where a.owner_id = p.owner_id and a.command_id = p.command_id);
drop index desk.particulars_by_owner;
create index particulars_unlisted on desk.particulars (owner_id) where not listed; -- erasing a person

-- A member of staff did what isn't about themselves; people's own commands stand in their activity.
drop index desk.commands_by_actor;
create index commands_by_staff on desk.commands (actor, id) where subject <> actor;

-- A mail is found by the command that caused it, whose person's activity is known; older ones by their person.
alter table outbox add column command_id uuid; -- null: not from a command
create index outbox_by_command on outbox (command_id) where command_id is not null; -- erasing a person
drop index outbox_by_owner;
create index outbox_by_owner on outbox (owner_id) where command_id is null; -- erasing a person

-- Written at their ends, as everything that is sorted by time: backwards, each page was left half empty.
drop index withdrawals_by_age;
create index withdrawals_by_age on withdrawals (created_at, id); -- the queue of all
drop index withdrawals_by_status;
create index withdrawals_by_status on withdrawals (status, created_at, id); -- the queue by status

-- Whoever writes these rows holds the lock of their owner, which is there for good: nobody may delete owners.
-- The audit asks for it.
alter table withdrawals drop constraint withdrawals_owner_id_fkey;
alter table investments drop constraint investments_owner_id_fkey;

-- An investor's statement is reached through the activity and the postings of its commands; ledger.post compares
-- every version with the account under its lock, and the audit replays them. The firm's accounts, which are compared
-- with what a bank says, keep an order of their own.
drop index ledger.postings_by_debit;
drop index ledger.postings_by_credit;
create unique index postings_by_debit on ledger.postings (debit_kind, debit_version) where debit_owner = '00000000-0000-0000-0000-000000000000';
create unique index postings_by_credit on ledger.postings (credit_kind, credit_version) where credit_owner = '00000000-0000-0000-0000-000000000000';

-- Its condition is its own: with the one of investments_due, a planner that has not seen the table grow takes either.
drop index investments_running;
create index investments_running on investments (owner_id) where status not in ('matured', 'undone'); -- accrued profit

-- The same bookings with less work. Joining the entries back to their postings compared each with each, which
-- took half of the time of a batch: now the two entries of a posting stand side by side in one order.
create or replace function ledger.post(
  p_command uuid[], p_line smallint[], p_at timestamptz[], p_event ledger.event[],
  p_debit_owner uuid[], p_debit_kind ledger.kind[], p_debit_version bigint[],
  p_credit_owner uuid[], p_credit_kind ledger.kind[], p_credit_version bigint[],
  p_amount bigint[]
) returns void
language plpgsql security definer set search_path = pg_catalog, ledger set enable_hashjoin = on as $$
declare
  firm constant uuid := '00000000-0000-0000-0000-000000000000';
  booked bigint;
begin
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
    select n, 0 as credit_side, owner, kind, stated, amount as debit, 0::bigint as credit
    from unnest(p_debit_owner, p_debit_kind, p_debit_version, p_amount) with ordinality as d(owner, kind, stated, amount, n)
    union all
    select n, 1, owner, kind, stated, 0::bigint, amount
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
    select s.n, s.credit_side, s.owner, s.kind, s.stated,
      m.version_before + row_number() over account as version,
      m.balance_before + (sum(s.credit - s.debit) over account)::bigint as balance
    from side s join moved m on m.owner = s.owner and m.kind = s.kind
    window account as (partition by s.owner, s.kind order by s.n rows unbounded preceding)
  ), posting as (
    select n, credit_side, owner, kind, version, balance, stated is not distinct from (case when owner <> firm then version end) as fits,
      lead(owner) over line as credit_owner, lead(kind) over line as credit_kind,
      lead(version) over line as credit_version, lead(balance) over line as credit_balance,
      lead(stated is not distinct from (case when owner <> firm then version end)) over line as credit_fits
    from entry
    window line as (order by n, credit_side)
  )
  insert into ledger.postings (
    command_id, line, at, event, debit_owner, debit_kind, debit_version, debit_balance,
    credit_owner, credit_kind, credit_version, credit_balance, amount)
  select p_command[n], p_line[n], p_at[n], p_event[n], owner, kind, version, balance,
    credit_owner, credit_kind, credit_version, credit_balance, p_amount[n]
  from posting
  where credit_side = 0 and fits and credit_fits;

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
end $$;
