-- What the operator did at the shell stands in the audit beside what staff did. docs/decisions/082 tells what was chosen.
create index commands_by_operator on desk.commands (at, id) where actor is null and kind = 'InviteAdministrator'; -- the audit
