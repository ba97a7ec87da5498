-- What the bell of the dashboard tells, out of the activity. docs/decisions/067 tells what was chosen.
alter table auth.persons
  -- Up to which entry of their activity they have been told: moved by what they press. No time: nobody's business is when
  -- somebody looks at their money.
  add column read_up_to bigint not null default 0 constraint persons_read_no_less_than_nothing check (read_up_to >= 0),
  -- What the bell doesn't tell them. What is listed here may be switched off; the rest is always told.
  add column muted_notifications text[] not null default '{}' constraint persons_mute_notifications_that_may_be_muted check (
    muted_notifications <@ '{deposit-received,investment-matured,withdrawal-decided,withdrawal-paid}' and
    array_position(muted_notifications, null) is null);
grant update (read_up_to, muted_notifications) on auth.persons to glasshouse_app;

-- What happened before there was a bell isn't news.
update auth.persons person set read_up_to = owner.version from owners owner where owner.id = person.id;
