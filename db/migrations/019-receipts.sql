-- What stands on the bank's statements, as two administrators booked it.
-- docs/decisions/076 tells what was chosen.
create table bank_entries (
  id uuid primary key, -- of the command that booked it
  kind text not null check (kind in ('receipt', 'assignment', 'return', 'reversal', 'charge', 'interest', 'payout-return', 'migration-clearing')),
  owner_id uuid, -- whose money it is; of a receipt also later, when it is assigned
  receipt_id uuid references bank_entries (id), -- which receipt is assigned, returned or reversed
  withdrawal_id uuid references withdrawals (id), -- whose payout came back
  account text not null check (account in ('client-bank', 'firm-bank')),
  amount bigint not null check (amount > 0),
  reference text, -- of the bank, once for all entries
  reference_key text, -- the same in every spelling: src/lib/bank-reference.ts folds it, as no locale does
  value_date text check (value_date ~ '^\d{4}-\d\d-\d\d$'), -- as the bank states it
  payer_text text, -- erased with the person
  payer_account text, -- erased with the person
  reason text, -- erased with the person
  status text not null check (status in ('booked', 'suspense', 'returned', 'reversed', 'done')),
  first_at timestamptz(3) not null, -- when the first of two agreed to it
  first_by uuid not null references owners (id),
  booked_at timestamptz(3) not null,
  booked_by uuid not null references owners (id),
  constraint bank_entries_take_two check (booked_by <> first_by),
  constraint bank_entries_of_others check (owner_id is null or (first_by <> owner_id and booked_by <> owner_id)),
  constraint bank_entries_have_a_receipt check ((receipt_id is not null) = (kind in ('assignment', 'return', 'reversal'))),
  constraint bank_entries_have_a_payout check ((withdrawal_id is not null) = (kind = 'payout-return')),
  constraint bank_entries_have_a_reference check ((reference is null) = (kind = 'assignment')),
  constraint bank_entries_have_a_key check ((reference_key is null) = (reference is null)),
  constraint bank_entries_spelled_plainly check (reference_key <> '' and reference !~ '[\u0001-\u001f\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]')
);
-- However it is spelled.
create unique index bank_entries_once on bank_entries (reference_key);
create unique index bank_entries_payout_once on bank_entries (withdrawal_id); -- a payout comes back once
create index bank_entries_by_status on bank_entries (status, booked_at, id);
-- A receipt beyond a limit waits in its person's name: it is released to them, or goes back.
create index bank_entries_over_limit on bank_entries (booked_at, id) where kind = 'receipt' and status = 'suspense' and owner_id is not null;
create index bank_entries_of_owner on bank_entries (owner_id) where owner_id is not null; -- erased with their person

grant select, insert (id, kind, owner_id, receipt_id, withdrawal_id, account, amount, reference, reference_key, value_date, payer_text, payer_account, reason, status, first_at, first_by, booked_at, booked_by),
  update (owner_id, status, payer_text, payer_account, reason)
  on bank_entries to glasshouse_app;
create trigger bank_entries_words_stay before update of payer_text, payer_account, reason on bank_entries for each row
  when (coalesce(new.payer_text <> old.payer_text, new.payer_text is not null) or coalesce(new.payer_account <> old.payer_account, new.payer_account is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null))
  execute function refuse_change();
-- A receipt without an owner gets one, also where it waits on in their name; nobody's money becomes another's.
create trigger bank_entries_owner_stays before update of owner_id on bank_entries for each row
  when (new.owner_id is distinct from old.owner_id and not (old.kind = 'receipt' and old.owner_id is null and old.status = 'suspense' and new.status in ('booked', 'suspense')))
  execute function refuse_change();
create trigger bank_entries_stay_booked before update of status on bank_entries for each row
  when (new.status <> old.status and (old.status, new.status) not in (('suspense', 'booked'), ('suspense', 'returned'), ('suspense', 'reversed'), ('booked', 'reversed')))
  execute function refuse_change();
