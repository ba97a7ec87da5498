-- What the application's role may write, column by column: INSERT on what a new row is given, UPDATE on what changes later.
-- Everything else keeps its default or its first value, whoever holds the role. docs/decisions/049 tells what was chosen.
-- Of the nouns' tables it follows from src/domains/*/table.ts; a test compares it with what stands here.
revoke insert, update on all tables in schema public, auth, desk from glasshouse_app;

-- The journal and its chains. When a row was recorded, the database says.
grant insert (id, kind, actor, subject, key, body_hash, input, outcome, at, particulars_digest, subject_version, unlisted_number)
  on desk.commands to glasshouse_app;
grant insert (command_id, owner_id, texts, reply_status, reply, listed, salt) on desk.particulars to glasshouse_app;
grant insert (owner_id, version, command_id, kind, at, amount, balance_after, hash) on desk.activity to glasshouse_app;
grant insert (owner_id, number, version, command_id, hash) on desk.unlisted to glasshouse_app;
grant insert (day, heads, tree, previous, root) on desk.roots to glasshouse_app;
grant insert (owner_id, version, day, head, unlisted) on desk.root_heads to glasshouse_app;
grant insert (command_id, actor, person, amount, kind) on desk.acts_alone to glasshouse_app;
grant insert (raised_at) on desk.barrier to glasshouse_app; -- a row of defaults takes the right to one column

-- People. Role and status aren't among them: see the end.
grant insert (id, account_id, referral_code, referrer_id, fixed, created_at, version, stamped_at, head),
  update (version, stamped_at, head, unlisted, deposits, withdrawn, transferred_in, transferred_out, placed, profit, loss, referral, corrections)
  on owners to glasshouse_app;
grant insert (id, full_name, email, referral_code_used),
  update (full_name, email, updated_at, muted_mails, has_second_factor, security_changed_at)
  on auth.persons to glasshouse_app;
grant update (balance) on auth.kept_balances to glasshouse_app;
grant insert (status, users) on auth.user_counts to glasshouse_app;

-- How they sign in.
grant insert (id, person_id, token, expires_at, ip_address, user_agent), update (token, updated_at, fresh_until) on auth.sessions to glasshouse_app;
grant insert (person_id, hash), update (hash, changed_at) on auth.passwords to glasshouse_app;
grant insert (kind, subject, count, forgotten_at), update (count, refused_until, forgotten_at) on auth.attempts to glasshouse_app;
grant insert (person_id, place, id), update (id, used_at) on auth.known_browsers to glasshouse_app;
grant insert (person_id, secret), update (secret, confirmed_at, last_step) on auth.authenticator_apps to glasshouse_app;
grant insert (person_id, hash), update (used_at) on auth.recovery_codes to glasshouse_app;
grant insert (id, person_id, public_key, counter, transports, name), update (counter, used_at) on auth.passkeys to glasshouse_app;
grant insert (id, person_id, added_at), update (added_at) on auth.added_factors to glasshouse_app; -- sweeping locks rows, which takes UPDATE of one column
grant insert (id, use, person_id, nonce, expires_at), update (failures) on auth.challenges to glasshouse_app;
grant insert (id, person_id, use, expires_at), update (id, expires_at) on auth.links to glasshouse_app;
grant insert (email, use) on auth.link_requests to glasshouse_app;
grant insert (person_id, email), update (replaced_at) on auth.earlier_emails to glasshouse_app;
grant insert (id, person_id, change, told_from), update (told_from) on auth.security_changes to glasshouse_app;

-- What people hold and ask for.
grant insert (id, slug, on_sale, terms_version), update (on_sale, terms_version) on plans to glasshouse_app;
grant insert (plan_id, version, title, range_text, minimum, maximum, duration_days, profit_percent, risk_version, risk_warning, command_id)
  on plan_terms to glasshouse_app;
grant insert (id, owner_id, plan_id, terms_version, plan_title, amount, profit_percent, profit, opened_at, matures_at, status, risk_version),
  update (status)
  on investments to glasshouse_app;
grant insert (id, owner_id, type, amount, wallet_name, wallet_address, recipient_id, recipient_account_id, status, created_at),
  update (wallet_name, wallet_address, status, reason, first_approved_at, first_approved_by, decided_at, decided_by, payout_reference)
  on withdrawals to glasshouse_app;
