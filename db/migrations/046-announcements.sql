-- What the firm tells everybody, or whom a filter names: proposed by one, agreed to by another, and sent at a pace. The words are the
-- firm's own, and no person's.
create table announcements (
  id uuid primary key, -- of the command by which the second agreed
  owner_id uuid not null references owners (id), -- the firm
  title text not null,
  body text not null,
  is_mailed boolean not null,
  plan_id uuid, -- only who holds this plan as it is sent; null: whatever they hold
  status text check (status in ('active', 'frozen')), -- only accounts that stand so; null: all but closed ones
  country text check (country ~ '^[A-Z]{2}$'), -- only who is verified and lives there; null: anywhere
  expected bigint not null check (expected >= 0), -- how many it reached when it was proposed
  at timestamptz(3) not null, -- who joined later gets it no more
  first_by uuid not null references owners (id), -- who agreed first of the two
  second_by uuid not null references owners (id),
  state text not null check (state in ('sending', 'stopped', 'sent')),
  state_at timestamptz(3) not null,
  stopped_by uuid references owners (id), -- who stopped it last
  reached bigint check (reached >= 0), -- how many got it, once all did
  constraint announcements_take_two check (second_by <> first_by),
  constraint announcements_sent_to check ((state = 'sent') = (reached is not null))
);
create index announcements_by_time on announcements (at desc, id desc); -- the list, newest first
create index announcements_sending on announcements (at, id) where state = 'sending'; -- what is sent next

-- One for each person that an announcement reached: written with their activity and the mail.
create table announcement_deliveries (
  id uuid primary key, -- of the command, which is the same whenever it is handed in
  announcement_id uuid not null references announcements (id),
  owner_id uuid not null references owners (id),
  at timestamptz(3) not null, -- business time
  is_mailed boolean not null, -- whether a mail went with it
  read_at timestamptz(3), -- when they opened it first
  reached_at timestamptz(3) not null default clock_timestamp() -- by the world's time: the pace is held by it
);
create unique index announcement_deliveries_once on announcement_deliveries (announcement_id, owner_id); -- nobody gets it twice; who got it
create index announcement_deliveries_by_owner on announcement_deliveries (owner_id, at desc, id desc); -- what somebody got, newest first
create index announcement_deliveries_by_time on announcement_deliveries (reached_at); -- how many were reached a moment ago
create index announcement_deliveries_read on announcement_deliveries (announcement_id) where read_at is not null; -- how many have read it

grant select, insert (id, owner_id, title, body, is_mailed, plan_id, status, country, expected, at, first_by, second_by, state, state_at, stopped_by),
  update (state, state_at, stopped_by, reached) on announcements to glasshouse_app;
grant select, insert (id, announcement_id, owner_id, at, is_mailed), update (read_at) on announcement_deliveries to glasshouse_app;
