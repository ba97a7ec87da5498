/** One request as its owner follows it, and as staff look at it before they decide: the user's past, why it may need a look, and what happened to it. */
import type { AccessChangeMade, SecurityChange } from '../../contract/security.ts'
import type { OwnerStatus } from '../../contract/user.ts'
import type {
  OwnWithdrawal,
  WithdrawalDetails,
  WithdrawalLook,
  WithdrawalStatus,
} from '../../contract/withdrawal.ts'
import type { Journal } from '../../desk/read-back.ts'
import { closedName } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { passwordChanged } from '../sign-in/passwords.ts'
import { compare } from './compare.ts'
import { commandsAbout } from './follow.ts'
import {
  presentRow,
  presentStaffRow,
  requestColumns,
  requestTables,
  type RequestRow,
} from './queries.ts'

/** Of a longer past only the latest are counted. */
const countedAtMost = 1_000
const shownAtMost = 5
/** Fewer payouts say nothing of what is usual. */
const usualFrom = 3
const timesTheUsual = 3n
const securityDays = 7
/** How many of the newest pending requests of all users are looked through for the same address. */
const pendingLookedAt = 2_000

type Row = RequestRow & {
  account_id: string
  owner_status: OwnerStatus
  opened_at: Instant
  cash: Cents
  deposits: Cents
  withdrawn: Cents
  recipient_name: string | null
  recipient_status: OwnerStatus | null
}

