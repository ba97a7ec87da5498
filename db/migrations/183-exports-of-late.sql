-- Outside a transaction. What was exported for the bank may have been paid, too: a process that starts where none was looks for it in
-- weeks of the journal. It takes the place of the index of the version before, which finds all that it asks for in this one.
drop index concurrently if exists desk.commands_paid_or_exported;
create index concurrently commands_paid_or_exported on desk.commands (recorded_at, id)
  where kind in ('PayWithdrawal', 'ApproveBankEntry', 'SendPayoutBatch', 'ReleasePayoutList', 'BuildBankExport') and outcome = 'done';
drop index concurrently if exists desk.commands_payouts;
