-- Whether somebody's sign-in was changed of late, for whoever decides on their requests: asked of fifty people at once.
create index activity_of_changes on desk.activity (owner_id, version)
  where kind in ('password-changed', 'password-reset', 'app-added', 'app-removed', 'passkey-added', 'passkey-removed',
    'recovery-codes-renewed', 'recovery-code-used', 'signed-in-after-failures', 'factor-undone',
    'access-change-approved', 'email-confirmed', 'email-changed', 'app-taken', 'passkey-taken', 'staff-edit');
