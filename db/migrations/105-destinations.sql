-- Where people send money, saved by a name of their own: a wallet, or another account. Saved and removed by commands, under the
-- owner's lock. docs/decisions/065 tells what was chosen.
create table destinations (
  id uuid primary key, -- of the command that saved it
  owner_id uuid not null,
  type text not null check (type in ('bank_transfer', 'tradehub_transfer')),
  name text, -- erased with the person
  wallet_address text, -- erased with the person
  recipient_id uuid references owners (id),
  recipient_account_id text,
  status text not null check (status in ('saved', 'removed')),
  saved_at timestamptz(3) not null,
  constraint destinations_have_a_target check ((type = 'tradehub_transfer') = (recipient_id is not null))
);
create index destinations_by_owner on destinations (owner_id) where status = 'saved'; -- my saved destinations

grant select, insert (id, owner_id, type, name, wallet_address, recipient_id, recipient_account_id, status, saved_at),
  update (name, wallet_address, status)
  on destinations to glasshouse_app;
create trigger destinations_words_stay before update of name, wallet_address on destinations for each row
  when (coalesce(new.name <> old.name, new.name is not null) or coalesce(new.wallet_address <> old.wallet_address, new.wallet_address is not null))
  execute function refuse_change();
create trigger destinations_stay_removed before update of status on destinations for each row
  when (old.status = 'removed' and new.status <> 'removed')
  execute function refuse_change();

-- Which command removed a destination is found by it, before money leaves for one. Of no other command.
create index commands_about_destinations on desk.commands ((input ->> 'destination')) where input ? 'destination' and outcome = 'done'; -- what became of a saved destination
