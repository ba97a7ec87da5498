-- Withdrawals to outside, and transfers to other investors, which are approved in the same way. They are written under the
-- lock of the owner. docs/decisions/027 tells what was chosen, and what a request pays for it.
create table withdrawals (
  id uuid primary key, -- of the command that requested it
  owner_id uuid not null,
  type text not null check (type in ('bank_transfer', 'bank_account', 'tradehub_transfer')),
  amount bigint not null check (amount > 0),
  -- Of a payout to a person's own account at a bank (docs/decisions/081), who holds it and where it goes stand where a wallet's
  -- name and address do, so that whatever is asked of an address is asked of it too.
  wallet_name text, -- erased with the person
  wallet_address text, -- erased with the person
  recipient_id uuid references owners (id),
  recipient_account_id text,
  note text, -- for the recipient; erased with the person who wrote it
  status text not null check (status in ('pending', 'approved', 'rejected', 'cancelled', 'paid', 'returned')),
  reason text, -- erased with the person
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  payout_reference text,
  -- Who approved first where two must. Apart from decided_by: the request is still pending. Without foreign key and CHECK,
  -- which each batch of requests would pay for: only the desk writes here, under the owner's lock.
  first_approved_by uuid,
  first_approved_at timestamptz(3),
  constraint withdrawals_have_a_target check ((type = 'tradehub_transfer') = (recipient_id is not null))
) with (fillfactor = 80);

-- With what a search by amount sorts, so that it reads along the index without the rows, which stand in the order of time.
create index withdrawals_by_owner on withdrawals (owner_id, created_at desc, id desc) include (status, amount); -- my withdrawals, and those of whom a search finds
-- Written at its end, as everything that is sorted by time: backwards, each page would be left half empty. The queue of all
-- is merged from those of each status, so that it needs no index of its own.
create index withdrawals_by_status on withdrawals (status, created_at, id); -- the queue by status
create index withdrawals_by_amount on withdrawals (status, amount, id) include (owner_id); -- the queue by amount

-- None of these is written when a request is made.
create index withdrawals_to_pay on withdrawals (created_at) include (amount) where status = 'approved' and type <> 'tradehub_transfer'; -- how much waits for its payout: whatever leaves the firm
create index withdrawals_by_address on withdrawals (wallet_address)
  where status in ('approved', 'paid') and wallet_address is not null; -- to whom an address belonged before
create index withdrawals_by_ended_address on withdrawals (wallet_address)
  where status in ('rejected', 'cancelled', 'returned') and wallet_address is not null; -- a search for an address
create index withdrawals_second_approval on withdrawals (created_at, id) include (amount)
  where status = 'pending' and first_approved_by is not null; -- what waits for the second of two approvals

-- What stands out about a request, among all that waits and not the newest of it, however its address is spelled.
create index withdrawals_by_spelled_address on withdrawals (lower(wallet_address), owner_id)
  where status in ('pending', 'approved', 'paid') and wallet_address is not null; -- who else asked for money to an address

-- References from outside, as `capital …` and `payout …`: a receipt and a payout are booked once.
create table outside_references (
  reference text primary key,
  command_id uuid not null unique
);

grant select, insert (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, recipient_account_id, note, status, created_at),
  update (wallet_name, wallet_address, note, status, reason, first_approved_at, first_approved_by, decided_at, decided_by, payout_reference)
  on withdrawals to glasshouse_app;
grant select, insert (reference, command_id) on outside_references to glasshouse_app;

-- The address of an approved request isn't replaced by another one. Asked only where a statement sets it.
create trigger withdrawals_words_stay before update of wallet_name, wallet_address, note, reason on withdrawals for each row
  when (coalesce(new.wallet_name <> old.wallet_name, new.wallet_name is not null)
    or coalesce(new.wallet_address <> old.wallet_address, new.wallet_address is not null)
    or coalesce(new.note <> old.note, new.note is not null)
    or new.reason <> old.reason)
  execute function refuse_change();
