-- Outside a transaction. What stands out about a request, among all that waits and not the newest of it, however its address is spelled.
-- Who else asked for money to an address:
drop index concurrently if exists withdrawals_by_spelled_address;
create index concurrently withdrawals_by_spelled_address on withdrawals (lower(wallet_address), owner_id)
  where status in ('pending', 'approved', 'paid') and wallet_address is not null;
-- Who changed their name lately:
drop index concurrently if exists desk.activity_of_names;
create index concurrently activity_of_names on desk.activity (owner_id, version) where kind = 'name-changed';
