-- Fees of the network in TRX, which the firm bears in dollars: no coins that people's money is held in move.
alter table coin_entries drop constraint coin_entries_kind_check,
  add constraint coin_entries_kind_check check (kind in ('sale', 'purchase', 'cover', 'usdt-sale', 'usdt-purchase', 'usdt-fee')) not valid,
  drop constraint coin_entries_of_coins,
  add constraint coin_entries_of_coins check ((quantity is null) = (kind in ('cover', 'usdt-fee')) and (txid is null) = (kind in ('cover', 'usdt-fee'))) not valid;
