-- What stands out about a request, among all that waits and not the newest of it, however its address is spelled.
create index withdrawals_by_spelled_address on withdrawals (lower(wallet_address), owner_id)
  where status in ('pending', 'approved', 'paid') and wallet_address is not null; -- who else asked for money to an address
create index activity_of_names on desk.activity (owner_id, version) where kind = 'name-changed'; -- who changed their name lately
