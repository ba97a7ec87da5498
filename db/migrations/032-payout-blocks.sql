-- After a restore the books don't have what was paid since: docs/decisions/084. Payouts are blocked until each of those is matched,
-- and two administrators have agreed that they go on: of a list that has changed since, nobody has agreed to anything.
create table payout_blocks (
  id uuid primary key, -- of the command
  owner_id uuid not null references owners (id), -- the firm
  cause text not null check (cause in ('behind', 'restored')), -- a server had seen more than the books have; or the operator said so
  noticed_at timestamptz(3) not null, -- wall time
  seen_at timestamptz(3), -- wall time: when the last command was recorded that a server had seen and the books lack
  status text not null check (status in ('open', 'lifted')),
  lifted_at timestamptz(3),
  lifted_by uuid references owners (id),
  -- Of more payouts than a server keeps, the oldest aren't listed after a restore: until when they were paid. The operator lists
  -- them from the archive, or says that there is none. Wall time; null: every lost payout is listed.
  unknown_until timestamptz(3),
  version integer not null default 0 -- how often what is to be matched has changed
);
create unique index payout_blocks_one_at_a_time on payout_blocks (owner_id) where status = 'open';
create index payout_blocks_noticed on payout_blocks (noticed_at);

create table earlier_payouts (
  id uuid primary key, -- of the command that the books have lost; of one that was added by hand, of the command that added it
  owner_id uuid not null references owners (id), -- the firm
  block_id uuid not null references payout_blocks (id),
  kind text not null check (kind in ('withdrawal', 'return')), -- to a person; or of a receipt, to where it came from
  person uuid, -- whose money it was, perhaps nobody whom the books know any more; null: nobody's
  request uuid, -- the request for it, or the entry at the bank; null: not known
  reference text not null,
  amount bigint not null check (amount > 0), -- in cents
  paid_at timestamptz(3), -- wall time: when it was recorded; null: not known
  status text not null check (status in ('open', 'matched', 'explained')),
  explanation text, -- words of staff: what was done instead
  settled_at timestamptz(3),
  settled_by uuid references owners (id)
);
create index earlier_payouts_open on earlier_payouts (owner_id) where status = 'open';
create index earlier_payouts_of_block on earlier_payouts (block_id);

grant select, insert (id, owner_id, cause, noticed_at, seen_at, status, unknown_until, version), update (status, lifted_at, lifted_by, unknown_until, version)
  on payout_blocks to glasshouse_app;
grant select, insert (id, owner_id, block_id, kind, person, request, reference, amount, paid_at, status), update (status, explanation, settled_at, settled_by)
  on earlier_payouts to glasshouse_app;
create trigger payout_blocks_stay_lifted before update on payout_blocks for each row
  when (old.status = 'lifted')
  execute function refuse_change();
create trigger earlier_payouts_stay_settled before update on earlier_payouts for each row
  when (old.status <> 'open')
  execute function refuse_change();
-- Whatever was asked: no block is lifted while one of its payouts is open, or not known.
create function refuse_lifting() returns trigger language plpgsql as $$
begin
  if new.unknown_until is not null or exists (select from earlier_payouts payout where payout.block_id = new.id and payout.status = 'open') then
    raise exception 'a payout of this block is still open, or not known';
  end if;
  return new;
end $$;
create trigger payout_blocks_lifted_when_settled before update of status on payout_blocks for each row
  when (new.status = 'lifted')
  execute function refuse_lifting();
