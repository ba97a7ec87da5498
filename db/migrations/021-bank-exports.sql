-- Files of payouts for the bank: which requests each has claimed, who exported it, and that two cancelled it. docs/decisions/107 tells what was chosen.
create table bank_exports (
  id uuid primary key, -- of the command that exported it; the bank knows the file by it
  owner_id uuid not null references owners (id), -- the firm
  format text not null check (format in ('pain001', 'csv')),
  digest text not null check (digest ~ '^[0-9a-f]{64}$'), -- SHA-256 of the file, which is written again from the commands
  amount bigint not null check (amount > 0), -- cents
  status text not null check (status in ('built', 'exported', 'paid', 'cancelled')),
  exported_at timestamptz(3) not null,
  exported_by uuid not null references owners (id),
  released_at timestamptz(3), -- from then on it is handed out
  released_by uuid references owners (id), -- above the limit another than who exported it
  ended_at timestamptz(3), -- all is paid, or it was cancelled
  agreed_by uuid references owners (id), -- the two who cancelled it
  cancelled_by uuid references owners (id),
  constraint bank_exports_cancelled_by_two check ((cancelled_by is null) = (status <> 'cancelled') and (agreed_by is null) = (cancelled_by is null) and cancelled_by <> agreed_by),
  constraint bank_exports_end_once check ((ended_at is null) = (status in ('built', 'exported'))),
  constraint bank_exports_release_once check ((released_at is null) = (released_by is null) and (status <> 'exported' or released_at is not null))
);
create index bank_exports_open on bank_exports (exported_at desc, id desc) where status in ('built', 'exported');
create index bank_exports_newest on bank_exports (exported_at desc, id desc);

-- Which line pays which request.
create table bank_export_payments (
  export_id uuid not null references bank_exports (id),
  withdrawal_id uuid not null references withdrawals (id),
  line integer not null check (line between 0 and 999),
  amount bigint not null check (amount > 0), -- cents
  paid_at timestamptz(3),
  bank_state text check (bank_state in ('accepted', 'pending', 'rejected', 'reopened')), -- as the bank reported it last; reopened: rejected, and free again by two
  bank_reason text check (length(bank_reason) <= 35), -- the bank's code
  primary key (export_id, withdrawal_id)
);
create unique index bank_export_payments_by_line on bank_export_payments (export_id, line);
create index bank_export_payments_by_request on bank_export_payments (withdrawal_id); -- which files may still pay it
create unique index bank_export_payments_once on bank_export_payments (withdrawal_id) where paid_at is not null;

grant select, insert (id, owner_id, format, digest, amount, status, exported_at, exported_by),
  update (status, released_at, released_by, ended_at, agreed_by, cancelled_by) on bank_exports to glasshouse_app;
grant select, insert (export_id, withdrawal_id, line, amount), update (paid_at, bank_state, bank_reason) on bank_export_payments to glasshouse_app;

-- What a bank may have is never forgotten.
create trigger bank_exports_go_on before update of status on bank_exports for each row
  when (old.status <> new.status and (old.status not in ('built', 'exported') or new.status = 'built')) execute function refuse_change();
create trigger bank_exports_stay_released before update of released_at, released_by on bank_exports for each row
  when (old.released_at is not null and (old.released_at is distinct from new.released_at or old.released_by is distinct from new.released_by))
  execute function refuse_change();
create trigger bank_export_payments_stay_paid before update of paid_at on bank_export_payments for each row
  when (old.paid_at is not null and old.paid_at is distinct from new.paid_at) execute function refuse_change();
