-- What was paid out of late: a process that starts where none was looks for it in weeks of the journal.
create index commands_payouts on desk.commands (recorded_at, id)
  where kind in ('PayWithdrawal', 'ApproveBankEntry', 'SendPayoutBatch', 'ReleasePayoutList') and outcome = 'done';
