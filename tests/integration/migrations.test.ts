import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { inTransaction } from '../../src/platform/database.ts'
import { label, readMigrations } from '../../src/platform/migrations/files.ts'
import { checkMigrated, migrate } from '../../src/platform/migrations/migrate.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'

const migrated = await createTestDatabase()
const copy = await createTestDatabase()
const empty = await createTestDatabase({ empty: true })

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await newFolder()
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

/** What there is, and what is recorded. */
const everythingOf = ({ owner }: TestDatabase) =>
  inTransaction(owner, async (client) => {
    const ask = async (sql: string) => (await client.query(sql)).rows as unknown[]
    const isThere = await ask(`select where to_regclass('public.migrations') is not null`)
    return {
      objects: await ask(
        `select relnamespace::regnamespace::text as schema, relname, relacl::text from pg_class where relnamespace::regnamespace::text !~ '^pg_' order by 1, 2`,
      ),
      functions: await ask(
        `select oid::regprocedure::text as name, prosrc from pg_proc where pronamespace::regnamespace::text !~ '^pg_' order by 1`,
      ),
      records: isThere.length === 1 && (await ask('select * from public.migrations order by 1')),
    }
  })

const house =
  'create table public.house (mode text); insert into public.house values (current_setting($$glasshouse.mode$$))'

