-- Of more payouts than a server keeps, the oldest aren't listed after a restore: until when they were paid. No block is lifted
-- before the operator has listed them from the archive, or has said that there is none.
alter table payout_blocks add column unknown_until timestamptz(3); -- wall time; null: every lost payout is listed

create or replace function refuse_lifting() returns trigger language plpgsql as $$
begin
  if new.unknown_until is not null or exists (select from earlier_payouts payout where payout.block_id = new.id and payout.status = 'open') then
    raise exception 'a payout of this block is still open, or not known';
  end if;
  return new;
end $$;

grant insert (unknown_until), update (unknown_until) on payout_blocks to glasshouse_app;
