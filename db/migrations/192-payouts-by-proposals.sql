-- That payouts go on waits among all other proposals (185): of a list that has changed since, nobody has agreed to anything.
alter table payout_blocks drop column approved_at, drop column approved_by,
  add column version integer not null default 0; -- how often what is to be matched has changed
grant insert (version), update (version) on payout_blocks to glasshouse_app;
