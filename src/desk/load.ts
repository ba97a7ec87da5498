/** What a batch reads. First it takes its owners' locks; then it reads, in one go, everything that its commands need. */
import type { QueryConfig, QueryResultRow } from 'pg'
import type { OwnerId } from '../ledger/core/chart.ts'
import { totalNames, type Totals } from '../ledger/core/posting.ts'
import type { Instant } from '../lib/instant.ts'
import { textArray, uuidArray } from '../platform/sql-array.ts'
import { closedName } from './world.ts'
import type { Needs } from './command.ts'
import type { AccessChange, Correction, Investment, Owner, Plan, Withdrawal } from './records.ts'

export type OwnerRow = {
  id: OwnerId
  role: Owner['role']
  status: Owner['status']
  full_name: string | null
  email: string | null
  account_id: string | null
  referral_code: string | null
  name_number: number | null
  referrer_id: OwnerId | null
  referrer_name: string | null
  referrer_name_number: number | null
  fixed: boolean
  created_at: Instant
  version: bigint
  stamped_at: Instant
} & { [total in (typeof totalColumns)[number]]: bigint }

export const totalColumns = [
  'deposits',
  'withdrawn',
  'transferred_in',
  'transferred_out',
  'placed',
  'profit',
  'loss',
  'referral',
  'corrections',
] as const

export const ownerColumns = `owner.id, owner.role, owner.status, person.full_name, person.email, owner.account_id, owner.referral_code, owner.referrer_id,
  person.name_number, referrer.full_name as referrer_name, referrer.name_number as referrer_name_number, owner.fixed, owner.created_at, owner.version, owner.stamped_at,
  ${totalColumns.map((column) => `owner.${column}`).join(', ')}`
export const ownerTables = `owners owner
  left join auth.persons person on person.id = owner.id
  left join auth.persons referrer on referrer.id = owner.referrer_id`

export function ownerFromRow(row: OwnerRow): Owner {
  return {
    id: row.id,
    role: row.role,
    status: row.status,
    fullName: row.full_name ?? closedName,
    email: row.email ?? '',
    accountId: row.account_id ?? '',
    referralCode: row.referral_code ?? '',
    referrer: row.referrer_id,
    fixed: row.fixed,
    createdAt: row.created_at,
    version: Number(row.version),
    stampedAt: row.stamped_at,
    totals: Object.fromEntries(
      totalNames.map((total, i) => [total, row[totalColumns[i]!]]),
    ) as Totals,
  }
}

/**
 * Takes the owners' locks, and nothing else: a statement that waited for a lock sees the owner's row as it is now, but
 * whatever is joined to it as it was before. A fast batch passes over owners that another transaction holds; a patient
 * one waits for them in the order of their ids, so that two of them can't wait for each other.
 */
export function lockStatement(owners: readonly OwnerId[], patient: boolean): QueryConfig {
  return {
    name: patient ? 'desk.lock-patient' : 'desk.lock',
    text: `select id from owners where id = any ($1) order by id for no key update ${patient ? '' : 'skip locked'}`,
    values: [uuidArray(owners)],
  }
}

export const peopleStatement = (ids: readonly OwnerId[]): QueryConfig => ({
  name: 'desk.people',
  text: `select ${ownerColumns}, encode(owner.head, 'hex') as head, owner.unlisted from ${ownerTables} where owner.id = any ($1)`,
  values: [uuidArray(ids)],
})

/**
 * Commands recorded before, by their ids or by their actors' keys. Asked after the locks: a key of a command that was
 * still under way shows now. Ids that were made for this very attempt need not be asked.
 */
export const recordedStatement = (
  ids: readonly string[],
  actors: readonly (string | null)[],
  keys: readonly (string | null)[],
): QueryConfig => ({
  name: 'desk.recorded',
  // `offset 0` keeps each a query per row: joined, a plan made while the table was small would scan a whole index.
  text: `select command.*, particulars.reply_status, desk.said(particulars.reply) as reply
    from (
      select id, actor, key, body_hash, outcome from desk.commands where id = any ($1)
      union all
      select found.* from unnest($2::uuid[], $3::text[]) as asked(actor, key), lateral (
        select id, actor, key, body_hash, outcome from desk.commands where actor = asked.actor and key = asked.key offset 0
      ) found
    ) command left join lateral (select reply_status, reply from desk.particulars where command_id = command.id offset 0) particulars on true`,
  values: [uuidArray(ids), uuidArray(actors), textArray(keys)],
})
export type RecordedRow = {
  id: string
  actor: string | null
  key: string | null
  body_hash: string
  outcome: string
  reply_status: number | null
  reply: string | null
}

