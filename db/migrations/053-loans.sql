-- Loans: what people ask to be lent, what was lent on which terms, and what of it has fallen due. Terms never change.
create table loan_applications (
  id uuid primary key, -- of the command by which it was sent
  owner_id uuid not null references owners (id),
  amount bigint not null check (amount > 0), -- cents
  months int not null check (months between 1 and 360),
  yearly_rate int not null check (yearly_rate > 0), -- hundredths of a percent
  security_percent int not null check (security_percent between 0 and 50),
  late_fee bigint not null check (late_fee > 0), -- cents
  grace_days int not null check (grace_days between 0 and 60),
  income_id uuid not null references documents (id), -- the proof of their income
  submitted_at timestamptz(3) not null, -- business time
  decide_by text not null check (decide_by ~ '^\d{4}-\d\d-\d\d$'), -- the day, in UTC, by whose end a decision is due
  status text not null check (status in ('submitted', 'more-asked', 'approved', 'refused', 'withdrawn')),
  asked_for text, -- words of staff to the person
  reason text, -- of a refusal, to the person
  decided_at timestamptz(3), -- business time
  constraint loan_applications_decided check (case when status in ('submitted', 'more-asked') then decided_at is null else status = 'withdrawn' or decided_at is not null end) -- a closed account withdraws at no time of its own
);
create index loan_applications_of_owner on loan_applications (owner_id);
create unique index loan_applications_one_at_a_time on loan_applications (owner_id) where status in ('submitted', 'more-asked'); -- the queue of staff, too

create table loans (
  id uuid primary key, -- of the command that paid it out
  owner_id uuid not null references owners (id),
  amount bigint not null check (amount > 0), -- cents
  months int not null check (months between 1 and 360),
  yearly_rate int not null check (yearly_rate > 0), -- hundredths of a percent
  security_percent int not null check (security_percent between 0 and 50),
  security bigint not null check (security between 0 and amount), -- cents, withheld when it was paid out
  withheld bigint not null check (withheld between 0 and security), -- what of that still is
  late_fee bigint not null check (late_fee > 0), -- cents
  grace_days int not null check (grace_days between 0 and 60),
  started_at timestamptz(3) not null, -- business time
  started_on text not null check (started_on ~ '^\d{4}-\d\d-\d\d$'), -- its day in UTC
  first_due text not null check (first_due ~ '^\d{4}-\d\d-\d\d$'),
  instalment bigint not null check (instalment > 0), -- cents, of all but the last
  next_number int not null check (next_number > 0), -- of the instalment that falls due next
  last_number int not null check (last_number > 0), -- of the one that takes the rest
  left_cents bigint not null check (left_cents between 0 and amount), -- principal that isn't due yet
  counted_from text check (counted_from ~ '^\d{4}-\d\d-\d\d$'), -- the last day in this month on which something was paid early
  next_due text check (next_due ~ '^\d{4}-\d\d-\d\d$'), -- null: nothing falls due any more
  status text not null check (status in ('running', 'defaulted', 'repaid', 'written-off')),
  constraint loans_due check ((next_due is null) = (left_cents = 0))
);
create index loans_of_owner on loans (owner_id);
create unique index loans_one_at_a_time on loans (owner_id) where status in ('running', 'defaulted');
create index loans_due on loans (next_due, id) where next_due is not null; -- the lane that lets instalments fall due

create table loan_dues (
  id uuid primary key, -- of the command that charged it
  loan_id uuid not null references loans (id),
  owner_id uuid not null references owners (id),
  place int not null check (place > 0), -- among those of its loan: the order in which they are paid
  kind text not null check (kind in ('instalment', 'early', 'default')),
  due_on text not null check (due_on ~ '^\d{4}-\d\d-\d\d$'),
  grace_from text not null check (grace_from ~ '^\d{4}-\d\d-\d\d$'), -- later than due_on where what had paid it came back
  interest bigint not null check (interest >= 0), -- cents, as all that follow
  principal bigint not null check (principal >= 0),
  fee bigint not null check (fee >= 0),
  paid_interest bigint not null check (paid_interest between 0 and interest),
  paid_principal bigint not null check (paid_principal between 0 and principal),
  paid_fee bigint not null check (paid_fee between 0 and fee)
);
create unique index loan_dues_in_order on loan_dues (loan_id, place);
create index loan_dues_of_owner on loan_dues (owner_id);
create index loan_dues_unpaid on loan_dues (due_on, id)
  where paid_interest < interest or paid_principal < principal or paid_fee < fee; -- what is collected, and what gets a fee

revoke all on loan_applications, loans, loan_dues from public;
grant select, insert (id, owner_id, amount, months, yearly_rate, security_percent, late_fee, grace_days, income_id, submitted_at, decide_by, status, asked_for),
  update (income_id, submitted_at, decide_by, status, asked_for, reason, decided_at) on loan_applications to glasshouse_app;
grant select, insert (id, owner_id, amount, months, yearly_rate, security_percent, security, withheld, late_fee, grace_days, started_at, started_on, first_due, instalment, next_number, last_number, left_cents, counted_from, next_due, status),
  update (withheld, instalment, next_number, last_number, left_cents, counted_from, next_due, status) on loans to glasshouse_app;
grant select, insert (id, loan_id, owner_id, place, kind, due_on, grace_from, interest, principal, fee, paid_interest, paid_principal, paid_fee),
  update (grace_from, principal, fee, paid_interest, paid_principal, paid_fee) on loan_dues to glasshouse_app;
create trigger loan_applications_stay before delete or truncate on loan_applications
  for each statement execute function refuse_change();
create trigger loans_stay before delete or truncate on loans
  for each statement execute function refuse_change();
create trigger loan_dues_stay before delete or truncate on loan_dues
  for each statement execute function refuse_change();
create trigger loan_applications_words_stay before update of reason on loan_applications for each row
  when (new.reason <> old.reason)
  execute function refuse_change();
-- What is decided stays, and what is repaid or written off isn't owed again but where a repayment comes back.
create trigger loan_applications_stay_decided before update of status, decided_at on loan_applications for each row
  when (old.decided_at is not null and (new.status <> old.status or new.decided_at is distinct from old.decided_at))
  execute function refuse_change();
create trigger loans_stay_written_off before update of status on loans for each row
  when (old.status = 'written-off' and new.status <> old.status)
  execute function refuse_change();