async function readRequest(db: Database, id: string): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    name: 'withdrawals.request',
    text: `select ${requestColumns}, owner.account_id, owner.status as owner_status, owner.created_at as opened_at, ${balanceOf('owner.id', 'cash')} as cash, owner.deposits, owner.withdrawn,
        recipient_person.full_name as recipient_name, recipient.status as recipient_status
      from ${requestTables} join owners owner on owner.id = withdrawal.owner_id left join owners recipient on recipient.id = withdrawal.recipient_id left join auth.persons recipient_person on recipient_person.id = withdrawal.recipient_id
      where withdrawal.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

/** What has gone out: paid to a wallet, or moved to another account. */
const wentOut = (request: string) =>
  `(${request}.status = 'paid' or (${request}.status = 'approved' and ${request}.type = 'tradehub_transfer'))`

type Past = {
  outcomes: { status: WithdrawalStatus; count: number; amount: string }[] | null
  requests: number
  payouts: number
  usual: Cents | null
  known: boolean
}

async function readPast(db: Database, row: Row): Promise<Past> {
  const { rows } = await db.query<Past>({
    name: 'withdrawals.past',
    text: `with past as materialized (
        select withdrawal.status, withdrawal.type, withdrawal.amount, withdrawal.wallet_address, withdrawal.recipient_id from withdrawals withdrawal
          where withdrawal.owner_id = $1 and (withdrawal.created_at, withdrawal.id) < ($2::timestamptz, $3::uuid) order by withdrawal.created_at desc, withdrawal.id desc limit ${countedAtMost + 1}
      ), outcome as (select status, count(*) as count, sum(amount) as amount from past group by status)
      select (select json_agg(json_build_object('status', status, 'count', count, 'amount', amount::text) order by count desc, status) from outcome) as outcomes,
        count(*)::int as requests, count(*) filter (where ${wentOut('past')})::int as payouts,
        percentile_disc(0.5) within group (order by amount) filter (where ${wentOut('past')}) as usual,
        coalesce(bool_or(${wentOut('past')} and (wallet_address = $4 or recipient_id = $5)), false) as known
      from past`,
    values: [row.owner, isoFromInstant(row.createdAt), row.id, row.walletAddress, row.recipient],
  })
  return rows[0]!
}

async function readLatest(
  db: Database,
  { owner, id }: Row,
): Promise<WithdrawalDetails['earlier']['latest']> {
  const { rows } = await db.query<RequestRow>({
    name: 'withdrawals.latest',
    text: `select ${requestColumns} from ${requestTables} where withdrawal.owner_id = $1 and withdrawal.id <> $2 order by withdrawal.created_at desc, withdrawal.id desc limit ${shownAtMost}`,
    values: [owner, id],
  })
  return rows.map(presentRow).map(({ _id, amount, method, status, createdAt }) => ({
    _id,
    amount,
    method,
    status,
    createdAt,
  }))
}

/** What may have changed about a sign-in, as staff who decide on money read it. A new kind without its words doesn't type-check. */
const changeWords: { [kind in SecurityChange | AccessChangeMade]: string } = {
  'password-changed': 'password changed',
  'password-reset': 'password reset by a link',
  'app-added': 'authenticator app added',
  'app-removed': 'authenticator app removed',
  'passkey-added': 'passkey added',
  'passkey-removed': 'passkey removed',
  'recovery-codes-renewed': 'recovery codes renewed',
  'recovery-code-used': 'recovery code used',
  'signed-in-after-failures': 'signed in after several wrong passwords',
  'factor-undone': 'new second factor removed by a link',
  'access-change-approved': 'a new e-mail, or the removal of a second factor, approved and waiting',
  'email-confirmed': 'new e-mail confirmed',
  'email-changed': 'e-mail changed',
  'app-taken': 'authenticator app removed by staff',
  'passkey-taken': 'passkey removed by staff',
}

type Warnings = { of_another: boolean; changed: (keyof typeof changeWords)[] }

/**
 * Whether the address belonged to another user's withdrawal, and what was changed about the sign-in in the last days, by
 * wall time: as the activity tells it, the e-mail also in an edit that counted at once or waits, and a password that isn't told
 * yet. What others ask for at the same time counts too: a thief may send from many accounts at once.
 */
async function readWarnings(db: Database, { owner, walletAddress }: Row): Promise<Warnings> {
  const { rows } = await db.query<Warnings>({
    name: 'withdrawals.warnings',
    text: `select
        $2::text is not null and (
          exists (select from withdrawals where wallet_address = $2 and status in ('approved', 'paid') and owner_id <> $1)
          or exists (select from (
            select owner_id, wallet_address from withdrawals where status = 'pending' order by created_at desc, id desc limit ${pendingLookedAt}
          ) newest where wallet_address = $2 and owner_id <> $1)) as of_another,
        array(
          select case when item.kind <> 'staff-edit' then item.kind when particulars.texts @? '$.changes[*] ? (@.field == "email")' then 'email-changed' else 'access-change-approved' end
            from desk.activity item join desk.commands command on command.id = item.command_id left join desk.particulars on particulars.command_id = item.command_id
            where item.owner_id = $1 and command.recorded_at > clock_timestamp() - make_interval(days => ${securityDays})
              and (item.kind = any ($3) or item.kind = 'staff-edit' and particulars.texts @? '$.changes[*] ? (@.field == "email" || @.field == "newEmail")')
          union
          ${passwordChanged('$1', securityDays)}
              and not exists (select from desk.activity item join desk.commands command on command.id = item.command_id
                where item.owner_id = $1 and item.kind = 'password-reset' and command.recorded_at > clock_timestamp() - make_interval(days => ${securityDays}))
        ) as changed`,
    values: [owner, walletAddress, Object.keys(changeWords)],
  })
  return rows[0]!
}

/** Why this request may need a look, the gravest first. */
function looksAt(row: Row, past: Past, warnings: Warnings): WithdrawalDetails['looks'] {
  const { type, amount } = row
  const changed = Object.entries(changeWords)
    .flatMap(([kind, words]) =>
      warnings.changed.includes(kind as keyof typeof changeWords) ? [words] : [],
    )
    .join(', ')
  const target = type === 'bank_transfer' ? 'address' : 'account'
  const all: { [code in WithdrawalLook]: string | false } = {
    account_frozen:
      row.owner_status === 'frozen' &&
      'The account is frozen: the request can be rejected, but not approved until the account is unfrozen.',
    recipient_closed:
      row.recipient_status === 'closed' &&
      'The recipient’s account is closed: the request can only be rejected.',
    security_changed:
      changed !== '' && `In the last ${securityDays} days, changes to the sign-in: ${changed}.`,
    address_of_another:
      warnings.of_another && 'Another user has asked for money to the same address.',
    first_withdrawal:
      past.payouts === 0 && 'Nothing has ever been paid out of this account before.',
    new_address: !past.known && `Nothing was ever paid to this ${target} by this user before.`,
    above_usual:
      past.usual !== null &&
      past.payouts >= usualFrom &&
      amount > timesTheUsual * past.usual &&
      `More than three times the usual amount: half of the earlier payouts were ${formatUsd(past.usual)} or less.`,
  }
  return (Object.entries(all) as [WithdrawalLook, string | false][]).flatMap(([code, text]) =>
    text ? [{ code, text }] : [],
  )
}

const happened: Record<string, string> = {
  'withdrawal-requested': 'Requested',
  'withdrawal-first-approval': 'Approved by the first of two',
  'withdrawal-approved': 'Approved',
  'withdrawal-rejected': 'Rejected',
  'withdrawal-cancelled': 'Cancelled',
  'withdrawal-paid': 'Paid out',
  'withdrawal-returned': 'Returned to the balance',
}

type Happened = {
  kind: string
  at: Instant
  actor: OwnerId | null
  name: string | null
  reason: string | null
  reference: string | null
}

async function readHistory(
  db: Database,
  { id, owner, full_name }: Row,
): Promise<WithdrawalDetails['history']> {
  const { rows } = await db.query<Happened>({
    name: 'withdrawals.history',
    // Each command is a query of its own: joined, a plan made for many would scan the journal.
    text: `select told.* from (${commandsAbout('$2::uuid')}) about cross join lateral (
        select item.version, item.kind, item.at, command.actor, actor.full_name as name, particulars.texts->>'reason' as reason, command.input->>'reference' as reference
          from desk.commands command join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
            left join desk.particulars on particulars.command_id = command.id left join auth.persons actor on actor.id = command.actor
          where command.id = about.id and command.subject = $1 and item.kind = any ($3) offset 0
      ) told order by told.version`,
    values: [owner, id, Object.keys(happened)],
  })
  return rows.map(({ kind, at, actor, name, reason, reference }) => ({
    at: isoFromInstant(at),
    title: happened[kind]!,
    by: actor === owner ? (full_name ?? closedName) : (name ?? 'Staff'),
    note: reason ?? (reference === null ? null : `Reference ${reference}`),
  }))
}

/** One of the owner's own requests, without what only staff are shown; null when it isn't theirs. */
export async function readOwnWithdrawal(
  db: Database,
  owner: OwnerId,
  id: string,
): Promise<OwnWithdrawal | null> {
  const row = await readRequest(db, id)
  if (row?.owner !== owner) return null
  return { withdrawal: presentRow(row), history: await readHistory(db, row) }
}

/** Null when there is no such request. */
export async function readDetails(journal: Journal, id: string): Promise<WithdrawalDetails | null> {
  const db = journal.pool
  const found = await readRequest(db, id)
  if (!found) return null
  const row = (await compare(journal, [found]))[0]!
  const [past, latest, warnings, history] = await Promise.all([
    readPast(db, row),
    readLatest(db, row),
    readWarnings(db, row),
    readHistory(db, row),
  ])
  return {
    withdrawal: presentStaffRow(row),
    account: {
      userId: row.owner,
      accountId: row.account_id,
      status: row.owner_status,
      openedAt: isoFromInstant(row.opened_at),
      accountBalance: dollarsFromCents(row.cash),
      deposits: dollarsFromCents(row.deposits),
      withdrawn: dollarsFromCents(row.withdrawn),
    },
    recipient:
      row.recipient_status === null || row.difference !== null
        ? null
        : { fullName: row.recipient_name ?? closedName, status: row.recipient_status },
    looks: looksAt(row, past, warnings),
    earlier: {
      more: past.requests > countedAtMost,
      outcomes: (past.outcomes ?? []).map(({ status, count, amount }) => ({
        status,
        count,
        amount: dollarsFromCents(BigInt(amount)),
      })),
      latest,
    },
    history,
  }
}
