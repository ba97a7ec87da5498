/** A server process of its own with the sample world, and its callers: each of the matrix of roles, with something of their own. */
import type { BuiltInRole } from '../../src/contract/roles.ts'
import type pg from 'pg'
import { openOwnDatabase } from '../simulation/database/own-database.ts'
import { createPool } from '../../src/platform/database.ts'
import {
  logIn,
  logInAsAdmin,
  newcomersPassword,
  signUp,
  type Client,
} from '../../tests/support/client.ts'
import { digestOf, leftByReading } from '../../tests/support/digest.ts'
import { startServer, stopServers, type TestServer } from '../../tests/support/server.ts'
import type { Caller, Thing } from '../../tests/roles/matrix.ts'

export type House = {
  server: TestServer
  /** As the owner of the database, for looking behind the scenes. */
  owner: pg.Pool
  people: Record<Exclude<Caller, 'nobody'>, Client>
  /** What the words in braces of the matrix stand for here. */
  things: Partial<Record<Thing, string>>
  end(): Promise<void>
}

/** Collects garbage and reports its heap size on request. */
const watched: [string, ...string[]] = [
  process.execPath,
  '--expose-gc',
  '--import',
  './tests/support/watch-server.mjs',
  'src/server.ts',
]

/** Corrections above this wait for a second person: the callers need a waiting one. */
const env = { GLASSHOUSE_SECOND_APPROVAL_ABOVE: '1000', LOG_LEVEL: 'warn' }

/** Until nothing of the sample world falls due by itself: from then on, only requests change the books. */
async function settleEverything(admin: Client, owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ running: number }>(
      // Whoever was refused is reminded within sixty days.
      `select (select count(*) from investments where status = 'running')::int
          + (select count(*) from verifications where status = 'refused' and decided_at > (select business_now()) - interval '61 days')::int as running`,
    )
    if (rows[0]!.running === 0) return
    await admin.ok('POST', '/demo/clock', { days: 30 })
  }
}

/** Until the loops of the server have answered and mailed whoever signed up, and summed the days that are over: from then on, they have nothing to write. */
async function mailEverybody(owner: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await owner.query<{ left: boolean }>(
      `select exists (select from auth.link_requests) or exists (select from outbox where state = 'waiting')
         or exists (select from ledger.postings where at >= (select coalesce(max(day), '-infinity') + 1 from ledger.day_sums)::timestamp at time zone 'UTC'
           and at < ((select business_now() at time zone 'UTC')::date - 1)::timestamp at time zone 'UTC') as left`,
    )
    if (!rows[0]!.left) return
  }
}

