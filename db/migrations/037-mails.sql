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
  -- Cut to the millisecond: rounded, it would be up to half of one in the future, and who sends at once found nothing due.
  next_attempt_at timestamptz(3) not null default date_trunc('milliseconds', clock_timestamp()),
  last_error text,
  command_id uuid -- that caused it; null: not from a command
);
create index outbox_waiting on outbox (next_attempt_at) where state = 'waiting'; -- the sending loop
-- Found by its command, whose person's activity is known; without one, by its person.
create index outbox_by_command on outbox (command_id) where command_id is not null; -- erasing a person
create index outbox_by_owner on outbox (owner_id) where command_id is null; -- erasing a person
-- How many mails a person was sent of late, counted before a change by somebody whose address isn't confirmed.
create index outbox_by_person on outbox (owner_id, created_at);

grant select, insert (command_id, owner_id, template, "values", state, recipient), update (attempts, next_attempt_at, state, last_error), delete
  on outbox to glasshouse_app;
