-- Which mails a person doesn't want, by template. What is listed here may be switched off; the others are always sent.
alter table auth.persons add column muted_mails text[] not null default '{}' constraint persons_mute_what_may_be_muted check (
  muted_mails <@ '{deposit-received,investment-opened,investment-matured,withdrawal-requested,withdrawal-decided,withdrawal-paid}' and
  array_position(muted_mails, null) is null);
