-- What people and the firm write to each other. The words lie in desk.particulars, by the command that wrote them, and are
-- erased with the person; these rows say that something was written, and what waits for an answer.
create table thread_messages (
  id uuid primary key, -- of the command that wrote it
  owner_id uuid not null references owners (id), -- whose thread it is
  author_id uuid references owners (id), -- who of staff; null: the person
  at timestamptz(3) not null -- business time
);
create index thread_messages_by_owner on thread_messages (owner_id, at desc, id desc); -- a thread, newest first; what somebody wrote in a day

-- One for each person that anything was written with.
create table threads (
  id uuid primary key, -- of its first message
  owner_id uuid not null unique references owners (id),
  last_id uuid not null, -- the newest message
  last_at timestamptz(3) not null,
  state text not null check (state in ('waiting', 'settled')), -- whether an answer is due
  waits_since timestamptz(3) not null, -- business time, since when; or was last
  unread integer not null check (unread >= 0), -- of the firm's
  read_at timestamptz(3), -- when the person last saw all of it
  mailed_at timestamptz(3) -- when they were last mailed that there is one
);
create index threads_waiting on threads (waits_since, owner_id) where state = 'waiting'; -- what is to be answered, longest first
create index threads_by_time on threads (last_at desc, owner_id desc); -- everybody

grant select, insert (id, owner_id, author_id, at) on thread_messages to glasshouse_app;
grant select, insert (id, owner_id, last_id, last_at, state, waits_since, unread, read_at, mailed_at),
  update (last_id, last_at, state, waits_since, unread, read_at, mailed_at) on threads to glasshouse_app;
