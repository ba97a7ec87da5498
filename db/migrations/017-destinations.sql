-- Where people send money, saved by a name of their own: a wallet, an account of theirs at a bank, or another account here. Saved and removed by commands, under the
-- owner's lock. docs/decisions/065 tells what was chosen.
create table destinations (
  id uuid primary key, -- of the command that saved it
  owner_id uuid not null,
  type text not null check (type in ('bank_transfer', 'bank_account', 'tradehub_transfer')),
  name text, -- erased with the person
  holder text, -- of a bank account; erased with the person
  wallet_address text, -- erased with the person
  recipient_id uuid references owners (id),
  recipient_account_id text,
  status text not null check (status in ('saved', 'removed')),
  saved_at timestamptz(3) not null,
  constraint destinations_have_a_target check ((type = 'tradehub_transfer') = (recipient_id is not null)),
  constraint destinations_holder_is_of_a_bank_account check (holder is null or type = 'bank_account')
);
create index destinations_by_owner on destinations (owner_id) where status = 'saved'; -- my saved destinations
create index destinations_by_account on destinations (wallet_address) where status = 'saved' and type = 'bank_account'; -- whose a payment is

grant select, insert (id, owner_id, type, name, holder, wallet_address, recipient_id, recipient_account_id, status, saved_at),
  update (name, holder, wallet_address, status)
  on destinations to glasshouse_app;
create trigger destinations_words_stay before update of name, wallet_address on destinations for each row
  when (coalesce(new.name <> old.name, new.name is not null) or coalesce(new.wallet_address <> old.wallet_address, new.wallet_address is not null))
  execute function refuse_change();
create trigger destinations_holder_stays before update of holder on destinations for each row
  when (coalesce(new.holder <> old.holder, new.holder is not null))
  execute function refuse_change();
create trigger destinations_stay_removed before update of status on destinations for each row
  when (old.status = 'removed' and new.status <> 'removed')
  execute function refuse_change();