export const planColumns = `plan.id, plan.on_sale, plan.terms_version, terms.title, terms.range_text, terms.minimum, terms.maximum, limits.below, terms.duration_days,
  terms.profit_percent, terms.risk_version, terms.risk_warning`
/** A maximum of whole dollars takes the cents above it too; the next plan's minimum, on sale or not, is never reached. */
export const planTables = `plans plan join plan_terms terms on terms.plan_id = plan.id and terms.version = plan.terms_version,
  lateral (
    select least(terms.maximum + case when terms.maximum % 100 = 0 then 100 else 1 end, min(other_terms.minimum)) as below
    from plans other_plan join plan_terms other_terms on other_terms.plan_id = other_plan.id and other_terms.version = other_plan.terms_version where other_terms.minimum > terms.minimum
  ) limits`
export type PlanRow = {
  id: string
  on_sale: boolean
  terms_version: number
  title: string
  range_text: string
  minimum: bigint
  maximum: bigint | null
  below: bigint | null
  duration_days: number
  profit_percent: number
  risk_version: number
  risk_warning: string
}
export const planFromRow = (row: PlanRow): Plan => ({
  id: row.id,
  onSale: row.on_sale,
  termsVersion: row.terms_version,
  title: row.title,
  rangeText: row.range_text,
  minimum: row.minimum,
  maximum: row.maximum,
  below: row.below,
  durationDays: row.duration_days,
  profitPercent: row.profit_percent,
  riskVersion: row.risk_version,
  riskWarning: row.risk_warning,
})

export const investmentColumns = `id, owner_id, plan_id, terms_version, plan_title, amount, profit_percent, profit, opened_at, matures_at, status, risk_version`
export type InvestmentRow = {
  id: string
  owner_id: OwnerId
  plan_id: string
  terms_version: number
  plan_title: string
  amount: bigint
  profit_percent: number
  profit: bigint
  opened_at: Instant
  matures_at: Instant
  status: Investment['status']
  risk_version: number
}
export const investmentFromRow = (row: InvestmentRow): Investment => ({
  id: row.id,
  owner: row.owner_id,
  planId: row.plan_id,
  termsVersion: row.terms_version,
  planTitle: row.plan_title,
  amount: row.amount,
  profitPercent: row.profit_percent,
  profit: row.profit,
  openedAt: row.opened_at,
  maturesAt: row.matures_at,
  status: row.status,
  riskVersion: row.risk_version,
})

export const withdrawalColumns = `withdrawal.id, withdrawal.owner_id, withdrawal.type, withdrawal.amount, withdrawal.wallet_name, withdrawal.wallet_address, withdrawal.recipient_id, withdrawal.recipient_account_id,
  withdrawal.status, withdrawal.reason, withdrawal.created_at, withdrawal.first_approved_by, withdrawal.first_approved_at, first_approver.full_name as first_approved_by_name,
  first_approver.name_number as first_approved_by_number, withdrawal.decided_at, withdrawal.decided_by, decider.full_name as decided_by_name, decider.name_number as decided_by_number, withdrawal.payout_reference`
export const withdrawalTables =
  'withdrawals withdrawal left join auth.persons decider on decider.id = withdrawal.decided_by left join auth.persons first_approver on first_approver.id = withdrawal.first_approved_by'
export type WithdrawalRow = {
  id: string
  owner_id: OwnerId
  type: Withdrawal['type']
  amount: bigint
  wallet_name: string | null
  wallet_address: string | null
  recipient_id: OwnerId | null
  recipient_account_id: string | null
  status: Withdrawal['status']
  reason: string | null
  created_at: Instant
  first_approved_by: OwnerId | null
  first_approved_at: Instant | null
  first_approved_by_name: string | null
  first_approved_by_number: number | null
  decided_at: Instant | null
  decided_by: OwnerId | null
  decided_by_name: string | null
  decided_by_number: number | null
  payout_reference: string | null
}
export const withdrawalFromRow = (row: WithdrawalRow): Withdrawal => ({
  id: row.id,
  owner: row.owner_id,
  type: row.type,
  amount: row.amount,
  walletName: row.wallet_name,
  walletAddress: row.wallet_address,
  recipient: row.recipient_id,
  recipientAccountId: row.recipient_account_id,
  status: row.status,
  reason: row.reason,
  createdAt: row.created_at,
  firstApprovedAt: row.first_approved_at,
  firstApprovedBy: row.first_approved_by,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
  payoutReference: row.payout_reference,
})

