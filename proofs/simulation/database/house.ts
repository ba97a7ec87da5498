/** A house in PostgreSQL for simulated people: its plans and persons, and what it holds, in the words of the model. */
import type pg from 'pg'
import type { CoinDeposit, CoinRate } from '../../../src/domains/coin-deposits/table.ts'
import type { CoinEntry } from '../../../src/domains/receipts/coin-entries.ts'
import type { Document } from '../../../src/domains/documents/table.ts'
import type { Correction } from '../../../src/domains/corrections/table.ts'
import type { Check } from '../../../src/domains/appropriateness/table.ts'
import type { KeptLimit } from '../../../src/domains/placing-limits/table.ts'
import type { Investment } from '../../../src/domains/investments/table.ts'
import type { BankEntry } from '../../../src/domains/receipts/table.ts'
import type { BatchPayment, PayoutBatch } from '../../../src/domains/payouts/batches/table.ts'
import type { BankExport, ExportPayment } from '../../../src/domains/payouts/exports/table.ts'
import type { ListPayment, PayoutList } from '../../../src/domains/payouts/lists/table.ts'
import type { Case } from '../../../src/domains/verification/table.ts'
import { plans as planRows, planTerms } from '../../../src/domains/plans/table.ts'
import type { Owner } from '../../../src/desk/records.ts'
import { believeRows } from '../../../src/desk/row-states.ts'
import { macKeysOf } from '../../../src/platform/mac.ts'
import type { Withdrawal } from '../../../src/domains/withdrawals/table.ts'
import { plans } from '../cast.ts'
import { faceOfFirm, faceOfOwner, plain, type Booked, type Face } from '../faces.ts'
import { firmsId, type Asked, type Line } from '../model.ts'
import type { Act } from '../model-state.ts'

/** Of the desks, and of what stands there before them. */
export const macKeys = macKeysOf('a secret of the simulation')

export async function putPlans(owner: pg.Pool): Promise<void> {
  for (const {
    id,
    onSale,
    title,
    rangeText,
    minimum,
    maximum,
    durationDays,
    profitPercent,
    riskWarning,
  } of plans) {
    await owner.query('insert into plans (id, on_sale, terms_version) values ($1, $2, 1)', [
      id,
      onSale,
    ])
    await owner.query(
      `insert into plan_terms (plan_id, version, title, range_text, minimum, maximum, duration_days, profit_percent, risk_version, risk_warning)
      values ($1, 1, $2, $3, $4, $5, $6, $7, 1, $8)`,
      [id, title, rangeText, minimum, maximum, durationDays, profitPercent, riskWarning],
    )
  }
  const client = await owner.connect()
  await believeRows(client, macKeys, [planRows, planTerms]).finally(() => client.release())
}

/** A person is in the sign-in's table before the account is opened, and is removed when it isn't. */
export async function addPerson(
  pool: pg.Pool,
  { owner, fullName, email }: { owner: string; fullName: string; email: string },
): Promise<void> {
  await pool.query(
    `insert into auth.persons (id, full_name, email)
    select $1::uuid, $2, $3 where not exists (select from owners where id = $1::uuid) on conflict do nothing`,
    [owner, fullName, email],
  )
}

export async function removeStrangers(owner: pg.Pool): Promise<void> {
  await owner.query(
    'delete from auth.persons person where not exists (select from owners owner where owner.id = person.id)',
  )
}

async function accounts(pool: pg.Pool): Promise<(owner: string) => Booked> {
  const { rows } = await pool.query<{
    owner: string
    kind: string
    balance: bigint
    version: bigint
  }>('select owner, kind::text, credits - debits as balance, version from ledger.accounts')
  const booked = new Map(
    rows.map(({ owner, kind, balance, version }) => [`${owner} ${kind}`, { balance, version }]),
  )
  return (owner) => (kind) => booked.get(`${owner} ${kind}`) ?? { balance: 0n, version: 0n }
}

type OwnerRow = Omit<Owner, 'totals'> & { totals: null } & {
  [total in keyof Owner['totals']]: bigint
}

/** Every owner with their figures, by id. */
export async function ownersInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<OwnerRow>(`select owner.id, owner.role, owner.status, coalesce(person.full_name, 'Closed account') as "fullName", coalesce(person.email, '') as email,
      account_id as "accountId", referral_code as "referralCode", referrer_id as referrer, fixed, email_verified as "emailVerified", owner.created_at as "createdAt",
      version::int as version, stamped_at as "stampedAt", null as totals,
      deposits, withdrawn, transferred_in as "transferredIn", transferred_out as "transferredOut", placed, profit, loss, referral, corrections
    from owners owner left join auth.persons person on person.id = owner.id`)
  const bookedOf = await accounts(pool)
  return new Map(
    rows.map(
      ({
        totals: _,
        deposits,
        withdrawn,
        transferredIn,
        transferredOut,
        placed,
        profit,
        loss,
        referral,
        corrections,
        ...owner
      }) => {
        const totals = {
          deposits,
          withdrawn,
          transferredIn,
          transferredOut,
          placed,
          profit,
          loss,
          referral,
          corrections,
        }
        return [
          owner.id,
          owner.id === firmsId
            ? faceOfFirm(owner, bookedOf(owner.id))
            : faceOfOwner({ ...owner, totals }, bookedOf(owner.id)),
        ]
      },
    ),
  )
}

