/** A house in PostgreSQL for simulated people: its plans and persons, and what it holds, in the words of the model. */
import type pg from 'pg'
import { plans as planRows, planTerms } from '../../../src/domains/plans/table.ts'
import type { AnyTable } from '../../../src/desk/table.ts'
import type { Owner } from '../../../src/desk/records.ts'
import { believeRows } from '../../../src/desk/row-states.ts'
import { macKeysOf } from '../../../src/platform/mac.ts'
import { plans } from '../cast.ts'
import { faceOfFirm, faceOfOwner, plain, type Booked, type Face } from '../faces.ts'
import type { Asked } from '../model.ts'
import { firmsId, type Line } from '../model-house.ts'
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
    await pool.query<OwnerRow>(`select owner.id, owner.role, owner.roles, owner.status, coalesce(person.full_name, 'Closed account') as "fullName", coalesce(person.email, '') as email,
      account_id as "accountId", referral_code as "referralCode", referrer_id as referrer, fixed, email_verified as "emailVerified", owner.created_at as "createdAt",
      version::int as version, stamped_at as "stampedAt", null as totals,
      deposits, withdrawn, transferred_in as "transferredIn", transferred_out as "transferredOut", principal, profit, loss, referral, corrections, loans
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
        principal,
        profit,
        loss,
        referral,
        corrections,
        loans,
        ...owner
      }) => {
        const totals = {
          deposits,
          withdrawn,
          transferredIn,
          transferredOut,
          principal,
          profit,
          loss,
          referral,
          corrections,
          loans,
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

/** All rows of a table, by their keys. */
export async function rowsInDatabase(pool: pg.Pool, table: AnyTable): Promise<Map<string, Face>> {
  const { rows } = await pool.query(`select ${table.columns} from ${table.from}`)
  return new Map(
    rows.map((found) => {
      const row = table.fromRow(found)
      return [table.keyOf(row), plain(row)!]
    }),
  )
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
  { id, command: { user } }: Extract<Asked, { kind: 'AcceptInvitation' }>,
): Promise<void> {
  await owner.query(
    `insert into auth.staff_invitations (id, email, role, mac, made_at, used_at, owner_id, used_mac)
    values ($1::uuid, $1::uuid || '@people.example', 'admin', '', clock_timestamp() - interval '2 days', clock_timestamp(), $2, '') on conflict (id) do nothing`,
    [id, user],
  )
}
