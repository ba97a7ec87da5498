-- The mail with the hash of a day's manifest: nobody gets it unless they ask for it, so it is switched off from the start.
alter table auth.persons
  drop constraint persons_mute_what_may_be_muted,
  add constraint persons_mute_what_may_be_muted check (
    muted_mails <@ '{deposit-received,investment-opened,investment-matured,withdrawal-decided,withdrawal-paid,day-proof}' and
    array_position(muted_mails, null) is null),
  alter column muted_mails set default '{day-proof}';
update auth.persons set muted_mails = muted_mails || '{day-proof}';

-- A signature is published by the operator's command alone: what else has the application's rights can't put another in its place.
revoke update (signature) on liability_proofs from glasshouse_app;
