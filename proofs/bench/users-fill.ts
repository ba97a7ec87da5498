/** A migrated database with this many users, in bulk: names of several scripts, every fiftieth closed, every hundredth frozen, balances and totals that agree. */
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'

const given = [
  'Ada',
  'Ben',
  'Carla',
  'David',
  'Elena',
  'Farid',
  'Grace',
  'Hugo',
  'Ines',
  'Jonas',
  'Kaya',
  'Liam',
  'Maria',
  'Nora',
  'Oskar',
  'Priya',
  'Quinn',
  'Rosa',
  'Samir',
  'Tara',
  'Uma',
  'Viktor',
  'Wanda',
  'Xenia',
  'Yusuf',
  'Zoë',
  'Åsa',
  'Émile',
  'Øyvind',
  'Иван',
]
const syllables = [
  'an',
  'bel',
  'cor',
  'dan',
  'el',
  'fer',
  'gan',
  'hol',
  'in',
  'jar',
  'ker',
  'lan',
  'mor',
  'nel',
  'or',
  'pet',
  'quin',
  'ros',
  'sten',
  'tor',
  'ul',
  'ver',
  'win',
  'yor',
  'zan',
  'ström',
  'müll',
  'æs',
]
const hosts = ['example.com', 'mail.example', 'post.example', 'firm.example']

const list = (words: readonly string[]) => `array[${words.map((word) => `'${word}'`).join(', ')}]`
/** One of a list, random but the same each time. */
const oneOf = (words: readonly string[], number: string) =>
  `(${list(words)})[1 + (hashint4(${number}) & 65535) % ${words.length}]`

const people = (users: number) => `
  create temp table made as
    select md5('user ' || n)::uuid as id, n,
      case when n % 50 = 17 then 'closed' when n % 100 = 33 then 'frozen' else 'active' end as status,
      ${oneOf(given, 'n')} || ' ' || initcap(${oneOf(syllables, 'n + 1')} || ${oneOf(syllables, 'n + 2')} || ${oneOf(syllables, 'n + 3')}) as full_name,
      'user.' || n || '@' || ${oneOf(hosts, 'n + 4')} as email,
      'GH-' || 1000000000 + n * 7368787::bigint % 8999999999 as account_id,
      case when n % 50 = 17 then 0 else (hashint4(n + 5) & 1073741823)::bigint % 5000000 end as cash
    from generate_series(1, ${users}) as numbers(n)`

const rows = [
  `insert into auth.persons (id, full_name, email) select id, full_name, email from made where status <> 'closed'`,
  `insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at, version, deposits)
    select id, 'user', status, account_id, 'R' || n, '2020-01-01Z'::timestamptz + n * interval '2 minutes', now(), 1, cash from made order by n`,
  `insert into ledger.accounts (owner, kind, credits, version) select id, 'cash', cash, 1 from made order by n`,
  `insert into ledger.accounts (owner, kind) select id, kind from made, unnest(array['held', 'invested', 'promised']::ledger.kind[]) as kind`,
  `update ledger.accounts set debits = debits + (select sum(cash) from made) where kind = 'client-bank'`,
  'update auth.kept_balances kept set balance = made.cash from made where made.id = kept.id and made.cash <> 0',
  'drop table made',
  // A server started on this database finds its history complete.
  'insert into demo_world (reached, completed_at) values (0, now())',
]

/** Indexes are written faster at once than row by row. */
export async function withoutIndexes(
  client: pg.Client,
  names: readonly string[],
  fill: () => Promise<void>,
): Promise<void> {
  const { rows } = await client.query<{ text: string }>(
    `select pg_get_indexdef(name::regclass) as text from unnest($1::text[]) as names(name)`,
    [names],
  )
  for (const name of names) await client.query(`drop index ${name}`)
  await fill()
  for (const { text } of rows) await client.query(text)
}

/** The one that writes each row many times over. */
export const trigrams = 'auth.directory_by_grams'

export async function fillUsers(url: string, users: number): Promise<void> {
  await migrate({ url, mode: 'demo', folder: join(import.meta.dirname, '../../db/migrations') })
  await withClient(
    { url, name: 'bench fill', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      await client.query(people(users))
      await withoutIndexes(client, [trigrams], async () => {
        for (const row of rows) await client.query(row)
      })
      await client.query('vacuum analyze')
      // As the background does once the database has counted.
      await client.query('select auth.keep_common_grams()')
      await client.query('checkpoint')
    },
  )
}
