-- What became of a batch of payouts, a list or a file for the bank: its commands, by what they name.
create index commands_about_payouts on desk.commands ((coalesce(input ->> 'batch', input ->> 'list', input ->> 'export', input ->> 'anchor')))
  where outcome = 'done' and kind in ('BuildPayoutBatch', 'SignPayoutBatch', 'SendPayoutBatch', 'PayPayout', 'SettlePayoutBatch', 'DropPayoutBatch',
    'ReleasePayoutList', 'PayListed', 'DropPayoutList', 'PayWithdrawal', 'DownloadBankExport', 'ProposeDropBankExport', 'DropBankExport');
