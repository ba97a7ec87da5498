-- What was exported for the bank may have been paid, too: a process that starts where none was looks for it in weeks of the journal.
drop index desk.commands_payouts;
create index commands_payouts on desk.commands (recorded_at, id)
  where kind in ('PayWithdrawal', 'ApproveBankEntry', 'SendPayoutBatch', 'ReleasePayoutList', 'BuildBankExport') and outcome = 'done';