export async function requestsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<Withdrawal>(`select id, owner_id as owner, type, amount, wallet_name as "walletName", wallet_address as "walletAddress",
      recipient_id as recipient, recipient_account_id as "recipientAccountId", status, reason, created_at as "createdAt",
      first_approved_at as "firstApprovedAt", first_approved_by as "firstApprovedBy", decided_at as "decidedAt", decided_by as "decidedBy",
      payout_reference as "payoutReference" from withdrawals`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function proposalsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<Correction>(`select id, owner_id as owner, status, owner_version::int as "ownerVersion", balance_from as "balanceFrom", balance_to as "balanceTo",
      profit_from as "profitFrom", profit_to as "profitTo", loss_from as "lossFrom", loss_to as "lossTo", full_name as "fullName", email, reason,
      friend_id as friend, funding, refusal_reason as "refusalReason", proposed_at as "proposedAt", proposed_by as "proposedBy", decided_at as "decidedAt", decided_by as "decidedBy" from corrections`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function investmentsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<Investment>(`select id, owner_id as owner, plan_id as "planId", terms_version as "termsVersion", plan_title as "planTitle", amount,
      profit_percent as "profitPercent", profit, opened_at as "openedAt", matures_at as "maturesAt", status, risk_version as "riskVersion", undoable_until as "undoableUntil", check_id as "check" from investments`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function checksInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<Check>(`select id, owner_id as owner, version, answers, outcome, answered_at as "answeredAt", paused_until as "pausedUntil", pauses
      from appropriateness_checks`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function limitsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } = await pool.query<KeptLimit>(
    'select owner_id as owner, amount, next_amount as "nextAmount", next_from as "nextFrom" from placing_limits',
  )
  return new Map(rows.map((row) => [row.owner, plain(row)!]))
}

export async function casesInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<Case>(`select id, owner_id as owner, legal_name as "legalName", birth_date as "birthDate", country, address, documents,
      submitted_at as "submittedAt", status, is_final as "isFinal", reason, decided_at as "decidedAt", decided_by as "decidedBy", verified_until as "verifiedUntil",
      final_proposed_at as "finalProposedAt", final_proposed_by as "finalProposedBy", final_reason as "finalReason" from verifications`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function documentsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<Document>(`select id, owner_id as owner, kind, content_id as content, media_type as "mediaType", size::float8 as size, digest, pages,
      added_at as "addedAt", status, verification from documents`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function entriesInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<BankEntry>(`select id, kind, owner_id as owner, receipt_id as receipt, account, amount, reference, value_date as "valueDate",
      payer_text as "payerText", payer_account as "payerAccount", reason, status, refusal_reason as "refusalReason",
      proposed_at as "proposedAt", proposed_by as "proposedBy", decided_at as "decidedAt", decided_by as "decidedBy" from bank_entries`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function depositsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<CoinDeposit>(`select id, coin, owner_id as owner, address_id as address, txid, output, times, quantity, height, block, amount, restored,
      status, credited_at as "creditedAt", undone_at as "undoneAt", borne from coin_deposits`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function ratesInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } = await pool.query<CoinRate>('select id, coin, rate, sources, at from rates')
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function exchangesInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<CoinEntry>(`select id, owner_id as owner, kind, quantity, amount, txid, reference, rate, reason, status, refusal_reason as "refusalReason",
      proposed_at as "proposedAt", proposed_by as "proposedBy", decided_at as "decidedAt", decided_by as "decidedBy" from coin_entries`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function batchesInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<PayoutBatch>(`select id, owner_id as owner, wallet_id as wallet, change_wallet_id as "changeWallet", change_index::int as "changeIndex",
      change_amount as "changeAmount", txid, inputs, anchor, replaces, digest, fee_rate as "feeRate", fee, quantity, amount, status, built_at as "builtAt",
      built_by as "builtBy", signed_digest as "signedDigest", is_signed as "isSigned", sent_at as "sentAt", sent_by as "sentBy", ended_at as "endedAt",
      spent_by as "spentBy" from payout_batches`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function batchPaymentsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<BatchPayment>(`select batch_id as batch, withdrawal_id as withdrawal, output::int as output, quantity, amount, paid_at as "paidAt"
      from payout_batch_payments`)
  return new Map(rows.map((row) => [`${row.batch} ${row.withdrawal}`, plain(row)!]))
}

export async function listsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<PayoutList>(`select id, owner_id as owner, wallet_id as wallet, from_script as "from", height, quantity, amount, status,
      built_at as "builtAt", built_by as "builtBy", released_at as "releasedAt", released_by as "releasedBy", recalled_height as "recalledHeight",
      ended_at as "endedAt" from payout_lists`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function listPaymentsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<ListPayment>(`select list_id as list, withdrawal_id as withdrawal, line, quantity, amount, reference, paid_at as "paidAt"
      from payout_list_payments`)
  return new Map(rows.map((row) => [`${row.list} ${row.withdrawal}`, plain(row)!]))
}

export async function exportsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<BankExport>(`select id, owner_id as owner, format, digest, amount, status, exported_at as "exportedAt", exported_by as "exportedBy",
      proposed_at as "proposedAt", proposed_by as "proposedBy", ended_at as "endedAt", dropped_by as "droppedBy" from bank_exports`)
  return new Map(rows.map((row) => [row.id, plain(row)!]))
}

export async function exportPaymentsInDatabase(pool: pg.Pool): Promise<Map<string, Face>> {
  const { rows } =
    await pool.query<ExportPayment>(`select export_id as export, withdrawal_id as withdrawal, line, amount, paid_at as "paidAt"
      from bank_export_payments`)
  return new Map(rows.map((row) => [`${row.export} ${row.withdrawal}`, plain(row)!]))
}

export async function referencesInDatabase(pool: pg.Pool): Promise<string[]> {
  return (
    await pool.query<{ reference: string }>('select reference from outside_references')
  ).rows.map(({ reference }) => reference)
}

/** What the journal keeps of a command, as a repetition gets it; no text where it was erased. */
export type JournalRow = Pick<Asked, 'id' | 'kind' | 'actor' | 'key' | 'bodyHash'> & {
  subject: string | null
  outcome: string
  at: number
  status: number | null
  text: string | null
}

const journal = `select command.id, kind, actor, subject, key, body_hash as "bodyHash", outcome, at, reply_status as status, desk.said(reply) as text
  from desk.commands command left join desk.particulars on particulars.command_id = command.id`

/** Of these commands, or of all. */
export async function journalInDatabase(
  pool: pg.Pool,
  ids: readonly string[] | null,
): Promise<JournalRow[]> {
  return (
    await pool.query<JournalRow>(
      ids === null ? journal : `${journal} where command.id = any ($1)`,
      ids === null ? [] : [ids],
    )
  ).rows
}

/** What counted as done by one administrator alone: of these commands, or of all. */
export async function actsInDatabase(
  pool: pg.Pool,
  ids: readonly string[] | null,
): Promise<Map<string, Face>> {
  const { rows } = await pool.query<Omit<Act, 'at'>>(
    'select command_id as id, kind, actor, person, amount from desk.acts_alone where $1::uuid[] is null or command_id = any ($1)',
    [ids],
  )
  return new Map(rows.map((row) => [row.id, { ...row }]))
}

export type ActivityRow = Line & { command: string }

export async function activityInDatabase(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<ActivityRow[]> {
  return (
    await pool.query<ActivityRow>(
      `select command_id as command, owner_id as owner, version::int as version, kind, at, amount as gain, balance_after as after
    from desk.activity where command_id = any ($1)`,
      [ids],
    )
  ).rows
}

export type FirmsEntry = { command: string; kind: string; version: bigint }

/** The entries of these commands on the firm's accounts. */
export async function firmsEntriesInDatabase(
  pool: pg.Pool,
  ids: readonly string[],
): Promise<FirmsEntry[]> {
  return (
    await pool.query<FirmsEntry>(
      `select command_id as command, debit_kind::text as kind, debit_version as version from ledger.postings where command_id = any ($1) and debit_owner = $2
    union all select command_id, credit_kind::text, credit_version from ledger.postings where command_id = any ($1) and credit_owner = $2`,
      [ids, firmsId],
    )
  ).rows
}

/**
 * The operator invites at the shell, as the database's owner; here the desk of the house plays that too, and somebody may
 * be invited more than once.
 */
export async function letInvite(owner: pg.Pool): Promise<void> {
  await owner.query(
    'grant insert on auth.staff_invitations to glasshouse_app; drop index auth.staff_invitations_used',
  )
}

/** The operator's invitation that this command takes up, made two days ago: without it the database gives nobody its role. */
export async function addInvitation(
  owner: pg.Pool,
  { id, command: { user } }: Extract<Asked, { kind: 'TakeUpInvitation' }>,
): Promise<void> {
  await owner.query(
    `insert into auth.staff_invitations (id, email, role, mac, made_at, used_at, owner_id, used_mac)
    values ($1::uuid, $1::uuid || '@people.example', 'admin', '', clock_timestamp() - interval '2 days', clock_timestamp(), $2, '') on conflict (id) do nothing`,
    [id, user],
  )
}
