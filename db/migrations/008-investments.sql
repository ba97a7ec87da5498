-- What is held of a plan. Written under the lock of the owner.
create table investments (
  id uuid primary key, -- of the command that opened it
  owner_id uuid not null,
  plan_id uuid not null,
  terms_version integer not null,
  plan_title text not null,
  amount bigint not null check (amount > 0),
  profit_percent integer not null,
  profit bigint not null check (profit > 0),
  opened_at timestamptz(3) not null,
  matures_at timestamptz(3) not null check (matures_at > opened_at),
  status text not null check (status in ('running', 'matured', 'undone')),
  risk_version integer not null,
  foreign key (plan_id, terms_version) references plan_terms (plan_id, version)
) with (fillfactor = 80);
create index investments_by_owner on investments (owner_id, opened_at desc, id desc); -- my investments
create index investments_due on investments (matures_at, id) where status = 'running'; -- settling
-- Its condition is its own: with the one of investments_due, a planner that has not seen the table grow takes either.
create index investments_running on investments (owner_id) where status not in ('matured', 'undone'); -- accrued profit

grant select, insert, update on investments to glasshouse_app;