/** Given their role by two, as everybody is: the server decides its journal again while it is asked, and finds whatever no command did. */
async function staffAs(url: string, first: Client, role: BuiltInRole) {
  const second = await logIn(url, 'second-admin@glasshouse.example', 'glasshouse-second')
  const person = await signUp(url, { fullName: 'Ida Example' })
  const path = `/users/${person.user.id}`
  const change = { roles: [role], reason: 'They work here now' }
  const { proposal } = await first.ok('POST', `${path}/role-changes`, change)
  await second.ok('POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
  // Their sessions ended with it.
  const logInAnew = () => logIn(url, person.user.email, newcomersPassword)
  return { path, logInAnew }
}

async function frozenStaff(url: string, first: Client, role: BuiltInRole) {
  const { path, logInAnew } = await staffAs(url, first, role)
  await first.ok('POST', `${path}/freeze`, { reason: 'A letter from the court' })
  return logInAnew()
}

const active = async (url: string, first: Client, role: BuiltInRole) =>
  (await staffAs(url, first, role)).logInAnew()

async function gather(url: string, owner: pg.Pool): Promise<Pick<House, 'people' | 'things'>> {
  const administrator = await logInAsAdmin(url)
  await settleEverything(administrator, owner)
  const auditor = await logIn(url, 'auditor@glasshouse.example', 'glasshouse-auditor')
  const [user, another, frozen] = await Promise.all(
    ['Ada Example', 'Ben Example', 'Fay Example'].map((fullName) => signUp(url, { fullName })),
  )
  const referred = await signUp(url, {
    fullName: 'Rea Example',
    referralCode: user!.user.referralCode,
  })
  for (const person of [user!, another!, frozen!])
    await person.ok('POST', '/demo/deposits', { amount: 10_000, asset: 'BTC' })
  const wallet = { type: 'bank_transfer', amount: 100, bankName: 'Wallet', bankNumber: 'address' }
  const ask = async (person: Client) =>
    (await person.ok('POST', '/requestWithdrawal', wallet)).withdrawal._id as string
  const [pending, approved] = [await ask(user!), await ask(user!)]
  await ask(frozen!)
  await administrator.ok('POST', `/withdrawals/${approved}/approval`)
  const plan = (await user!.plan('Starter Growth')).id
  await user!.ok('POST', '/investments', {
    planId: plan,
    amount: 100,
    acceptedRiskVersion: 1,
    acceptedTermsVersion: 1,
  })
  await administrator.ok('POST', `/users/${frozen!.user.id}/freeze`, {
    reason: 'A letter from the court',
  })
  await administrator.ok('PATCH', `/${another!.user.id}`, {
    accountBalance: 5_000,
    reason: 'It was booked twice',
  })
  const proposed = (await administrator.ok('GET', '/proposals')).proposals[0]?.id as string
  const things = {
    user: user!.user.id,
    frozen: frozen!.user.id,
    newcomer: another!.user.id,
    referred: referred.user.id,
    pending,
    approved,
    proposed,
    plan,
    'offered plan': plan,
    accountId: another!.user.accountId,
    email: user!.user.email,
    'unused email': 'nobody@people.example',
    month: '2026-01',
    unique: 'unique',
  }
  const staff = {
    auditor,
    administrator,
    'frozen auditor': await frozenStaff(url, administrator, 'auditor'),
    'frozen administrator': await frozenStaff(url, administrator, 'administrator'),
    support: await active(url, administrator, 'support'),
    compliance: await active(url, administrator, 'compliance'),
    treasurer: await active(url, administrator, 'treasurer'),
    approver: await active(url, administrator, 'approver'),
  }
  return {
    things,
    people: { user: user!, 'another user': another!, 'frozen user': frozen!, ...staff },
  }
}

export async function openHouse(): Promise<House> {
  const database = await openOwnDatabase()
  const owner = createPool({
    url: database.url,
    name: 'glasshouse fuzz',
    as: 'owner',
    max: 4,
    limits: { statementMs: 0 },
  })
  const end = async () => {
    await stopServers()
    await owner.end()
    await database.remove()
  }
  try {
    const server = await startServer({ databaseUrl: database.url, command: watched, env })
    const gathered = await gather(server.url, owner)
    await mailEverybody(owner)
    return { server, owner, end, ...gathered }
  } catch (error) {
    await end()
    throw error
  }
}

/** Bytes that are still held after garbage was collected. */
export async function heapOf({ server }: House): Promise<number> {
  const said = () => [...server.output().stdout.matchAll(/^watched (.*)$/gm)]
  const before = said().length
  server.child.kill('SIGUSR2')
  while (said().length === before)
    await new Promise((resolve) => server.child.stdout!.once('data', resolve))
  return (JSON.parse(said().at(-1)![1]!) as { bytes: number }).bytes
}

/** What isn't the books: counters, some of which are summed up now and then, what the house makes by itself each day, and the journal of refusals. */
const counting: Record<string, string> = {
  'auth.attempts': 'false',
  'auth.user_counts': 'false',
  'desk.roots': 'false',
  'desk.root_heads': 'false',
  'public.liability_proofs': 'false',
  'public.liability_pages': 'false',
  'public.evidence_files': 'false',
  'public.evidence_parts': 'false',
  'public.document_contents': `owner_id <> '00000000-0000-0000-0000-000000000000'`,
  'public.reserve_proofs': 'false',
  'desk.replays': 'false',
  'desk.unlisted': 'false',
  'desk.commands': `outcome = 'done'`,
  'desk.particulars': `command_id in (select command.id from desk.commands command where command.outcome = 'done')`,
}

/** A refusal is in its actor's chain, and moves the head. */
const movedByRefusals = { ...leftByReading, 'public.owners': ['head', 'unlisted'] }

export type Books = { digest: Record<string, string>; commands: Map<string, string> }

/** Everything that is kept, and what was done to it. */
export async function readBooks({ owner }: House): Promise<Books> {
  const { rows } = await owner.query<{ id: string; text: string }>(
    `select id, kind || ' ' || input::text as text from desk.commands where outcome = 'done'`,
  )
  return {
    digest: await digestOf({ owner }, counting, movedByRefusals),
    commands: new Map(rows.map(({ id, text }) => [id, text])),
  }
}
