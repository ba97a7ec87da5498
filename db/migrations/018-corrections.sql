-- What waits for a second administrator: edits of money above the limit, and credits of referrers beyond 10% of what the
-- friend has funded. docs/decisions/028 tells what was chosen.

-- An edit, as it was proposed. A credit is the referrer's, and changes none of the figures: what stands in them is what
-- stood there then. Written under the lock of the owner, who is there for good.
create table corrections (
  id uuid primary key, -- of the command that proposed it
  owner_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  owner_version bigint not null, -- of the account, as its proposer saw it
  -- cents: what stood there, and what is to stand there; equal where nothing is to change
  balance_from bigint not null,
  balance_to bigint not null check (balance_to >= 0),
  profit_from bigint not null,
  profit_to bigint not null check (profit_to >= 0),
  loss_from bigint not null,
  loss_to bigint not null check (loss_to >= 0),
  full_name text, -- a new one; erased with the person
  email text, -- a new one; erased with the person
  reason text, -- of the correction; erased with the person
  refusal_reason text, -- why it was not made; erased with the person
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  friend_id uuid, -- for whom the referrer is to be credited; null: an edit
  funding bigint check (funding > 0), -- cents, of which they are to get 10%; null: an edit
  constraint corrections_credit_is_whole check ((friend_id is null) = (funding is null))
);
create index corrections_by_owner on corrections (owner_id, proposed_at, id); -- on a user's page, and erasing a person
create index corrections_by_status on corrections (status, proposed_at, id); -- what waits for a second administrator
create index corrections_by_friend on corrections (friend_id, proposed_at, id) where friend_id is not null; -- on the friend's page

revoke all on corrections from public;
grant select,
  insert (id, owner_id, status, owner_version, balance_from, balance_to, profit_from, profit_to, loss_from, loss_to, full_name, email,
    friend_id, funding, reason, proposed_at, proposed_by),
  update (status, full_name, email, reason, refusal_reason, decided_at, decided_by)
  on corrections to glasshouse_app;
create trigger corrections_words_stay before update of full_name, email, reason, refusal_reason on corrections for each row
  when (coalesce(new.full_name <> old.full_name, new.full_name is not null)
    or coalesce(new.email <> old.email, new.email is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null)
    or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
