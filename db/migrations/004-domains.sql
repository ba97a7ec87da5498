-- What the domains keep beside the books.

-- Business time: the database's clock and how far the demonstration has moved it. It only moves forward.
create table business_clock (
  one boolean primary key default true check (one),
  advance interval not null default '0'
);
insert into business_clock default values;

create function business_now() returns timestamptz(3) language sql volatile
  return (select clock_timestamp() + advance from public.business_clock)::timestamptz(3);

create function keep_clock_forward() returns trigger language plpgsql as $$
begin
  -- Only an empty house may begin in the past.
  if new.advance < old.advance and exists (select from desk.commands) then
    raise exception 'business time only moves forward' using errcode = 'GH004';
  end if;
  return new;
end $$;
create trigger clock_forward before update on business_clock for each row execute function keep_clock_forward();

create table owners (
  id uuid primary key, -- the person's id in auth.persons; the firm is the nil UUID
  role text not null check (role in ('user', 'admin', 'auditor', 'firm')),
  status text not null check (status in ('active', 'frozen', 'closed')),
  account_id text unique,
  referral_code text unique,
  referrer_id uuid references owners (id),
  fixed boolean not null default false, -- a sign-in of the demonstration
  created_at timestamptz(3) not null,
  version bigint not null default 0, -- of the last entry in desk.activity
  stamped_at timestamptz(3) not null, -- business time of the last command: an owner's time never runs backwards
  -- running totals of what postings mean to the person; the audit recomputes them
  deposits bigint not null default 0,
  withdrawn bigint not null default 0,
  transferred_in bigint not null default 0,
  transferred_out bigint not null default 0,
  placed bigint not null default 0,
  profit bigint not null default 0,
  loss bigint not null default 0,
  referral bigint not null default 0,
  corrections bigint not null default 0
) with (fillfactor = 50);
create index owners_by_age on owners (created_at, id); -- the users list as it opens
create index owners_by_referrer on owners (referrer_id) where referrer_id is not null; -- what is left when closing
insert into owners (id, role, status, created_at, stamped_at)
  values ('00000000-0000-0000-0000-000000000000', 'firm', 'active', '2000-01-01Z', '2000-01-01Z');

create table plans (
  id uuid primary key,
  slug text not null unique,
  position smallint not null unique,
  on_sale boolean not null default true,
  terms_version integer not null
);

-- Terms change by a new version; what is running keeps a copy of the old one.
create table plan_terms (
  plan_id uuid not null references plans (id),
  version integer not null,
  title text not null,
  range_text text not null,
  minimum bigint not null check (minimum > 0),
  maximum bigint check (maximum >= minimum), -- as shown
  below bigint check (below > minimum), -- the next plan's minimum: amounts must stay below it
  duration_days integer not null check (duration_days > 0),
  profit_percent integer not null check (profit_percent between 1 and 100),
  risk_version integer not null check (risk_version > 0),
  risk_warning text not null,
  primary key (plan_id, version)
);

create table investments (
  id uuid primary key, -- of the command that opened it
  owner_id uuid not null references owners (id),
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
create index investments_running on investments (owner_id) where status = 'running'; -- accrued profit
create index investments_due on investments (matures_at, id) where status = 'running'; -- settling

create table withdrawals (
  id uuid primary key, -- of the command that requested it
  owner_id uuid not null references owners (id),
  type text not null check (type in ('bank_transfer', 'tradehub_transfer')),
  amount bigint not null check (amount > 0),
  wallet_name text, -- erased with the person
  wallet_address text, -- erased with the person
  recipient_id uuid references owners (id),
  recipient_account_id text,
  status text not null check (status in ('pending', 'approved', 'rejected', 'cancelled', 'paid', 'returned')),
  reason text, -- erased with the person
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  payout_reference text,
  constraint withdrawals_have_a_target check ((type = 'tradehub_transfer') = (recipient_id is not null))
) with (fillfactor = 80);
create index withdrawals_by_owner on withdrawals (owner_id, created_at desc, id desc); -- my withdrawals
create index withdrawals_by_age on withdrawals (created_at desc, id desc); -- the queue of all
create index withdrawals_by_status on withdrawals (status, created_at desc, id desc); -- the queue by status

-- Outside references, as `capital …` and `payout …`: a receipt and a payout are booked once.
create table outside_references (
  reference text primary key,
  command_id uuid not null unique
);

-- Mails to send. The words are made when it is sent or shown, so that nothing personal lies here but whose it is.
create table outbox (
  id bigint generated always as identity primary key,
  owner_id uuid not null,
  recipient text, -- only where it isn't the owner's own address of now
  template text not null,
  values jsonb not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'kept', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz(3) not null default clock_timestamp(),
  last_error text
);
create index outbox_waiting on outbox (next_attempt_at) where state = 'waiting'; -- the sending loop
create index outbox_by_owner on outbox (owner_id); -- erasing a person

grant usage on schema public to glasshouse_app;
grant select, update on business_clock to glasshouse_app;
grant select, insert, update on owners, withdrawals, investments to glasshouse_app;
grant select, insert, update on plans, plan_terms to glasshouse_app;
grant select, insert on outside_references to glasshouse_app;
grant select, insert, update, delete on outbox to glasshouse_app;
