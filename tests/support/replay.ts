/** Plays in the database what was played in memory, and tells the state of both in the same words. */
import type { Submission } from '../../src/desk/command.ts'
import { link, seal, type Digest, type Ends } from '../../src/desk/chain.ts'
import type { Decided } from '../../src/desk/decide.ts'
import { ownerColumns, ownerFromRow, ownerTables } from '../../src/desk/owners.ts'
import type { Owner } from '../../src/desk/records.ts'
import type { AnyTable } from '../../src/desk/table.ts'
import { sendMail } from '../../src/domains/mails/send.ts'
import { stateTables } from '../../src/domains/audit-state.ts'
import type { commands } from '../../src/domains/nouns.ts'
import { believe } from './believe.ts'
import type { TestDatabase } from './database.ts'
import { start, type HouseInMemory } from '../../proofs/simulation/cast.ts'
import {
  addInvitation,
  addPerson,
  letInvite,
  putPlans,
  removeStrangers,
} from '../../proofs/simulation/database/house.ts'

/** What isn't of the house that is played: settings, the clock, and people's rows, whose guards want them deleted one by one. */
const stays = [
  ...['house', 'business_clock', 'migrations', 'desk.barrier', 'desk.macs', 'auth.persons'],
  ...['firm', 'firms_accounts', 'first_plans', 'first_terms'],
]

async function tablesOf({ owner }: TestDatabase): Promise<string> {
  const { rows } = await owner.query<{ all: string }>(
    `select string_agg(format('%I.%I', schemaname, tablename), ', ') as all from pg_tables
      where schemaname in ('public', 'ledger', 'desk', 'auth', 'chain')
        and (case schemaname when 'public' then '' else schemaname || '.' end || tablename) <> all ($1)`,
    [stays],
  )
  return rows[0]!.all
}

/** The clock stands still, so that both sides stamp the same times; it moves only as it is told to. */
export async function prepare({ owner }: TestDatabase): Promise<void> {
  await owner.query(`create or replace function business_now() returns timestamptz(3) language sql volatile
    return (select '${new Date(start).toISOString()}'::timestamptz + advance from public.business_clock)::timestamptz(3)`)
  await owner.query(
    'create table firms_accounts as table ledger.accounts; create table firm as table owners',
  )
  await putPlans(owner)
  await letInvite(owner)
  await owner.query(
    'create table first_plans as table plans; create table first_terms as table plan_terms',
  )
}

/** Back to a house that nobody has entered. Only the owner of the database can, with its guards off. */
export async function emptyDatabase(database: TestDatabase): Promise<void> {
  const { owner } = database
  const tables = await tablesOf(database)
  await owner.query(`begin; set local session_replication_role = replica; truncate ${tables};
    delete from auth.persons; insert into ledger.accounts table firms_accounts; insert into owners table firm;
    insert into plans table first_plans; insert into plan_terms table first_terms; update business_clock set advance = '0'; commit`)
  await believe(owner, 'plans', 'plan_terms')
}

async function passTime({ owner }: TestDatabase, ms: number): Promise<void> {
  await owner.query(
    `update business_clock set advance = advance + $1::bigint * interval '1 millisecond'`,
    [ms],
  )
}

type Submitted = Submission<typeof commands> & { id: string }
type Move = { submit: Submitted } | { passMs: number }
type Run = (submission: Submitted) => Promise<{ text: string }>

/** Makes a move in the database; answers the reply's text, or null for the passing of time. */
export async function makeInDatabase(
  database: TestDatabase,
  run: Run,
  move: Move,
): Promise<string | null> {
  if ('passMs' in move) {
    await passTime(database, move.passMs)
    return null
  }
  const { submit } = move
  if (submit.kind === 'OpenOwner') await addPerson(database.pool, submit.command)
  if (submit.kind === 'AcceptInvitation') await addInvitation(database.owner, submit)
  const { text } = await run(submit)
  if (submit.kind === 'OpenOwner') await removeStrangers(database.owner)
  return text
}

type Line = Record<string, unknown>
/** Everything that is kept, each part in an order of its own. */
export type Kept = {
  owners: Owner[]
  accounts: Line[]
  /** By the table. */
  rows: { [table: string]: object[] }
  commands: Line[]
  activity: Line[]
  mails: Line[]
}

const byText = <T>(items: Iterable<T>, text: (item: T) => string) =>
  [...items].toSorted((a, b) => (text(a) < text(b) ? -1 : 1))
const inOrder = (table: AnyTable, rows: object[]) => byText(rows, (row) => table.keyOf(row))
const byId = <T extends { id: string }>(items: Iterable<T>) => byText(items, ({ id }) => id)

