-- Money in by hand: an account for what arrived for somebody unknown, and what banks do. Values of a type can be used only
-- once they are committed: what uses them is in the next migration. docs/decisions/076 tells what was chosen.
alter type ledger.kind add value 'suspense' after 'corrections-pool';
alter type ledger.event add value 'suspense-assigned' after 'bank-deposit';
alter type ledger.event add value 'suspense-returned' after 'suspense-assigned';
alter type ledger.event add value 'bank-deposit-undone' after 'suspense-returned';
alter type ledger.event add value 'bank-charge' after 'bank-deposit-undone';
alter type ledger.event add value 'bank-interest' after 'bank-charge';
