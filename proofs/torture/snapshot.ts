/** Everything that the checker compares, read in one snapshot by a role that can change nothing. */
import type pg from 'pg'
import { auditBooks, type AuditReport } from '../../src/ledger/store/audit.ts'
import { readerRole } from './cluster.ts'
import type { Entry } from './model.ts'

export type CommandRow = {
  id: string
  kind: string
  actor: string
  op: string
  outcome: string
  status: number | null
  sha256: string | null
  postings: number
  recordedAt: number
}
type EntryRow = Entry & { owner: string }
export type AccountRow = { owner: string; kind: string; balance: bigint }
export type OwnerRow = {
  id: string
  status: string
  version: bigint
  deposits: bigint
  withdrawn: bigint
  transferredIn: bigint
  transferredOut: bigint
  principal: bigint
  profit: bigint
  loss: bigint
  referral: bigint
  corrections: bigint
}
export type WithdrawalRow = {
  id: string
  owner: string
  type: string
  amount: bigint
  recipient: string | null
  status: string
}
export type InvestmentRow = {
  id: string
  owner: string
  amount: bigint
  profit: bigint
  status: string
  due: boolean
}

export type Snapshot = {
  audit: AuditReport
  commands: CommandRow[]
  entries: EntryRow[]
  accounts: AccountRow[]
  owners: OwnerRow[]
  withdrawals: WithdrawalRow[]
  investments: InvestmentRow[]
}

/** The people of the torture, by their addresses: also those who have only just signed up. */
const people = `(select id from auth.persons where email like '%@torture.example')`

const commands = `
  select command.id, command.kind, command.actor, split_part(command.key, ' ', 3) as op, command.outcome, particulars.reply_status as status,
    encode(sha256(convert_to(desk.said(particulars.reply), 'UTF8')), 'hex') as sha256, coalesce(posted.postings, 0)::int as postings,
    (extract(epoch from command.recorded_at) * 1000)::float8 as "recordedAt"
  from desk.commands command
    left join desk.particulars on particulars.command_id = command.id
    left join (select command_id, count(*) as postings from ledger.postings group by command_id) posted on posted.command_id = command.id
  where command.key is not null`

const entries = `
  select item.owner_id as owner, item.version, item.command_id as command, item.kind, item.amount, item.balance_after as "balanceAfter",
    case when command.actor is null and command.kind = 'SettleInvestment' then command.input ->> 'investment' end as settles
  from desk.activity item join desk.commands command on command.id = item.command_id
  where item.owner_id in ${people} order by item.owner_id, item.version`

const owners = `
  select id, status, version, deposits, withdrawn, transferred_in as "transferredIn", transferred_out as "transferredOut",
    principal, profit, loss, referral, corrections
  from owners where id in ${people}`

/** The audit, asked in the transaction that is open already, so that all see the same moment. */
function auditWithin(client: pg.Client): Promise<AuditReport> {
  const lent = {
    query: (sql: string) =>
      /^(begin|rollback)/.test(sql) ? Promise.resolve({ rows: [] }) : client.query(sql),
    release() {},
  }
  return auditBooks({ connect: async () => lent } as unknown as pg.Pool)
}

export async function readSnapshot(client: pg.Client): Promise<Snapshot> {
  await client.query('begin isolation level repeatable read read only')
  const { rows: who } = await client.query<{ role: string }>('select current_user as role')
  if (who[0]!.role !== readerRole) throw new Error(`The checker reads as ${who[0]!.role}`)
  const rows = async <T extends pg.QueryResultRow>(sql: string) => (await client.query<T>(sql)).rows
  const found: Snapshot = {
    audit: await auditWithin(client),
    commands: await rows<CommandRow>(commands),
    entries: (await rows<EntryRow>(entries)).map((row) => ({
      ...row,
      version: Number(row.version),
    })),
    accounts: await rows<AccountRow>(
      'select owner, kind, credits - debits as balance from ledger.accounts',
    ),
    owners: await rows<OwnerRow>(owners),
    withdrawals: await rows<WithdrawalRow>(
      `select id, owner_id as owner, type, amount, recipient_id as recipient, status from withdrawals where owner_id in ${people}`,
    ),
    investments: await rows<InvestmentRow>(
      `select id, owner_id as owner, amount, profit, status, status = 'running' and matures_at <= (select business_now()) as due from investments`,
    ),
  }
  await client.query('commit')
  return found
}

export type Session = { pid: number; name: string; seconds: number }

/** Sessions of the house that are idle in a transaction. */
export async function readIdleSessions(
  client: pg.Client,
  user: string,
  longerThanMs: number,
): Promise<Session[]> {
  const { rows } = await client.query<Session>(
    `select pid, application_name as name, extract(epoch from clock_timestamp() - state_change)::float8 as seconds from pg_stat_activity
      where usename = $1 and state like 'idle in transaction%' and clock_timestamp() - state_change > $2 * interval '1 millisecond'`,
    [user, longerThanMs],
  )
  return rows
}