export const correctionColumns = `correction.id, correction.owner_id, correction.status, correction.owner_version, correction.balance_from, correction.balance_to, correction.profit_from, correction.profit_to, correction.loss_from, correction.loss_to,
  correction.full_name, correction.email, correction.friend_id, correction.funding, correction.reason, correction.refusal_reason, correction.proposed_at, correction.proposed_by,
  proposer.full_name as proposed_by_name, proposer.name_number as proposed_by_number, correction.decided_at, correction.decided_by, decider.full_name as decided_by_name, decider.name_number as decided_by_number`
export const correctionTables =
  'corrections correction left join auth.persons proposer on proposer.id = correction.proposed_by left join auth.persons decider on decider.id = correction.decided_by'
export type CorrectionRow = {
  id: string
  owner_id: OwnerId
  status: Correction['status']
  owner_version: bigint
  balance_from: bigint
  balance_to: bigint
  profit_from: bigint
  profit_to: bigint
  loss_from: bigint
  loss_to: bigint
  full_name: string | null
  email: string | null
  friend_id: OwnerId | null
  funding: bigint | null
  reason: string | null
  refusal_reason: string | null
  proposed_at: Instant
  proposed_by: OwnerId
  proposed_by_name: string | null
  proposed_by_number: number | null
  decided_at: Instant | null
  decided_by: OwnerId | null
  decided_by_name: string | null
  decided_by_number: number | null
}
export const correctionFromRow = (row: CorrectionRow): Correction => ({
  id: row.id,
  owner: row.owner_id,
  status: row.status,
  ownerVersion: Number(row.owner_version),
  balanceFrom: row.balance_from,
  balanceTo: row.balance_to,
  profitFrom: row.profit_from,
  profitTo: row.profit_to,
  lossFrom: row.loss_from,
  lossTo: row.loss_to,
  fullName: row.full_name,
  email: row.email,
  friend: row.friend_id,
  funding: row.funding,
  reason: row.reason,
  refusalReason: row.refusal_reason,
  proposedAt: row.proposed_at,
  proposedBy: row.proposed_by,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
})

export const accessChangeColumns = `change.id, change.owner_id, change.what, change.status, change.email, change.app, change.passkey, change.passkey_name, change.hostile, change.confirmed, change.wait_ms, change.reason, change.refusal_reason,
  change.proposed_at, change.proposed_by, change.approved_at, change.approved_by, change.decided_at, change.decided_by`
export type AccessChangeRow = {
  id: string
  owner_id: OwnerId
  what: AccessChange['what']
  status: AccessChange['status']
  email: string | null
  app: string | null
  passkey: string | null
  passkey_name: string | null
  hostile: boolean
  confirmed: boolean
  wait_ms: bigint
  reason: string | null
  refusal_reason: string | null
  proposed_at: Instant
  proposed_by: OwnerId
  approved_at: Instant | null
  approved_by: OwnerId | null
  decided_at: Instant | null
  decided_by: OwnerId | null
}
export const accessChangeFromRow = (row: AccessChangeRow): AccessChange => ({
  id: row.id,
  owner: row.owner_id,
  what: row.what,
  status: row.status,
  email: row.email,
  app: row.app,
  passkey: row.passkey,
  passkeyName: row.passkey_name,
  hostile: row.hostile,
  confirmed: row.confirmed,
  waitMs: Number(row.wait_ms),
  reason: row.reason,
  refusalReason: row.refusal_reason,
  proposedAt: row.proposed_at,
  proposedBy: row.proposed_by,
  approvedAt: row.approved_at,
  approvedBy: row.approved_by,
  decidedAt: row.decided_at,
  decidedBy: row.decided_by,
})

type Into =
  | 'plans'
  | 'investments'
  | 'withdrawals'
  | 'corrections'
  | 'accessChanges'
  | 'emails'
  | 'references'
  | 'accountIds'
  | 'administrators'
  | 'alone'
  | 'credits'
  | 'due'
type Statement = QueryConfig & { into: Into }
export type Loaded = { into: Into; rows: QueryResultRow[] }

/** A statement, and its parameters for these needs; null: none of them asks for it. */
type Lookup = {
  into: Into
  name: string
  text: string
  values(needs: readonly Needs[]): unknown[] | null
}

/** What the needs name of one kind: ids, e-mails, references. */
const named = (needs: readonly Needs[], of: (need: Needs) => string | undefined): string[] =>
  needs.map(of).filter((value) => value !== undefined)

/** One array as the only parameter. */
const unlessEmpty = (values: string[]) => (values.length > 0 ? [values] : null)

const asksAllPlans = (needs: readonly Needs[]) => needs.some((need) => need.allPlans)

