/** SQL of the entries behind a figure: a person's side of postings, as the chart says what each means to them. */
import { chart, firm, type Event, type Kind } from '../core/chart.ts'

const markedSides = chart.flatMap((line) => [
  ...('debitTotal' in line ? [{ ...line, side: 'debit', ...line.debitTotal }] : []),
  ...('creditTotal' in line ? [{ ...line, side: 'credit', ...line.creditTotal }] : []),
])
const marks = markedSides
  .map(
    ({ event, debit, credit, side, total, sign }) =>
      `('${event}', '${debit}', '${credit}', '${side}', '${total}', ${sign})`,
  )
  .join(', ')

/**
 * Every entry that moved a running total of an owner, among the postings of some commands: all columns of `commands` (a
 * relation with command_id), event, total, and gain as the total takes it. Both arguments are SQL of ours, never a
 * person's text.
 */
export function entriesOfTotals(owner: string, commands: string): string {
  return `select command.*, posting.event::text as event, mark.total, mark.sign * posting.amount as gain
    from ${commands} command
      join ledger.postings posting on posting.command_id = command.command_id
      join (values ${marks}) as mark(event, debit_kind, credit_kind, side, total, sign)
        on posting.event::text = mark.event and posting.debit_kind::text = mark.debit_kind and posting.credit_kind::text = mark.credit_kind
    where case mark.side when 'debit' then posting.debit_owner else posting.credit_owner end = ${owner}`
}

/**
 * Every entry on an owner's accounts, among the postings of some commands: all columns of `commands` (a relation with
 * command_id), kind, and change, which is what it adds. Both arguments are SQL of ours, never a person's text.
 */
export function entriesOfAccounts(owner: string, commands: string): string {
  return `select command.*, side.kind::text as kind, side.change
    from ${commands} command
      join ledger.postings posting on posting.command_id = command.command_id
      cross join lateral (values (posting.debit_owner, posting.debit_kind, -posting.amount), (posting.credit_owner, posting.credit_kind, posting.amount)) as side(owner, kind, change)
    where side.owner = ${owner}`
}

/**
 * What each posting of some commands brought an owner or took away: all columns of `commands` (a relation with
 * command_id), and gain. Between the accounts that are theirs (balance, held, invested) nothing comes or goes. Both
 * arguments are SQL of ours, never a person's text.
 */
export function gainsOfOwner(owner: string, commands: string): string {
  const side = (name: 'debit' | 'credit') =>
    `case when posting.${name}_owner = ${owner} and posting.${name}_kind in ('cash', 'held', 'invested') then posting.amount else 0 end`
  return `select command.*, ${side('credit')} - ${side('debit')} as gain
    from ${commands} command join ledger.postings posting on posting.command_id = command.command_id`
}

/**
 * The postings of these events among those of some commands: all columns of `commands` (a relation with command_id), event, debit and
 * credit as kinds, and amount. `commands` is SQL of ours.
 */
export const postingsOfEvents = (commands: string, events: readonly Event[]): string =>
  `select command.*, posting.event::text as event, posting.debit_kind::text as debit, posting.credit_kind::text as credit, posting.amount, posting.line
    from ${commands} command join ledger.postings posting on posting.command_id = command.command_id
    where posting.event in (${events.map((event) => `'${event}'`).join(', ')})`

/** What a command moved by this event out of accounts of this kind, in cents. */
export function amountOfEvent(command: string, event: Event, debit: Kind): string {
  return `(select sum(posting.amount)::bigint from ledger.postings posting where posting.command_id = ${command} and posting.event = '${event}' and posting.debit_kind = '${debit}')`
}

/**
 * What a command posted, as a JSON list of lists in the order of its lines: event, the debited account's owner, kind and
 * version, the credited account's, and the amount; all texts, but a version of the firm's, which is null.
 */
export function postingsOf(command: string): string {
  const side = (name: string) =>
    `posting.${name}_owner, posting.${name}_kind, case when posting.${name}_owner <> '${firm}' then posting.${name}_version::text end`
  return `(select coalesce(jsonb_agg(jsonb_build_array(posting.event, ${side('debit')}, ${side('credit')}, posting.amount::text) order by posting.line), '[]')
    from ledger.postings posting where posting.command_id = ${command})`
}

/**
 * What a command posted, as text: a line for each, of event, the debited account's owner, kind and version, the credited
 * account's, and the amount; with every version, of the firm's too. Null where it posted nothing.
 */
export const postingLines = (command: string): string =>
  `(select string_agg(concat_ws(' ', posting.event, posting.debit_owner, posting.debit_kind, posting.debit_version,
      posting.credit_owner, posting.credit_kind, posting.credit_version, posting.amount), E'\\n' order by posting.line)
    from ledger.postings posting where posting.command_id = ${command})`

/** SQL of every account as it is kept. */
export const accountsText = 'select owner, kind, debits, credits, version from ledger.accounts'
