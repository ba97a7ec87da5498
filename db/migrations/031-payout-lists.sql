-- Payouts of USDT: lists that are made here, signed and sent elsewhere one transaction for each line, and found again on the chain.
-- docs/decisions/098 tells what was chosen.
create table payout_lists (
  id uuid primary key, -- of the command that built it, and of its rate
  owner_id uuid not null references owners (id), -- the firm
  wallet_id uuid not null references wallets (id),
  from_script text not null check (from_script ~ '^41[0-9a-f]{40}$'), -- the firm's own address, which pays
  height integer not null check (height >= 0), -- the last solidified block when it was built: what is in that or before is no payment of it
  quantity bigint not null check (quantity > 0), -- millionths of a USDT, of all payments
  amount bigint not null check (amount > 0), -- cents, as approved
  status text not null check (status in ('built', 'released', 'recalled', 'paid', 'cancelled', 'void')),
  built_at timestamptz(3) not null,
  built_by uuid not null references owners (id),
  released_at timestamptz(3),
  released_by uuid references owners (id),
  recalled_height integer, -- the last solidified block when it was cancelled after its release
  ended_at timestamptz(3), -- all is paid, it was never released, or nothing signed for it can count any more
  constraint payout_lists_released_whole check ((released_at is null) = (released_by is null) and (released_at is null) = (status in ('built', 'cancelled'))),
  constraint payout_lists_recalled check (status not in ('recalled', 'void') or recalled_height >= height),
  constraint payout_lists_end_once check ((ended_at is null) = (status in ('built', 'released', 'recalled')))
);
create index payout_lists_unended on payout_lists (owner_id) where status in ('built', 'released', 'recalled');
create index payout_lists_newest on payout_lists (built_at desc, id desc);

-- Which line pays which request, and the transfer that did.
create table payout_list_payments (
  list_id uuid not null references payout_lists (id),
  withdrawal_id uuid not null references withdrawals (id),
  line integer not null check (line between 0 and 99),
  quantity bigint not null check (quantity > 0), -- millionths of a USDT
  amount bigint not null check (amount > 0), -- cents
  reference text unique check (reference ~ '^[0-9a-f]{64}:\d+$'), -- its transaction, and the place of its log in it
  paid_at timestamptz(3),
  primary key (list_id, withdrawal_id),
  constraint payout_list_payments_paid_whole check ((reference is null) = (paid_at is null))
);
create index payout_list_payments_by_transaction on payout_list_payments (split_part(reference, ':', 1)) where reference is not null; -- as staff look for it
create unique index payout_list_payments_by_line on payout_list_payments (list_id, line);
create index payout_list_payments_by_request on payout_list_payments (withdrawal_id); -- which lists may still pay it
create index payout_list_payments_by_time on payout_list_payments (paid_at) where paid_at is not null; -- how long payouts took
create unique index payout_list_payments_once on payout_list_payments (withdrawal_id) where paid_at is not null;

grant select, insert (id, owner_id, wallet_id, from_script, height, quantity, amount, status, built_at, built_by),
  update (status, released_at, released_by, recalled_height, ended_at) on payout_lists to glasshouse_app;
grant select, insert (list_id, withdrawal_id, line, quantity, amount), update (reference, paid_at) on payout_list_payments to glasshouse_app;

-- What may be on the chain is never forgotten.
create trigger payout_lists_go_on before update of status on payout_lists for each row
  when (old.status <> new.status and (old.status, new.status) not in
    (('built', 'released'), ('built', 'cancelled'), ('released', 'recalled'), ('released', 'paid'), ('recalled', 'paid'), ('recalled', 'void')))
  execute function refuse_change();
create trigger payout_lists_stay_released before update of released_at, released_by, recalled_height on payout_lists for each row
  when ((old.released_at is not null and (old.released_at is distinct from new.released_at or old.released_by is distinct from new.released_by))
    or (old.recalled_height is not null and old.recalled_height is distinct from new.recalled_height))
  execute function refuse_change();
create trigger payout_list_payments_stay_paid before update of reference, paid_at on payout_list_payments for each row
  when (old.paid_at is not null and (old.paid_at is distinct from new.paid_at or old.reference is distinct from new.reference)) execute function refuse_change();