/** What commands are about. */
const subjects: Lookup[] = [
  {
    into: 'plans',
    name: 'desk.plans',
    text: `select ${planColumns} from ${planTables} where plan.id = any ($1)`,
    values: (needs) =>
      asksAllPlans(needs) ? null : unlessEmpty(named(needs, (need) => need.plan)),
  },
  {
    into: 'plans',
    name: 'desk.all-plans',
    text: `select ${planColumns} from ${planTables}`,
    values: (needs) => (asksAllPlans(needs) ? [] : null),
  },
  {
    into: 'investments',
    name: 'desk.investments',
    // `offset 0` keeps it a query per owner: joined, a plan made while the table was small would scan a whole index.
    text: `select ${investmentColumns} from investments where id = any ($1)
        union all
        select found.* from unnest($2::uuid[]) as asked(owner), lateral (
          select ${investmentColumns} from investments where owner_id = asked.owner and status not in ('matured', 'undone') and id <> all ($1) offset 0
        ) found`,
    values(needs) {
      const ids = named(needs, (need) => need.investment)
      const owners = named(needs, (need) => need.runningOf)
      return ids.length + owners.length > 0 ? [uuidArray(ids), uuidArray(owners)] : null
    },
  },
  {
    into: 'withdrawals',
    name: 'desk.withdrawals',
    text: `select ${withdrawalColumns} from ${withdrawalTables} where withdrawal.id = any ($1)`,
    values: (needs) => unlessEmpty(named(needs, (need) => need.withdrawal)),
  },
  {
    into: 'corrections',
    name: 'desk.corrections',
    text: `select ${correctionColumns} from ${correctionTables} where correction.id = any ($1)`,
    values: (needs) => unlessEmpty(named(needs, (need) => need.correction)),
  },
  {
    into: 'accessChanges',
    name: 'desk.access-changes',
    text: `select ${accessChangeColumns} from access_changes change where id = any ($1)
        union all
        select ${accessChangeColumns} from access_changes change where owner_id = any ($2) and status in ('proposed', 'waiting') and id <> all ($1)`,
    values(needs) {
      const ids = named(needs, (need) => need.accessChange)
      const owners = named(needs, (need) => need.accessChangesOf)
      return ids.length + owners.length > 0 ? [uuidArray(ids), uuidArray(owners)] : null
    },
  },
]

/** What is taken already: nobody else may have it. */
const taken: Lookup[] = [
  {
    into: 'emails',
    name: 'desk.emails',
    text: 'select id, email from auth.persons where email = any ($1)',
    values: (needs) => unlessEmpty(named(needs, (need) => need.email)),
  },
  {
    into: 'references',
    name: 'desk.references',
    text: 'select reference from outside_references where reference = any ($1)',
    values: (needs) => unlessEmpty(named(needs, (need) => need.reference)),
  },
  {
    into: 'accountIds',
    name: 'desk.account-ids',
    text: 'select account_id from owners where account_id = any ($1)',
    values: (needs) => unlessEmpty(needs.flatMap((need) => need.accountIds ?? [])),
  },
]

/** What rules count or add up. */
const counted: Lookup[] = [
  {
    into: 'administrators',
    name: 'desk.administrators',
    text: `select id from owners where role = 'admin' and status = 'active'`,
    values: (needs) => (needs.some((need) => need.administrators) ? [] : null),
  },
  {
    into: 'alone',
    name: 'desk.alone',
    // By the wall clock, read once: reading it per row would scan all that they ever did.
    text: `select actor, person, sum(amount)::bigint as amount from desk.acts_alone
        where actor = any ($1) and at > (select clock_timestamp() - interval '24 hours') group by actor, person`,
    values(needs) {
      const actors = named(needs, (need) => need.aloneBy)
      return actors.length > 0 ? [uuidArray(actors)] : null
    },
  },
  {
    into: 'credits',
    name: 'desk.credits',
    text: `select input ->> 'user' as friend, sum((input ->> 'credited')::bigint)::bigint as amount from desk.commands
        where input ->> 'user' = any ($1) and input ? 'credited' and outcome = 'done' group by 1`,
    values: (needs) => unlessEmpty(named(needs, (need) => need.creditsFor)),
  },
  {
    into: 'due',
    name: 'desk.due',
    // Time moves while a statement runs: only as a query of its own is it asked once, and so good for the index.
    text: `select count(*)::int as due from investments where status = 'running' and matures_at <= (select business_now()) + make_interval(days => $1)`,
    values(needs) {
      const days = needs.find((need) => need.dueInDays !== undefined)?.dueInDays
      return days === undefined ? null : [days]
    },
  },
]

const lookups = [...subjects, ...taken, ...counted]

/** Only the statements that these commands need; a batch of withdrawals asks for no plan. */
export function needStatements(needs: readonly Needs[]): Statement[] {
  return lookups.flatMap(({ into, name, text, values: valuesFor }) => {
    const values = valuesFor(needs)
    return values ? [{ into, name, text, values }] : []
  })
}
