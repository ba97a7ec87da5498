-- Withdrawals as the work of staff: a second approval, the queue in any order, how much waits, and where money went before.
-- docs/decisions/027 tells what was chosen, and what a request pays for it.

-- Who approved first where two must. Their own columns instead of decided_by: the request is still pending. Without
-- foreign key and CHECK, which each batch of requests would pay for: only the desk writes here, under the owner's lock.
alter table withdrawals add column first_approved_by uuid, add column first_approved_at timestamptz(3);

-- The queue of all is merged from those of each status, so that it needs no index of its own; a request is in as many
-- indexes as before.
drop index withdrawals_by_age;
create index withdrawals_by_amount on withdrawals (status, amount, id); -- the queue by amount

-- None of these is written when a request is made.
create index withdrawals_to_pay on withdrawals (created_at) where status = 'approved' and type = 'bank_transfer'; -- how much waits for its payout
create index withdrawals_by_address on withdrawals (wallet_address)
  where status in ('approved', 'paid') and wallet_address is not null; -- to whom an address belonged before
