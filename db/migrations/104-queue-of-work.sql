-- What is worked through as a list, and searched for by its address. Neither is written when a request is made.
create index withdrawals_second_approval on withdrawals (created_at, id) include (amount)
  where status = 'pending' and first_approved_by is not null; -- what waits for the second of two approvals
create index withdrawals_by_ended_address on withdrawals (wallet_address)
  where status in ('rejected', 'cancelled', 'returned') and wallet_address is not null; -- a search for an address
