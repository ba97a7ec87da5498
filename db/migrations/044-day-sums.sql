-- What the postings of each day come to, by cell of the chart: the firm's balance sheet, profit and loss and flows add these up
-- instead of every posting (docs/decisions/114). Made by ledger.sum_days from the postings alone; the audit compares the two.
create table ledger.day_sums (
  day date not null, -- of business time, in UTC
  event ledger.event not null,
  debit_kind ledger.kind not null,
  credit_kind ledger.kind not null,
  postings bigint not null check (postings > 0),
  amount bigint not null check (amount > 0), -- in the smallest part of the kinds' unit
  primary key (day, event, debit_kind, credit_kind)
);
create trigger day_sums_append_only before update or delete or truncate on ledger.day_sums
  for each statement execute function ledger.refuse_change();

-- What was booked since the last day that is summed. Postings are written in the order of their time, near enough for blocks of them.
create index postings_by_time on ledger.postings using brin (at) with (pages_per_range = 16, autosummarize = on);

-- The first moment at which something is booked from now on: after the closed months, and after the days that are summed, so that their
-- sums stay what they are; null: anything. Asked by whoever books (src/desk/open-from.ts) and by what refuses (043-months.sql).
create function books_take_from() returns timestamptz language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select greatest(public.books_open_from(),
    (select (day + 1)::timestamp at time zone 'UTC' from ledger.day_sums order by day desc limit 1))
$$;

-- Sums every day after the last one that is summed, until `p_until`, which ended a whole day ago. The lock is the one that whoever books
-- shares until the end of their transaction: whoever was under way has finished, and is summed; who comes after books on a later day.
-- Errors: GH007 the day isn't over for long enough.
create function ledger.sum_days(p_until date) returns void
language plpgsql security definer set search_path = pg_catalog, ledger, pg_temp as $$
declare
  summed date;
begin
  if p_until + 2 > (public.business_now() at time zone 'UTC')::date then
    raise exception '% is not over for a whole day: nothing was summed', p_until using errcode = 'GH007';
  end if;
  perform public.refuse_older_snapshot();
  perform pg_advisory_xact_lock(7401017);
  summed := coalesce((select max(day) from ledger.day_sums), '-infinity');
  insert into ledger.day_sums (day, event, debit_kind, credit_kind, postings, amount)
  select (at at time zone 'UTC')::date, event, debit_kind, credit_kind, count(*), sum(amount)
  from ledger.postings
  where at >= (summed + 1)::timestamp at time zone 'UTC' and at < (p_until + 1)::timestamp at time zone 'UTC'
  group by 1, 2, 3, 4;
end $$;

revoke all on function ledger.sum_days from public;
grant select on ledger.day_sums to glasshouse_app;
grant execute on function ledger.sum_days to glasshouse_app;
