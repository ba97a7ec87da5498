-- The firm's own money takes two administrators above the limit, as everybody's does: what is proposed waits here.
-- docs/decisions/105 tells what was chosen.
create table fundings (
  id uuid primary key, -- of the command that proposed it
  owner_id uuid not null references owners (id), -- the firm
  kind text not null check (kind in ('capital', 'pool')),
  pool text check (pool in ('returns', 'referral', 'corrections')),
  amount bigint not null check (amount > 0), -- cents
  reference text, -- at the bank, of capital
  status text not null check (status in ('open', 'done', 'refused', 'withdrawn')),
  refusal_reason text,
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  constraint fundings_whole check ((kind = 'pool') = (pool is not null) and (kind = 'capital') = (reference is not null)),
  constraint fundings_decided_whole check ((decided_at is null) = (status = 'open') and (decided_by is null) = (status = 'open')),
  constraint fundings_by_two check (status <> 'done' or decided_by <> proposed_by)
);
create unique index fundings_open on fundings (reference) where status = 'open'; -- a reference is proposed once at a time
create index fundings_newest on fundings (proposed_at desc, id desc); -- the treasury's list

grant select, insert (id, owner_id, kind, pool, amount, reference, status, proposed_at, proposed_by),
  update (status, refusal_reason, decided_at, decided_by) on fundings to glasshouse_app;

-- What was decided stays so.
create trigger fundings_decided_once before update on fundings for each row
  when (old.status <> 'open') execute function refuse_change();
