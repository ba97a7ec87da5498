-- Commands that stand in nobody's activity, refused ones before all, in the chain of whoever asked.
-- docs/decisions/036 tells what was chosen.

-- Between which rows of the activity it stands, `version` says: after that row, and after the ones here with lower numbers.
-- Of the firm where nobody who has an account asked.
create table desk.unlisted (
  owner_id uuid not null,
  number bigint not null, -- from 1, without gaps
  version bigint not null, -- of the owner's last row in desk.activity
  command_id uuid not null,
  hash bytea not null, -- SHA-256 of the link before, of this one and of its command
  primary key (owner_id, number) -- the audit; the hash of a refusal in the audit log
);
create trigger unlisted_append_only before update or delete or truncate on desk.unlisted
  for each statement execute function ledger.refuse_change();
alter table owners add column unlisted bigint not null default 0; -- the number of the last one
alter table desk.commands add column unlisted_number bigint; -- its number there; null: it is listed, or is from before

-- Those of before have no place in a chain, and are the only ones that may have none.
create table desk.unchained (
  command_id uuid primary key
);
insert into desk.unchained (command_id)
  select c.id from desk.commands c where not exists (select from desk.activity a where a.command_id = c.id);
create trigger unchained_append_only before update or delete or truncate on desk.unchained
  for each statement execute function ledger.refuse_change();

-- A head may change without a new row of activity now: a root's head is known by both numbers.
alter table desk.root_heads add column unlisted bigint not null default 0;
alter table desk.root_heads drop constraint root_heads_pkey;
alter table desk.root_heads add primary key (owner_id, version, unlisted); -- whether a head was in a root already; every root in the order of owners

revoke all on desk.unlisted, desk.unchained from public;
grant select, insert on desk.unlisted to glasshouse_app;
grant select on desk.unchained to glasshouse_app;
