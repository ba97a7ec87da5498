-- Outside a transaction. What became of a batch of payouts, a list or a file for the bank: its commands, by what they name.
drop index concurrently if exists desk.commands_about_payouts;
create index concurrently commands_about_payouts on desk.commands ((coalesce(input ->> 'batch', input ->> 'list', input ->> 'export', input ->> 'anchor')))
  where outcome = 'done' and kind in ('BuildPayoutBatch', 'SignPayoutBatch', 'SendPayoutBatch', 'PayPayout', 'SettlePayoutBatch', 'DropPayoutBatch',
    'ReleasePayoutList', 'PayListed', 'DropPayoutList', 'PayWithdrawal', 'DownloadBankExport', 'ProposeDropBankExport', 'DropBankExport');
