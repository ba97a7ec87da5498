-- What nobody signed in did, and staff were told of: the operator's acts stand in the audit, and the mails go when whom they
-- were sent to is erased.
drop index desk.commands_by_operator;
create index commands_told_by_nobody on desk.commands (at, id)
  where actor is null and kind in ('InviteAdministrator', 'FinishRoleChange'); -- the audit; erasing a person