export async function keptInDatabase({ owner }: TestDatabase): Promise<Kept> {
  const rows = async (sql: string): Promise<Line[]> => (await owner.query(sql)).rows
  return {
    owners: byId(
      (await rows(`select ${ownerColumns} from ${ownerTables}`)).map((row) =>
        ownerFromRow(row as never),
      ),
    ),
    accounts: await rows(
      `select owner, kind::text, debits, credits, version from ledger.accounts where version > 0 order by owner, kind::text collate "C"`,
    ),
    rows: Object.fromEntries(
      await Promise.all(
        stateTables.map(async (table) => [
          table.name,
          inOrder(
            table,
            (await rows(`select ${table.columns} from ${table.from}`)).map((row) =>
              table.fromRow(row),
            ),
          ),
        ]),
      ),
    ),
    commands: byId(
      (await rows(`select c.id, kind, actor, subject, key, body_hash as "bodyHash", outcome, at, input, texts, reply_status as status, reply as text
      from desk.commands c left join desk.particulars p on p.command_id = c.id`)) as {
        id: string
      }[],
    ),
    activity: await rows(
      'select owner_id as owner, version::int, command_id as command, kind, at, amount as gain, balance_after as after from desk.activity order by owner, version',
    ),
    // One that goes to every known address is one mail here.
    mails: await rows(
      'select owner_id as owner, template, values from outbox group by command_id, owner_id, template, values order by min(id)',
    ),
  }
}

function mailsOf(journal: readonly Decided[]): Line[] {
  return journal.reduce<Line[]>(
    (mails, { changes }) => [
      ...mails.filter(({ owner }) => owner !== changes?.erased),
      // Those to every known address are written last.
      ...(changes?.effects ?? [])
        .filter((effect) => sendMail.is(effect))
        .map(({ value }) => value)
        .toSorted((a, b) => Number(a.everywhere !== undefined) - Number(b.everywhere !== undefined))
        .map(({ owner, template, values }) => ({ owner, template, values })),
    ],
    [],
  )
}

export function keptInMemory({ world, journal }: HouseInMemory): Kept {
  const commands = journal.map(
    ({ id, kind, actor, subject, key, bodyHash, outcome, at, input, changes, reply }) => ({
      id,
      kind,
      actor,
      subject,
      key,
      bodyHash,
      outcome,
      at,
      input: { ...input, ...changes?.facts },
      texts: reply === null ? null : (changes?.texts ?? {}),
      status: reply?.status ?? null,
      text: reply?.text ?? null,
    }),
  )
  const activity = journal.flatMap(({ id, at, changes, balances }) =>
    (changes?.activity ?? []).map(({ owner, kind }, i) => ({
      owner,
      version: balances[i]!.version,
      command: id,
      kind,
      at,
      gain: balances[i]!.gain,
      after: balances[i]!.after,
    })),
  )
  return {
    owners: byId(world.owners.values()),
    accounts: byText(
      [...world.books.accounts()].filter(({ version }) => version > 0n),
      ({ owner, kind }) => `${owner} ${kind}`,
    ),
    rows: Object.fromEntries(
      stateTables.map((table) => [table.name, inOrder(table, world.rows(table))]),
    ),
    commands: byId(commands),
    activity: byText(
      activity,
      ({ owner, version }) => `${owner} ${String(version).padStart(9, '0')}`,
    ),
    mails: mailsOf(journal),
  }
}

type Words = { id: string; salt: string | null; digest: Digest }
type Hashes = { rows: Line[]; digests: Line[] }
const byPlace = (rows: Line[]) =>
  byText(
    rows,
    ({ owner, version, number }) =>
      `${String(owner)} ${String(version).padStart(9, '0')} ${String(number).padStart(9, '0')}`,
  )

/** Every row's hash, and the digest of every command's words; of erased ones the journal's own, since nobody can make it any more. */
export async function hashesInDatabase({
  owner,
}: TestDatabase): Promise<Hashes & { words: Map<string, Words> }> {
  const words = (
    await owner.query<Words>(`select c.id, encode(p.salt, 'hex') as salt, encode(c.particulars_digest, 'hex') as digest
    from desk.commands c left join desk.particulars p on p.command_id = c.id`)
  ).rows
  const { rows } =
    await owner.query(`select owner_id as owner, version::int, 0 as number, encode(hash, 'hex') as hash from desk.activity
    union all select owner_id, version::int, number::int, encode(hash, 'hex') from desk.unlisted`)
  return {
    rows: byPlace(rows),
    digests: byId(words.map(({ id, digest }) => ({ id, digest }))),
    words: new Map(words.map((row) => [row.id, row])),
  }
}

/** The same of what was decided in memory, with the salts of the database. */
export function hashesInMemory(
  { journal }: HouseInMemory,
  words: ReadonlyMap<string, Words>,
): Hashes {
  const ends: Ends = { heads: new Map(), unlisted: new Map() }
  const chained = journal.map((decided) => {
    const { salt, digest } = words.get(decided.id)!
    const sealed = seal(decided, salt ?? '')
    const particulars = salt === null ? digest : sealed.particulars
    return { digest: particulars, ...link({ ...sealed, particulars }, ends) }
  })
  const rows = chained.flatMap(({ decided: { changes, balances }, hashes, aside }): Line[] =>
    aside
      ? [{ owner: aside.owner, version: aside.version, number: aside.number, hash: aside.hash }]
      : changes!.activity.map(({ owner }, i) => ({
          owner,
          version: balances[i]!.version,
          number: 0,
          hash: hashes[i]!,
        })),
  )
  return {
    rows: byPlace(rows),
    digests: byId(chained.map(({ decided: { id }, digest }) => ({ id, digest }))),
  }
}
