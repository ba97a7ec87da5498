-- USDT is sold and bought by the same entries as bitcoin: the kind says which coin it is.
alter table coin_entries drop constraint coin_entries_kind_check,
  add constraint coin_entries_kind_check check (kind in ('sale', 'purchase', 'cover', 'usdt-sale', 'usdt-purchase')) not valid;
