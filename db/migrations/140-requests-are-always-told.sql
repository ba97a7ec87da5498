-- The mail about a request for money out has the links that cancel it and freeze the account. A thief of a session switched it
-- off first: nobody can any more, and whoever did gets it again.
update auth.persons set muted_mails = array_remove(muted_mails, 'withdrawal-requested') where 'withdrawal-requested' = any (muted_mails);
alter table auth.persons
  drop constraint persons_mute_what_may_be_muted,
  add constraint persons_mute_what_may_be_muted check (
    muted_mails <@ '{deposit-received,investment-opened,investment-matured,withdrawal-decided,withdrawal-paid}' and
    array_position(muted_mails, null) is null);
