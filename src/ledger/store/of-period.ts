/** SQL of postings and accounts as an evidence pack has them. The arguments are SQL of ours, never a person's text. */

/** Every posting of these commands (a relation with id), in the order in which they were recorded. */
export const postingsOfCommands = (
  commands: string,
): string => `select posting.command_id as command, posting.line::int as line, posting.at, posting.event::text as event,
    posting.debit_owner as "debitOwner", posting.debit_kind::text as "debitKind", posting.debit_version as "debitVersion", posting.debit_balance::text as "debitBalance",
    posting.credit_owner as "creditOwner", posting.credit_kind::text as "creditKind", posting.credit_version as "creditVersion", posting.credit_balance::text as "creditBalance",
    posting.amount::text as amount
  from ${commands} wanted join desk.commands command on command.id = wanted.id join ledger.postings posting on posting.command_id = command.id
  order by command.recorded_at, command.id, posting.line`

/**
 * Every account as it stood before the first posting of `later` (SQL of command ids), or as it is where that is null: owner,
 * kind, version and balance (credits less debits). Accounts that had no entry by then are left out.
 */
export function accountsBefore(later: string | null): string {
  if (later === null)
    return `select owner, kind::text as kind, version, (credits - debits)::text as balance from ledger.accounts where version > 0 order by 1, 2`
  return `select account.owner, account.kind::text as kind, coalesce(entry.version, account.version) as version,
      coalesce(entry.balance, account.credits - account.debits)::text as balance
    from ledger.accounts account left join (
      select distinct on (owner, kind) owner, kind, version - 1 as version, balance - gain as balance from (
        select debit_owner as owner, debit_kind as kind, debit_version as version, debit_balance as balance, -amount as gain
        from ledger.postings where command_id in (${later})
        union all
        select credit_owner, credit_kind, credit_version, credit_balance, amount
        from ledger.postings where command_id in (${later})
      ) side order by owner, kind, version
    ) entry on entry.owner = account.owner and entry.kind = account.kind
    where coalesce(entry.version, account.version) > 0
    order by 1, 2`
}
