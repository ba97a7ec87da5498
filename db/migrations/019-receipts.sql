-- What stands on the bank's statements, as two administrators book it; proposed by one, approved by another.
-- docs/decisions/076 tells what was chosen.
create table bank_entries (
  id uuid primary key, -- of the command that proposed it
  kind text not null check (kind in ('receipt', 'assignment', 'return', 'undoing', 'charge', 'interest')),
  owner_id uuid, -- whose money it is; of a receipt also later, when it is assigned
  receipt_id uuid references bank_entries (id), -- which receipt is assigned, returned or undone
  account text not null check (account in ('client-bank', 'firm-bank')),
  amount bigint not null check (amount > 0),
  reference text, -- of the bank, once for all entries
  value_date text check (value_date ~ '^\d{4}-\d\d-\d\d$'), -- as the bank states it
  payer_text text, -- erased with the person
  payer_account text, -- erased with the person
  reason text, -- erased with the person
  status text not null check (status in ('proposed', 'booked', 'suspense', 'returned', 'undone', 'done', 'rejected', 'withdrawn')),
  refusal_reason text, -- erased with the person
  proposed_at timestamptz(3) not null,
  proposed_by uuid not null references owners (id),
  decided_at timestamptz(3),
  decided_by uuid references owners (id),
  constraint bank_entries_take_two check (status in ('proposed', 'rejected', 'withdrawn') or (decided_by is not null and decided_by <> proposed_by)),
  constraint bank_entries_of_others check (owner_id is null or (proposed_by <> owner_id and (decided_by is null or decided_by <> owner_id))),
  constraint bank_entries_have_a_receipt check ((receipt_id is not null) = (kind in ('assignment', 'return', 'undoing'))),
  constraint bank_entries_have_a_reference check ((reference is null) = (kind = 'assignment')),
  constraint bank_entries_spelled_plainly check (reference ~ '[A-Za-z0-9]' and reference !~ '[^ -~]')
);
-- However it is spelled; what was not booked gives its reference up.
create unique index bank_entries_once on bank_entries (upper(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')))
  where status not in ('rejected', 'withdrawn');
create unique index bank_entries_one_step on bank_entries (receipt_id) where status = 'proposed';
create index bank_entries_by_status on bank_entries (status, proposed_at, id);
-- A receipt beyond a limit waits in its person's name: it is released to them, or goes back.
create index bank_entries_turned_aside on bank_entries (proposed_at, id) where kind = 'receipt' and status = 'suspense' and owner_id is not null;
create index bank_entries_of_owner on bank_entries (owner_id) where owner_id is not null; -- erased with their person

grant select, insert (id, kind, owner_id, receipt_id, account, amount, reference, value_date, payer_text, payer_account, reason, status, proposed_at, proposed_by),
  update (owner_id, status, refusal_reason, decided_at, decided_by, payer_text, payer_account, reason)
  on bank_entries to glasshouse_app;
create trigger bank_entries_words_stay before update of payer_text, payer_account, reason, refusal_reason on bank_entries for each row
  when (coalesce(new.payer_text <> old.payer_text, new.payer_text is not null) or coalesce(new.payer_account <> old.payer_account, new.payer_account is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null) or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
-- A receipt without an owner gets one, also where it waits on in their name; one whose owner has left loses them as it is booked; nobody's money becomes another's.
create trigger bank_entries_owner_stays before update of owner_id on bank_entries for each row
  when (new.owner_id is distinct from old.owner_id and not (old.kind = 'receipt' and (
    (old.owner_id is null and old.status = 'suspense' and new.status in ('booked', 'suspense')) or (new.owner_id is null and old.status = 'proposed' and new.status = 'suspense'))))
  execute function refuse_change();
create trigger bank_entries_stay_decided before update of status, decided_at, decided_by on bank_entries for each row
  when (old.status <> 'proposed' and (new.decided_at is distinct from old.decided_at or new.decided_by is distinct from old.decided_by
    or new.status <> old.status and (old.status, new.status) not in (('suspense', 'booked'), ('suspense', 'returned'), ('suspense', 'undone'), ('booked', 'undone'))))
  execute function refuse_change();
