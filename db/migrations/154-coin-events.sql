-- What becomes of coins: a deposit that the chain takes back, coins that are exchanged, a position that the firm covers. Values of a
-- type can be used only once they are committed: what uses them is in the next migration. docs/decisions/093 tells what was chosen.
alter type ledger.event add value 'coin-deposit-undone' after 'coin-deposit';
alter type ledger.event add value 'coin-exchanged' after 'coin-deposit-undone';
alter type ledger.event add value 'position-covered' after 'coin-exchanged';
