-- Withdrawals as the work of staff: a second approval, the queue in any order, how much waits, and where money went before.
-- docs/decisions/027 tells what was chosen, and what a request pays for it.

-- Who approved first where two must. Their own columns instead of decided_by: the request is still pending. Without
-- foreign key and CHECK, which each batch of requests would pay for: only the desk writes here, under the owner's lock.
alter table withdrawals add column first_approved_by uuid, add column first_approved_at timestamptz(3);

-- The queue of all is merged from those of each status, so that it needs no index of its own; a request is in as many
-- indexes as before.
drop index withdrawals_by_age;
-- With the user, so that a search walks along it without the rows, which stand in the order of time.
create index withdrawals_by_amount on withdrawals (status, amount, id) include (owner_id); -- the queue by amount
-- With what a search by amount sorts, for the same reason.
drop index withdrawals_by_owner;
create index withdrawals_by_owner on withdrawals (owner_id, created_at desc, id desc) include (status, amount); -- my withdrawals, and those of whom a search finds

-- None of these is written when a request is made.
create index withdrawals_to_pay on withdrawals (created_at) include (amount) where status = 'approved' and type = 'bank_transfer'; -- how much waits for its payout
create index withdrawals_by_address on withdrawals (wallet_address)
  where status in ('approved', 'paid') and wallet_address is not null; -- to whom an address belonged before
