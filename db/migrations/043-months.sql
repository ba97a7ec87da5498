-- The months of the books that two have closed or reopened, one after the other: the last row says until when the books are closed.
-- Rows stay: they are the history of each month. A month is one of UTC, as the days of the roots are.
create table month_changes (
  id uuid primary key, -- of the command that made it
  owner_id uuid not null references owners (id), -- the firm
  number bigint not null check (number > 0), -- in the order in which they were made, from 1
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  closes boolean not null, -- else it reopens the month
  reason text check ((reason is null) = closes), -- why it was reopened
  client_reconciliation_id uuid references reconciliations (id), -- of the clients' account, which the month was closed on
  firm_reconciliation_id uuid references reconciliations (id),
  at timestamptz(3) not null,
  first_by uuid not null references owners (id), -- who agreed first of the two
  second_by uuid not null references owners (id),
  constraint month_changes_take_two check (second_by <> first_by),
  constraint month_changes_reconciled check (not closes or (client_reconciliation_id is not null and firm_reconciliation_id is not null))
);
create unique index month_changes_in_order on month_changes (number); -- the last one, and their order
create index month_changes_of_firm on month_changes (owner_id); -- what closing and reopening reads

revoke all on month_changes from public;
grant select, insert (id, owner_id, number, month, closes, reason, client_reconciliation_id, firm_reconciliation_id, at, first_by, second_by)
  on month_changes to glasshouse_app;
create trigger month_changes_stay before update or delete or truncate on month_changes
  for each statement execute function refuse_change();

create function month_begins(month text) returns timestamptz language sql stable
  return (month || '-01')::timestamp at time zone 'UTC';

create function month_ends(month text) returns timestamptz language sql stable
  return ((month || '-01')::timestamp + interval '1 month') at time zone 'UTC';

-- The first moment at which something can be booked; null: nothing was ever closed.
create function books_open_from() returns timestamptz language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select case when closes then public.month_ends(month) else public.month_begins(month) end from public.month_changes order by number desc limit 1
$$;

-- An older snapshot would not see what was closed since.
create function refuse_older_snapshot() returns void language plpgsql as $$
begin
  if current_setting('transaction_isolation') <> 'read committed' then
    raise exception 'the books are written in READ COMMITTED only: nothing was booked or changed' using errcode = 'GH008';
  end if;
end $$;

-- Whoever writes: no month is closed before it has ended, so that nobody's posting can be pushed into the future; none twice; and none is
-- reopened that isn't closed. Who books meanwhile has finished before, or sees the row: see below.
create function keep_months_in_order() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  open_from timestamptz;
begin
  perform public.refuse_older_snapshot();
  perform pg_advisory_xact_lock(7401017);
  open_from := public.books_open_from();
  if new.number <> (select coalesce(max(number), 0) + 1 from public.month_changes) then
    raise exception 'a month is closed or reopened out of order: nothing was changed' using errcode = 'GH008';
  end if;
  if new.closes and (public.month_ends(new.month) > public.business_now() or public.month_begins(new.month) <> open_from) then
    raise exception 'the month % has not ended, is closed already, or is not the first open one: nothing was changed', new.month using errcode = 'GH008';
  end if;
  if not new.closes and not coalesce(public.month_ends(new.month) = open_from, false) then
    raise exception 'the month % is not the newest closed one: nothing was changed', new.month using errcode = 'GH008';
  end if;
  return new;
end $$;
create trigger month_changes_in_order before insert on month_changes for each row execute function keep_months_in_order();

-- Nothing is booked in a closed month, whoever asks, the owner of the table too: every statement that adds postings is looked at as a
-- whole. The shared lock, which is held until the transaction ends, lets all book side by side; whoever closes a month takes it alone,
-- and so waits for those who are booking, while those who come after see what was closed.
create function ledger.refuse_closed_month() returns trigger language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  open_from timestamptz;
begin
  perform public.refuse_older_snapshot();
  perform pg_advisory_xact_lock_shared(7401017);
  open_from := public.books_take_from(); -- 044-day-sums.sql
  if open_from is not null and exists (select from booked where at < open_from) then
    raise exception 'the books are closed until %: nothing was booked', open_from using errcode = 'GH008';
  end if;
  return null;
end $$;
create trigger postings_in_open_month after insert on ledger.postings
  referencing new table as booked for each statement execute function ledger.refuse_closed_month();

revoke all on function keep_months_in_order, ledger.refuse_closed_month from public;
