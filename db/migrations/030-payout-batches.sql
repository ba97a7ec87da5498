-- Payouts in coins: batches that are built here, signed elsewhere and followed in the chain. docs/decisions/094 tells what was chosen.
create table payout_batches (
  id uuid primary key, -- of the command that built it, and of its rate
  owner_id uuid not null references owners (id), -- the firm
  wallet_id uuid not null references wallets (id), -- whose coins it spends
  change_wallet_id uuid not null references wallets (id),
  change_index integer check (change_index >= 0), -- where in the branch of change; null: nothing is left over
  change_amount bigint check (change_amount > 0), -- satoshi
  txid text not null unique check (txid ~ '^[0-9a-f]{64}$'),
  inputs text not null check (inputs ~ '^[0-9a-f]{64}:\d+( [0-9a-f]{64}:\d+){0,49}$'), -- the coins that it spends
  anchor text not null check (anchor ~ '^[0-9a-f]{64}:\d+$'), -- the one that all batches spend that may pay the same request
  replaces uuid references payout_batches (id), -- which it was built instead of
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of what was built, in payout_files while it is needed
  fee_rate bigint not null check (fee_rate between 1 and 1000), -- satoshi per virtual byte
  fee bigint not null check (fee > 0), -- satoshi
  quantity bigint not null check (quantity > 0), -- satoshi, of all payments
  amount bigint not null check (amount > 0), -- cents, as approved
  status text not null check (status in ('built', 'sent', 'paid', 'settled', 'cancelled', 'void')),
  built_at timestamptz(3) not null,
  built_by uuid not null references owners (id),
  signed_digest text check (signed_digest ~ '^[0-9a-f]{64}$'), -- of the same with the signatures so far
  is_signed boolean not null, -- none is missing
  sent_at timestamptz(3),
  sent_by uuid references owners (id),
  ended_at timestamptz(3), -- all is paid, it was cancelled, or it can never be in a block
  spent_by text check (spent_by ~ '^[0-9a-f]{64}$'), -- what spends a coin of it instead
  constraint payout_batches_change_whole check ((change_index is null) = (change_amount is null)),
  constraint payout_batches_anchored check (position(anchor in inputs) > 0),
  constraint payout_batches_signed_by_something check (not is_signed or signed_digest is not null),
  constraint payout_batches_sent_whole check ((sent_at is null) = (sent_by is null) and (status <> 'sent' or sent_at is not null) and (sent_at is null or is_signed)),
  constraint payout_batches_end_once check ((ended_at is null) = (status in ('built', 'sent'))),
  constraint payout_batches_spent_elsewhere check ((spent_by is not null) = (status = 'void') and spent_by <> txid),
  constraint payout_batches_one_built
    exclude using btree (anchor with =) where (status = 'built') deferrable initially deferred -- of those that exclude each other
);
create index payout_batches_unended on payout_batches (owner_id) where status in ('built', 'sent', 'cancelled', 'paid');
create index payout_batches_by_change on payout_batches (change_wallet_id, change_index desc) where status not in ('cancelled', 'void');
create index payout_batches_newest on payout_batches (built_at desc, id desc);

-- Which output pays which request.
create table payout_batch_payments (
  batch_id uuid not null references payout_batches (id),
  withdrawal_id uuid not null references withdrawals (id),
  output integer not null check (output between 0 and 99),
  quantity bigint not null check (quantity > 0), -- satoshi
  amount bigint not null check (amount > 0), -- cents
  paid_at timestamptz(3),
  primary key (batch_id, withdrawal_id)
);
create unique index payout_batch_payments_by_output on payout_batch_payments (batch_id, output);
create index payout_batch_payments_by_request on payout_batch_payments (withdrawal_id); -- which batches may still pay it
create index payout_batch_payments_by_time on payout_batch_payments (paid_at) where paid_at is not null; -- how long payouts took
create unique index payout_batch_payments_once on payout_batch_payments (withdrawal_id) where paid_at is not null;

-- What is handed to signers and comes back from them. It has people's addresses: no state, and gone with the end of its batch.
create table payout_files (
  batch_id uuid not null, -- written before the command that builds it
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the text
  psbt text not null,
  kept_at timestamptz(3) not null default clock_timestamp(), -- wall time
  primary key (batch_id, digest)
);
create index payout_files_by_time on payout_files (kept_at); -- the sweep of what no command took

grant select, insert (id, owner_id, wallet_id, change_wallet_id, change_index, change_amount, txid, inputs, anchor, replaces, digest, fee_rate, fee, quantity, amount, status, built_at, built_by, signed_digest, is_signed),
  update (status, signed_digest, is_signed, sent_at, sent_by, ended_at, spent_by) on payout_batches to glasshouse_app;
grant select, insert (batch_id, withdrawal_id, output, quantity, amount), update (paid_at) on payout_batch_payments to glasshouse_app;
grant select, insert (batch_id, digest, psbt), delete on payout_files to glasshouse_app;

-- What may be in the chain is never forgotten, and what was sent stays what was signed.
create trigger payout_batches_go_on before update of status on payout_batches for each row
  when (old.status <> new.status and (old.status, new.status) not in (('built', 'sent'), ('built', 'cancelled'), ('built', 'paid'), ('built', 'void'),
    ('sent', 'paid'), ('sent', 'void'), ('cancelled', 'paid'), ('cancelled', 'void'), ('paid', 'settled')))
  execute function refuse_change();
create trigger payout_batches_stay_signed before update of signed_digest, is_signed on payout_batches for each row
  when ((old.status <> 'built' or old.is_signed) and (old.signed_digest is distinct from new.signed_digest or old.is_signed <> new.is_signed))
  execute function refuse_change();
create trigger payout_batches_stay_sent before update of sent_at, sent_by on payout_batches for each row
  when (old.sent_at is not null and (old.sent_at is distinct from new.sent_at or old.sent_by is distinct from new.sent_by))
  execute function refuse_change();
create trigger payout_batch_payments_stay_paid before update of paid_at on payout_batch_payments for each row
  when (old.paid_at is not null and old.paid_at is distinct from new.paid_at) execute function refuse_change();
create function refuse_losing_payout() returns trigger language plpgsql as $$
begin
  if exists (select from payout_batches batch where batch.id = old.batch_id and batch.status in ('built', 'sent') and old.digest in (batch.digest, batch.signed_digest)) then
    raise exception 'a batch of payouts still needs this file';
  end if;
  return old;
end $$;
create trigger payout_files_stay before delete on payout_files for each row execute function refuse_losing_payout();
