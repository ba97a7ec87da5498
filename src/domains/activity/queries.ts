import type { ActivityItem } from '../../contract/activity.ts'
import type { AccessChangeMade, SecurityChange } from '../../contract/security.ts'
import { readCommands, type Journal } from '../../desk/read-back.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { decodeCursor, encodeCursor } from '../../platform/cursor.ts'

type Query = {
  kind?: string | undefined
  from?: string | undefined
  to?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

type Row = {
  version: bigint
  command_id: string
  kind: string
  at: Instant
  amount: bigint | null
  balance_after: bigint | null
  actor: OwnerId | null
  actor_name: string | null
  proposer_name: string | null
  input: Record<string, string | number | boolean>
  texts: ({ reason?: string; changes?: ActivityItem['changes'] } & Record<string, unknown>) | null
}

/** What happens to a sign-in. A kind without a title doesn't type-check. */
const signInTitles: { [kind in SecurityChange | AccessChangeMade]: string } = {
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by a link',
  'app-added': 'Authenticator app added',
  'app-removed': 'Authenticator app removed',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'recovery-codes-renewed': 'Recovery codes renewed',
  'recovery-code-used': 'Signed in with a recovery code',
  'signed-in-after-failures': 'Signed in after several wrong passwords',
  'factor-undone': 'New second factor removed by a link',
  'access-change-approved': 'Sign-in change approved by two of our staff, and waiting',
  'email-confirmed': 'New e-mail confirmed',
  'email-changed': 'E-mail changed',
  'app-taken': 'Authenticator app removed by staff',
  'passkey-taken': 'Passkey removed by staff',
}

/** What people read of each kind of activity, in the past tense of a ledger. */
export const activityTitles: Record<string, string> = {
  ...signInTitles,
  'account-opened': 'Account opened',
  'name-changed': 'Name changed',
  'account-frozen': 'Account frozen',
  'account-unfrozen': 'Account unfrozen',
  'account-closed': 'Account closed',
  'sessions-ended': 'All sessions ended by staff',
  'access-change-proposed': 'Sign-in change proposed by staff, not yet made',
  'access-change-refused': 'Proposed sign-in change was not made',
  'access-change-stopped': 'Sign-in change stopped',
  'access-change-lapsed': 'Sign-in change not made in time',
  deposit: 'Play money credited',
  'investment-opened': 'Investment opened',
  'investment-matured': 'Investment matured',
  'withdrawal-requested': 'Withdrawal requested',
  'withdrawal-cancelled': 'Withdrawal cancelled',
  'withdrawal-first-approval': 'Withdrawal approved by the first of two',
  'withdrawal-approved': 'Withdrawal approved',
  'withdrawal-rejected': 'Withdrawal rejected',
  'withdrawal-paid': 'Withdrawal paid',
  'withdrawal-returned': 'Withdrawal returned to the balance',
  'transfer-received': 'Transfer received',
  'referral-credit': 'Referral bonus credited',
  'staff-edit': 'Account corrected by staff',
  'correction-proposed': 'Correction proposed by staff, not yet made',
  'correction-refused': 'Proposed correction was not made',
  'credit-proposed': 'Referral bonus proposed by staff, not yet credited',
  'credit-refused': 'Proposed referral bonus was not credited',
  'capital-paid-in': 'Capital paid in',
  'pool-funded': 'Pool funded',
  'plan-offered': 'Plan offered',
  'plan-changed': 'Plan changed',
  'plan-withdrawn': 'Plan withdrawn from sale',
  'plan-offered-again': 'Plan put back on sale',
  'clock-moved': 'Demonstration clock moved forward',
}

/** Reasons that the house gave itself and recorded (`desk/recorded-words.md`), and what people read for them. */
const reasonsShown = new Map([
  ['By the link of a mail', 'With the link in our e-mail'],
  ['It is not there any more', 'The second factor no longer exists'],
])

const reasonOf = (reason: string | undefined): string | null =>
  reason === undefined ? null : (reasonsShown.get(reason) ?? reason)

const moneyDetails = new Set(['amount', 'profit', 'principal', 'credited', 'fundingAmount'])
const shownDetails = [
  'plan',
  'amount',
  'principal',
  'profit',
  'credited',
  'fundingAmount',
  'asset',
  'reference',
  'pool',
]
const shownTexts = ['walletName', 'walletAddress', 'recipientAccountId']

function details({ input, texts, proposer_name: proposer }: Row): Record<string, string> {
  const shown: Record<string, string> = {}
  for (const name of shownDetails) {
    const value = input[name]
    if (value !== undefined)
      shown[name] = moneyDetails.has(name) ? formatUsd(BigInt(String(value))) : String(value)
  }
  // Two administrators made it: the one who approved is who did it.
  if (input.proposedBy !== undefined) shown.proposedBy = proposer ?? 'Staff'
  for (const name of shownTexts) if (typeof texts?.[name] === 'string') shown[name] = texts[name]
  return shown
}

function itemFromRow(row: Row, owner: OwnerId): ActivityItem {
  const by = row.actor === null ? 'system' : row.actor === owner ? 'you' : 'staff'
  return {
    id: row.command_id,
    at: isoFromInstant(row.at),
    kind: row.kind,
    title: activityTitles[row.kind] ?? row.kind,
    amount: row.amount === null ? null : dollarsFromCents(row.amount),
    balanceAfter: row.balance_after === null ? null : dollarsFromCents(row.balance_after),
    by,
    staffName: by === 'staff' ? (row.actor_name ?? 'Staff') : null,
    reason: reasonOf(row.texts?.reason),
    changes: row.texts?.changes ?? [],
    details: details(row),
  }
}

/** Everything that happened to an owner, newest first. The words of a command are shown to whom they belong only. */
export async function readActivity(
  db: Database,
  owner: OwnerId,
  { kind, from, to, limit = 50, cursor }: Query,
) {
  const [before] = decodeCursor(cursor, ['integer'])
  const { rows } = await db.query<Row>({
    name: 'activity.page',
    text: `select item.version, item.command_id, item.kind, item.at, item.amount, item.balance_after, command.actor, actor.full_name as actor_name, proposer.full_name as proposer_name, command.input, particulars.texts
      from desk.activity item
        join desk.commands command on command.id = item.command_id
        left join desk.particulars on particulars.command_id = item.command_id and particulars.owner_id = item.owner_id
        left join auth.persons actor on actor.id = command.actor
        left join auth.persons proposer on proposer.id = (command.input ->> 'proposedBy')::uuid
      where item.owner_id = $1 and item.version < coalesce($2::bigint, 9223372036854775807) and ($3::text is null or item.kind = $3)
        and ($4::timestamptz is null or item.at >= $4) and ($5::timestamptz is null or item.at < $5)
      order by item.version desc limit $6`,
    values: [owner, before, kind ?? null, from ?? null, to ?? null, limit + 1],
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    activity: page.map((row) => itemFromRow(row, owner)),
    nextCursor: rows.length > limit && last ? encodeCursor([String(last.version)]) : null,
  }
}

/** In place of words that are not those of their digest. */
const notTheirs = 'not what was recorded'

const withoutDestination = ({ details: said, ...item }: ActivityItem): ActivityItem => ({
  ...item,
  details: Object.fromEntries(
    Object.entries(said).map(([name, value]) => [
      name,
      shownTexts.includes(name) ? notTheirs : value,
    ]),
  ),
})

/**
 * As staff read it, who might send money to what they find there: where it was to go is only said in words that were
 * recorded. `changed` are the commands whose words weren't.
 */
export async function readUserActivity(journal: Journal, owner: OwnerId, query: Query) {
  const { activity, nextCursor } = await readActivity(journal.pool, owner, query)
  const ids = activity.flatMap(({ id, details: said }) =>
    shownTexts.some((name) => name in said) ? [id] : [],
  )
  if (ids.length === 0) return { activity, nextCursor, changed: [] }
  const commands = await readCommands(journal, journal.pool, {
    name: 'activity.words',
    chosen: 'select asked.id::text as about, asked.id from unnest($1::uuid[]) asked (id)',
    ids,
  })
  const changed = commands.filter(({ fault }) => fault !== null)
  return {
    activity: activity.map((item) =>
      changed.some(({ id }) => id === item.id) ? withoutDestination(item) : item,
    ),
    nextCursor,
    changed,
  }
}