describe('migrations', () => {
  test('a migrated database has nothing left to do', async () => {
    expect(await migrate({ url: migrated.url, mode: 'demo', folder: migrationsFolder })).toEqual([])
  })

  test('many starts at once apply everything once', async () => {
    const starts = Array.from({ length: 5 }, () =>
      migrate({ url: empty.url, mode: 'demo', folder: migrationsFolder }),
    )
    const applied = (await Promise.all(starts)).flat()
    expect(applied).toContain('000-house')
    expect(new Set(applied).size).toBe(applied.length)
  })

  test('B6: the application may make no temporary tables, in a copy of a migrated database neither', async () => {
    // A copy has the tables of what was copied, and the rights of a new database.
    const { rows } = await copy.owner.query(
      `select has_database_privilege('glasshouse_app', current_database(), 'TEMPORARY') as may`,
    )
    expect(rows).toEqual([{ may: true }])
    await migrate({ url: copy.url, mode: 'demo', folder: migrationsFolder })
    await expect(copy.pool.query('create temporary table owners (id uuid)')).rejects.toThrow(
      'permission denied to create temporary tables',
    )
  })

  test('the other mode is refused', async () => {
    const opening = migrate({ url: migrated.url, mode: 'live', folder: migrationsFolder })
    await expect(opening).rejects.toThrow(
      'This database was created in demo mode and cannot be opened in live mode.',
    )
  })

  test('the mode cannot be changed, even by the owner', async () => {
    await expect(migrated.owner.query(`update house set mode = 'live'`)).rejects.toThrow('refused')
    await expect(migrated.owner.query('delete from house')).rejects.toThrow('refused')
    await expect(migrated.owner.query('truncate house')).rejects.toThrow('refused')
    await expect(migrated.pool.query(`insert into house (mode) values ('live')`)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('J19: while people book,', () => {
  const migrating = (database: TestDatabase, files: Record<string, string>) =>
    folderOf({
      ...Object.fromEntries(
        readMigrations(migrationsFolder).map((file) => [`${label(file)}.sql`, file.sql]),
      ),
      ...files,
    }).then((folder) => migrate({ url: database.url, mode: 'demo', folder }))
  const bookable = ({ owner }: TestDatabase) =>
    inTransaction(owner, (client) =>
      client.query('lock table ledger.postings in row exclusive mode nowait'),
    )

  test('the chart changes in two steps: it holds for what is booked from then on, and what was is read under no lock', async () => {
    const database = await createTestDatabase()
    const another = `alter table ledger.postings drop constraint postings_in_chart, add constraint postings_in_chart check (event = 'transfer') not valid;`
    await migrating(database, { '900-chart.sql': another })
    const { owner } = database
    const validating = await owner.connect()
    await validating.query(
      'begin; alter table ledger.postings validate constraint postings_in_chart',
    )
    await bookable(database)
    await validating.query('commit')
    validating.release()
    const { rows } = await owner.query(
      `select convalidated from pg_constraint where conname = 'postings_in_chart'`,
    )
    expect(rows).toEqual([{ convalidated: true }])
  })

  test('none of ours is left unvalidated, and no index is half made', async () => {
    const { rows } = await migrated.owner.query(
      `select conname::text as name from pg_constraint where not convalidated
       union all select indexrelid::regclass::text from pg_index where not indisvalid`,
    )
    expect(rows).toEqual([])
  })

  test('a migration that has to wait for a lock lets others go first, and is applied once it can be', async () => {
    const database = await createTestDatabase()
    const holder = await database.owner.connect()
    await holder.query('begin; lock table ledger.postings in row exclusive mode')
    const applied = migrating(database, {
      '900-column.sql': 'alter table ledger.postings add column more text;',
    })
    const waits = `select from pg_stat_activity where datname = current_database() and application_name = 'glasshouse migrate' and wait_event = 'relation'`
    const isWaiting = async () => (await database.owner.query(waits)).rowCount === 1
    await expect.poll(isWaiting).toBe(true)
    await expect.poll(isWaiting).toBe(false)
    await bookable(database)
    await holder.query('commit')
    holder.release()
    expect(await applied).toEqual(['900-column'])
  })

  test('an index is made outside a transaction, by one of many starts at once, and anew after one that was cut short', async () => {
    const database = await createTestDatabase()
    await database.owner.query('create index postings_half on ledger.postings (line)')
    const index = `-- Outside a transaction: nobody waits for it.
drop index concurrently if exists ledger.postings_half;
create index concurrently postings_half on ledger.postings (line, at);
`
    const starts = [1, 2, 3].map(() => migrating(database, { '900-index.sql': index }))
    expect((await Promise.all(starts)).flat()).toEqual(['900-index'])
    const { rows } = await database.owner.query(
      `select indisvalid, pg_get_indexdef(indexrelid) like '%(line, at)' as whole from pg_index where indexrelid = 'ledger.postings_half'::regclass`,
    )
    expect(rows).toEqual([{ indisvalid: true, whole: true }])
  })
})

describe('a database of a version before 1.0', () => {
  /** What 0.1 recorded: first files of the same name, then others, and more of them. */
  const earlier = [
    [0, 'house', '6b2421c1abd562675fe99291765b8ee741f399d6a0f63f63090e6e67513a0e1c'],
    [7, 'plans', '0'],
    [100, 'column-grants', '0'],
    [192, 'payouts-by-proposals', '0'],
  ]
  async function createEarlier(mode: 'demo' | 'live'): Promise<TestDatabase> {
    const database = await createTestDatabase({ empty: true })
    await migrate({ url: database.url, mode, folder: migrationsFolder })
    await database.owner.query('delete from migrations')
    for (const record of earlier)
      await database.owner.query('insert into migrations values ($1, $2, $3)', record)
    return database
  }
  const carried =
    'This database was made by a version before 1.0, and nothing of it is carried over: '

  test('is refused by whoever would bring it up, and by who may not, and nothing is changed', async () => {
    const database = await createEarlier('demo')
    const before = await everythingOf(database)
    const given = { url: database.url, mode: 'demo', folder: migrationsFolder } as const
    const sentence = `${carried}make a new demonstration with npm run demo:reset.`
    await expect(migrate(given)).rejects.toThrow(new CannotStart(sentence))
    await expect(checkMigrated(given)).rejects.toThrow(new CannotStart(sentence))
    expect(await everythingOf(database)).toEqual(before)
  })

  test('that is live is told nothing of a new demonstration', async () => {
    const { url } = await createEarlier('live')
    const start = (mode: 'demo' | 'live') => migrate({ url, mode, folder: migrationsFolder })
    await expect(start('demo')).rejects.toThrow('created in live mode')
    await expect(start('live')).rejects.toThrow(
      new CannotStart(
        `${carried}give this release a new database, and keep this one with the version that made it.`,
      ),
    )
  })

  test.each([
    ['one file of the baseline was another', `update migrations set sha256 = '0' where number = 3`],
    ['one was named otherwise', `update migrations set name = 'notes' where number = 3`],
    ['it had one more', `insert into migrations values (99, 'more', '0')`],
  ])('is known where %s', async (_what, sql) => {
    const database = await createTestDatabase()
    await database.owner.query(sql)
    await expect(
      migrate({ url: database.url, mode: 'demo', folder: migrationsFolder }),
    ).rejects.toThrow(carried)
  })
})

test.each([
  ['without records', 'delete from migrations'],
  ['without the table of records', 'drop table migrations'],
])('a database %s is left alone', async (_what, sql) => {
  const database = await createTestDatabase()
  await database.owner.query(sql)
  const before = await everythingOf(database)
  await expect(
    migrate({ url: database.url, mode: 'demo', folder: migrationsFolder }),
  ).rejects.toThrow('no record of its migrations. Restore it as a whole')
  expect(await everythingOf(database)).toEqual(before)
})

test('a database whose table of migrations is another program’s is left alone', async () => {
  const database = await createTestDatabase({ empty: true })
  await database.owner.query('create table migrations (id integer, run_on timestamptz)')
  const before = await everythingOf(database)
  await expect(
    migrate({ url: database.url, mode: 'demo', folder: migrationsFolder }),
  ).rejects.toThrow('Give Glasshouse a database of its own.')
  expect(await everythingOf(database)).toEqual(before)
})

describe('a folder of migrations that no longer fits', async () => {
  const database = await createTestDatabase({ empty: true })
  const first = { '101-one.sql': 'create table one ()', '103-three.sql': 'create table three ()' }
  await migrate({ url: database.url, mode: 'demo', folder: await folderOf(first) })

  test.each([
    ['changed', { ...first, '101-one.sql': 'create table won ()' }, '101-one was changed'],
    ['missing', { '101-one.sql': first['101-one.sql'] }, '103-three, which this release lacks'],
    ['earlier', { ...first, '102-two.sql': '' }, '102-two comes before 103-three'],
    ['badly named', { ...first, '4.sql': '' }, 'must be named like'],
    ['doubled', { ...first, '103-again.sql': '' }, 'Two migrations have the number'],
  ])('%s is refused', async (_what, files, complaint) => {
    await expect(
      migrate({ url: database.url, mode: 'demo', folder: await folderOf(files) }),
    ).rejects.toThrow(complaint)
  })

  test('one that fails is undone as a whole, and the ones before stay', async () => {
    const files = {
      ...first,
      '104-good.sql': house,
      '105-bad.sql': 'create table five (); select 1 / 0',
    }
    await expect(
      migrate({ url: database.url, mode: 'demo', folder: await folderOf(files) }),
    ).rejects.toThrow('105-bad failed')
    const { rows } = await database.owner.query(
      `select to_regclass('five') as five, (select max(number) from migrations) as last`,
    )
    expect(rows).toEqual([{ five: null, last: 104 }])
  })
})