grant insert (reference, command_id) on outside_references to glasshouse_app;
grant insert (id, owner_id, status, owner_version, balance_from, balance_to, profit_from, profit_to, loss_from, loss_to, full_name, email,
    friend_id, funding, reason, proposed_at, proposed_by),
  update (status, full_name, email, reason, refusal_reason, decided_at, decided_by)
  on corrections to glasshouse_app;
grant insert (id, owner_id, what, status, email, app, passkey, passkey_name, hostile, confirmed, wait_ms, reason, proposed_at, proposed_by,
    approved_at, approved_by),
  update (status, email, app, passkey, passkey_name, confirmed, wait_ms, reason, refusal_reason, approved_at, approved_by, decided_at, decided_by)
  on access_changes to glasshouse_app;

-- What the house keeps for itself.
grant insert (command_id, owner_id, template, "values", state, recipient), update (attempts, next_attempt_at, state, last_error) on outbox to glasshouse_app;
grant update (advance) on business_clock to glasshouse_app;
grant insert (reached), update (reached, completed_at) on demo_world to glasshouse_app;

-- What is personal is written once and may then only be erased: the address of an approved request isn't replaced by
-- another one. What is given later, a reason, may be given once. For everybody, and asked only where a statement sets it.
create trigger withdrawals_words_stay before update of wallet_name, wallet_address, reason on withdrawals for each row
  when (coalesce(new.wallet_name <> old.wallet_name, new.wallet_name is not null)
    or coalesce(new.wallet_address <> old.wallet_address, new.wallet_address is not null)
    or new.reason <> old.reason)
  execute function refuse_change();
create trigger corrections_words_stay before update of full_name, email, reason, refusal_reason on corrections for each row
  when (coalesce(new.full_name <> old.full_name, new.full_name is not null)
    or coalesce(new.email <> old.email, new.email is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null)
    or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();
create trigger access_changes_words_stay before update of email, app, passkey, passkey_name, reason, refusal_reason on access_changes for each row
  when (coalesce(new.email <> old.email, new.email is not null)
    or coalesce(new.app <> old.app, new.app is not null)
    or coalesce(new.passkey <> old.passkey, new.passkey is not null)
    or coalesce(new.passkey_name <> old.passkey_name, new.passkey_name is not null)
    or coalesce(new.reason <> old.reason, new.reason is not null)
    or new.refusal_reason <> old.refusal_reason)
  execute function refuse_change();

-- Who works here and who is frozen. An owner begins as an active user; everything else is set by the function below, for a
-- command that the same transaction has recorded: of the kind that leads to it, about that very owner, and accepted. A row
-- of the journal by itself, whoever wrote it and whenever, changes nobody.
alter table owners alter role set default 'user', alter status set default 'active';

-- For each of these owners one role or one status, the other null. Which kinds lead to which is said here and in
-- src/domains/people/rules.ts; a command that isn't found here stops its batch.
-- A transaction's number comes again after four thousand million others, and a journal is kept for longer: hence the day.
-- Errors: GH006 nothing in this transaction leads to it; nothing was changed.
create function desk.set_role_or_status(p_command uuid[], p_owner uuid[], p_role text[], p_status text[]) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  changed bigint;
begin
  update public.owners owner set role = coalesce(given.role, owner.role), status = coalesce(given.status, owner.status)
    from unnest(p_command, p_owner, p_role, p_status) as given(command, owner, role, status)
      join desk.commands command on command.id = given.command
    where owner.id = given.owner and command.subject = given.owner and command.outcome = 'done'
      and command.xmin = pg_current_xact_id()::xid and command.recorded_at > now() - interval '1 day'
      and case when given.status is null
        then command.kind = 'OpenOwner' and given.role in ('admin', 'auditor') and command.input ->> 'role' = given.role
        else given.role is null and owner.status <> 'closed' and (command.kind, given.status) in
          (('FreezeUser', 'frozen'), ('FreezeMyself', 'frozen'), ('UnfreezeUser', 'active'), ('CloseUser', 'closed'))
        end;
  get diagnostics changed = row_count;
  if changed is distinct from cardinality(p_owner) then
    raise exception 'no command of this transaction leads to this role or status' using errcode = 'GH006';
  end if;
end $$;
revoke all on function desk.set_role_or_status from public;
grant execute on function desk.set_role_or_status to glasshouse_app;
