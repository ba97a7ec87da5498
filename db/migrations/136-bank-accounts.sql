-- Payouts to a person's own account at a bank: docs/decisions/081. Where it goes stands where a wallet's address does, so that
-- whatever is asked of an address is asked of it too; who holds it, where a wallet's name does.
alter table withdrawals drop constraint withdrawals_type_check,
  add constraint withdrawals_type_check check (type in ('bank_transfer', 'bank_account', 'tradehub_transfer'));

alter table destinations drop constraint destinations_type_check,
  add constraint destinations_type_check check (type in ('bank_transfer', 'bank_account', 'tradehub_transfer')),
  add column holder text, -- of a bank account; erased with the person
  add constraint destinations_holder_is_of_a_bank_account check (holder is null or type = 'bank_account');
grant insert (holder), update (holder) on destinations to glasshouse_app;
create trigger destinations_holder_stays before update of holder on destinations for each row
  when (coalesce(new.holder <> old.holder, new.holder is not null))
  execute function refuse_change();

-- How much waits for its payout: whatever leaves the firm.
drop index withdrawals_to_pay;
create index withdrawals_to_pay on withdrawals (created_at) include (amount) where status = 'approved' and type <> 'tradehub_transfer';
