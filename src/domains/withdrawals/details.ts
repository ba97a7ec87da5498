/** One request as its owner follows it, and as staff look at it before they decide: the user's past, why it may need a look, and what happened to it. */
import type { OwnerStatus } from '../../contract/user.ts'
import type {
  HappenedBy,
  OwnWithdrawal,
  WithdrawalDetails,
  WithdrawalStatus,
} from '../../contract/withdrawal.ts'
import type { Journal } from '../../desk/read-back.ts'
import { closedName } from '../../desk/spoken.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { balanceOf } from '../../ledger/store/balances.ts'
import { isoFromInstant, type Instant } from '../../lib/instant.ts'
import { dollarsFromCents, formatUsd, type Cents } from '../../lib/money.ts'
import type { Database } from '../../platform/database.ts'
import { readDecidedAfter } from '../verification/decided.ts'
import { compare } from './compare.ts'
import {
  countedAtMost,
  pastOf,
  readChanges,
  readLooks,
  readOthersThere,
  spellOut,
  wentOut,
} from './looks.ts'
import { explorerOf, type Explorers } from './present.ts'
import {
  presentRow,
  presentStaffRow,
  requestColumns,
  requestTables,
  type RequestRow,
} from './queries.ts'

const shownAtMost = 5

type Row = RequestRow & {
  account_id: string
  owner_status: OwnerStatus
  opened_at: Instant
  cash: Cents
  held: Cents
  deposits: Cents
  withdrawn: Cents
  recipient_name: string | null
  recipient_status: OwnerStatus | null
  now: Instant
}

async function readRequest(db: Database, id: string): Promise<Row | null> {
  const { rows } = await db.query<Row>({
    name: 'withdrawals.request',
    text: `select ${requestColumns}, owner.account_id, owner.status as owner_status, owner.created_at as opened_at, ${balanceOf('owner.id', 'cash')} as cash, ${balanceOf('owner.id', 'held')} as held, owner.deposits, owner.withdrawn,
        recipient_person.full_name as recipient_name, recipient.status as recipient_status, business_now() as now
      from ${requestTables} join owners owner on owner.id = withdrawal.owner_id left join owners recipient on recipient.id = withdrawal.recipient_id left join auth.persons recipient_person on recipient_person.id = withdrawal.recipient_id
      where withdrawal.id = $1`,
    values: [id],
  })
  return rows[0] ?? null
}

type Past = {
  outcomes: { status: WithdrawalStatus; count: number; amount: string }[] | null
  requests: number
  payouts: number
  usual: Cents | null
}

async function readPast(db: Database, { id }: Row): Promise<Past> {
  const { rows } = await db.query<Past>({
    name: 'withdrawals.past',
    text: `with past as materialized (select past.* from withdrawals request cross join lateral (${pastOf('request')}) past where request.id = $1),
        outcome as (select status, count(*) as count, sum(amount) as amount from past group by status)
      select (select json_agg(json_build_object('status', status, 'count', count, 'amount', amount::text) order by count desc, status) from outcome) as outcomes,
        count(*)::int as requests, count(*) filter (where ${wentOut('past')})::int as payouts,
        percentile_disc(0.5) within group (order by amount) filter (where ${wentOut('past')}) as usual
      from past`,
    values: [id],
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

const happened: Record<string, string> = {
  'withdrawal-requested': 'Requested',
  'withdrawal-first-approval': 'Approved by the first of two',
  'withdrawal-approved': 'Approved',
  'withdrawal-rejected': 'Rejected',
  'withdrawal-cancelled': 'Cancelled',
  'withdrawal-paid': 'Paid out',
  'withdrawal-returned': 'Returned to the balance',
  'payout-returned': 'Sent back by the bank',
}

type Happened = {
  kind: string
  at: Instant
  actor: OwnerId | null
  name: string | null
  reason: string | null
  reference: string | null
  amount: Cents | null
}

/** SQL of the ids of the accepted commands about a request: of the one that asked for it, and of those after it, by an index. */
const commandsAbout = (
  request: string,
) => `select made.id from desk.commands made where made.id = ${request}
  union all
  select later.id from desk.commands later where later.input ->> 'withdrawal' = ${request}::text and later.input ? 'withdrawal' and later.outcome = 'done'`

/** A payout may come back with less than it left with: what the banks kept is nobody's to give back. */
function noteOf({ kind, reason, reference, amount }: Happened, paid: Cents): string | null {
  const isLess = kind === 'payout-returned' && amount !== null && amount < paid
  const said = reason ?? (reference === null ? null : `Reference ${reference}`)
  return isLess ? `${formatUsd(amount)} came back: ${said}` : said
}

async function readHistory(
  db: Database,
  { id, owner, full_name, ...request }: Row,
): Promise<HappenedBy[]> {
  const { rows } = await db.query<Happened>({
    name: 'withdrawals.history',
    // Each command is a query of its own: joined, a plan made for many would scan the journal.
    text: `select told.* from (${commandsAbout('$2::uuid')}) about cross join lateral (
        select item.version, item.kind, item.at, command.actor, actor.full_name as name, particulars.texts->>'reason' as reason, command.input->>'reference' as reference, item.amount
          from desk.commands command join desk.activity item on item.owner_id = command.subject and item.version = command.subject_version
            left join desk.particulars on particulars.command_id = command.id left join auth.persons actor on actor.id = command.actor
          where command.id = about.id and command.subject = $1 and item.kind = any ($3) offset 0
      ) told order by told.version`,
    values: [owner, id, Object.keys(happened)],
  })
  return rows.map(({ at, actor, name, ...told }) => ({
    at: isoFromInstant(at),
    title: happened[told.kind]!,
    byId: actor,
    by:
      actor === null
        ? 'the system'
        : actor === owner
          ? (full_name ?? closedName)
          : (name ?? 'Staff'),
    note: noteOf({ at, actor, name, ...told }, request.amount),
  }))
}

/** One of the owner's own requests, without what only staff are shown; null when it isn't theirs. `explorers` as the pack has them. */
export async function readOwnWithdrawal(
  db: Database,
  owner: OwnerId,
  id: string,
  explorers: Explorers = {},
): Promise<OwnWithdrawal | null> {
  const row = await readRequest(db, id)
  if (row?.owner !== owner) return null
  const history = await readHistory(db, row)
  const withdrawal = presentRow(row)
  return {
    withdrawal,
    history: history.map(({ byId: _, ...step }) => step),
    explorer: explorerOf(withdrawal, explorers),
  }
}

/** Null when there is no such request. */
export async function readDetails(journal: Journal, id: string): Promise<WithdrawalDetails | null> {
  const db = journal.pool
  const found = await readRequest(db, id)
  if (!found) return null
  const row = (await compare(journal, [found]))[0]!
  const [past, latest, looks, changes, othersThere, decided, history] = await Promise.all([
    readPast(db, row),
    readLatest(db, row),
    readLooks(db, [id]),
    readChanges(db, row),
    readOthersThere(db, id),
    readDecidedAfter(db, row),
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
    looks: spellOut(looks.get(id) ?? [], {
      ...{ request: row, balance: row, past, changes },
      ...{ othersThere, decided },
    }),
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
    now: isoFromInstant(row.now),
  }
}
