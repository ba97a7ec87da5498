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
  -- A person's first investment can be undone for a while: docs/decisions/085. Until when is part of what was agreed, so it is
  -- written once, when the investment is opened. Null: it can't be undone.
  undoable_until timestamptz(3),
  check_id uuid, -- which answers it was opened with; null: nobody asked
  -- What is to happen at maturity: docs/decisions/109. Under which terms and with which risk warning it is to be invested again.
  at_maturity text not null default 'balance' check (at_maturity in ('balance', 'reinvest')),
  accepted_terms_version integer,
  accepted_risk_version integer,
  not_reinvested text, -- the refusal for which it went to the balance all the same
  continues uuid references investments (id), -- the principal is the one of this matured investment; null: from the balance
  foreign key (plan_id, terms_version) references plan_terms (plan_id, version),
  foreign key (plan_id, accepted_terms_version) references plan_terms (plan_id, version),
  constraint investments_reinvested_as_accepted check ((at_maturity = 'reinvest') = (accepted_terms_version is not null)
    and (accepted_terms_version is null) = (accepted_risk_version is null)),
  constraint investments_not_reinvested_once_matured check (not_reinvested is null or status = 'matured' and at_maturity = 'reinvest'),
  constraint investments_undoable_while_running check (undoable_until > opened_at and undoable_until <= matures_at)
) with (fillfactor = 80);
create index investments_by_owner on investments (owner_id, opened_at desc, id desc); -- my investments
create index investments_due on investments (matures_at, id) where status = 'running'; -- settling
-- Its condition is its own: with the one of investments_due, a planner that has not seen the table grow takes either.
create index investments_running on investments (owner_id) where status not in ('matured', 'undone'); -- accrued profit
create unique index investments_continued_once on investments (continues) where continues is not null;
create unique index investments_undoable_once on investments (owner_id) where undoable_until is not null; -- one a person, ever

grant select,
  insert (id, owner_id, plan_id, terms_version, plan_title, amount, profit_percent, profit, opened_at, matures_at, status, risk_version, undoable_until, check_id,
    at_maturity, accepted_terms_version, accepted_risk_version, continues),
  update (status, at_maturity, accepted_terms_version, accepted_risk_version, not_reinvested)
  on investments to glasshouse_app;

-- Whoever writes: what was chosen stays, once it has been settled.
create trigger investments_choice_stays before update of at_maturity, accepted_terms_version, accepted_risk_version, not_reinvested on investments
  for each row when (old.status <> 'running' and (old.at_maturity, old.accepted_terms_version, old.accepted_risk_version, old.not_reinvested)
    is distinct from (new.at_maturity, new.accepted_terms_version, new.accepted_risk_version, new.not_reinvested))
  execute function refuse_change();
