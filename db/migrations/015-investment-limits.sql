-- How much a person lets themselves place at once: docs/decisions/085. A raise counts only a day later.
create table investment_limits (
  owner_id uuid primary key references owners (id),
  amount bigint check (amount >= 0), -- in cents; null: none
  next_amount bigint check (next_amount >= 0), -- what counts from next_from on; null: none
  next_from timestamptz(3), -- null: nothing waits
  constraint investment_limits_only_rise_later check (next_from is null and next_amount is null
    or next_from is not null and amount is not null and coalesce(next_amount > amount, true))
);
grant select, insert (owner_id, amount, next_amount, next_from), update (amount, next_amount, next_from)
  on investment_limits to glasshouse_app;

-- Whoever writes: a limit rises only to what has waited, or to less.
create trigger investment_limits_rise_by_waiting before update of amount on investment_limits for each row
  when (old.amount is not null and coalesce(new.amount > old.amount, true)
    and not (old.next_from is not null and coalesce(new.amount <= old.next_amount, old.next_amount is null)))
  execute function refuse_change();
