-- Who asked to close their own account. One row each; the account closes a day later at the earliest.
create table account_closings (
  owner_id uuid primary key references owners (id),
  status text not null check (status in ('waiting', 'stopped', 'lapsed', 'done')), -- done: the account was closed meanwhile, by whomever
  asked_at timestamptz(3) not null, -- business time, as of the command
  closes_from timestamptz(3) not null,
  constraint account_closings_wait_a_day check (closes_from - asked_at >= interval '24 hours')
);
create index account_closings_ripe on account_closings (closes_from) where status = 'waiting'; -- the loop
grant select, insert (owner_id, status, asked_at, closes_from), update (status, asked_at, closes_from)
  on account_closings to glasshouse_app;

-- Whoever writes: an account that was closed doesn't wait again.
create trigger account_closings_end before update on account_closings for each row
  when (old.status = 'done' and new.status <> 'done')
  execute function refuse_change();
