-- Notes of staff about users, and corrections that wait for a second administrator. docs/decisions/028 tells what was chosen.

-- A note is a command like any other; its words lie in desk.particulars and are erased with the person. No other
-- command is in this index.
create index commands_notes on desk.commands (subject, at desc, id desc) where kind = 'WriteNote' and outcome = 'done'; -- the notes about a user

-- An edit of money above the limit, as it was proposed. Whoever writes here holds the lock of the owner, who is there for good.
create table corrections (
  id uuid primary key, -- of the command that proposed it
  owner_id uuid not null,
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  owner_version bigint not null, -- of the account, as whoever proposed it saw it
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
  decided_by uuid references owners (id)
);
create index corrections_by_owner on corrections (owner_id, proposed_at, id); -- on a user's page, and erasing a person
create index corrections_by_status on corrections (status, proposed_at, id); -- what waits for a second administrator

revoke all on corrections from public;
grant select, insert, update on corrections to glasshouse_app;
