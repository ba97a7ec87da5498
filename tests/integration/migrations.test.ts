import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inTransaction } from '../../src/platform/database.ts'
import { isBaseline, label, readMigrations, recordOf } from '../../src/platform/migrations/files.ts'
import { fingerprintOf, readCatalogue } from '../../src/platform/migrations/fingerprint.ts'
import { baselineFingerprint, formerRecords } from '../../src/platform/migrations/former.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
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

const baseline = readMigrations(migrationsFolder).filter(isBaseline)
const later = readMigrations(migrationsFolder).filter((migration) => !isBaseline(migration))
const folderOfBaseline = () =>
  folderOf(Object.fromEntries(baseline.map((file) => [`${label(file)}.sql`, file.sql])))

/** The catalogue, and what is recorded. */
const everythingOf = ({ owner }: TestDatabase) =>
  inTransaction(owner, async (client) => ({
    catalogue: await readCatalogue(client),
    records: (await client.query('select * from public.migrations').catch(() => null))?.rows,
  }))

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

  test('the baseline makes the catalogue that the migrations before it made', async () => {
    const database = await createTestDatabase({ empty: true })
    await migrate({ url: database.url, mode: 'demo', folder: await folderOfBaseline() })
    expect(await inTransaction(database.owner, fingerprintOf)).toBe(baselineFingerprint)
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

describe('a database from before the baseline', () => {
  /** As the last of the former migrations left it: a test above says that the baseline makes the same. */
  async function createFormer(records: readonly string[] = formerRecords): Promise<TestDatabase> {
    const database = await createTestDatabase({ empty: true })
    await migrate({ url: database.url, mode: 'demo', folder: await folderOfBaseline() })
    await database.owner.query('delete from migrations')
    for (const record of records)
      await database.owner.query('insert into migrations values ($1, $2, $3)', rowOf(record))
    await database.owner.query(`insert into outside_references values ('mark', $1)`, [mark])
    return database
  }
  const mark = randomUUID()
  const rowOf = (record: string) => /^(\d+)-(\S+) (\S+)$/.exec(record)!.slice(1)
  const start = ({ url }: TestDatabase, onTakenOver?: () => void) =>
    migrate({ url, mode: 'demo', folder: migrationsFolder, ...(onTakenOver && { onTakenOver }) })
  const recordsOf = async ({ owner }: TestDatabase) =>
    (await owner.query('select number, name, sha256 from migrations order by number')).rows.map(
      recordOf,
    )

  test('is taken over as it is, by one of many starts at once', async () => {
    const database = await createFormer()
    let takenOver = 0
    const starts = Array.from({ length: 4 }, () => start(database, () => (takenOver += 1)))
    const applied = (await Promise.all(starts)).flat()
    expect(takenOver).toBe(1)
    expect(applied).toEqual(later.map(label))
    expect(await recordsOf(database)).toEqual(readMigrations(migrationsFolder).map(recordOf))
    const { rows } = await database.owner.query('select * from outside_references')
    expect(rows).toEqual([{ reference: 'mark', command_id: mark }])
  })

  test('is as before when taking it over is cut short, and the next start does it', async () => {
    const database = await createFormer()
    const holder = await database.owner.connect()
    await holder.query('begin; lock table migrations in share mode')
    const cut = start(database)
    const isCut = expect(cut).rejects.toThrow('terminat')
    const waiting = `pg_stat_activity where datname = current_database() and application_name = 'glasshouse migrate' and wait_event = 'relation'`
    await expect
      .poll(async () => (await database.owner.query(`select from ${waiting}`)).rowCount, {
        timeout: 20_000,
      })
      .toBe(1)
    await database.owner.query(`select pg_terminate_backend(pid) from ${waiting}`)
    await isCut
    await holder.query('rollback')
    holder.release()
    expect(await recordsOf(database)).toEqual(formerRecords)
    await start(database)
    expect(await recordsOf(database)).toEqual(readMigrations(migrationsFolder).map(recordOf))
  })

  const changes: [what: string, change: string, complaint: RegExp][] = [
    [
      'that is older',
      'delete from migrations where number > 21',
      /older development version: its last migration is 021-credits-that-wait\. Nothing was changed\. Start commit \w+ on it once, or make a new demonstration: npm run demo:reset\.$/,
    ],
    [
      'that went through another file',
      `update migrations set sha256 = '0' where number = 9`,
      /The migration 009-lean-commands of this database is none that this release knows\. Nothing was changed\./,
    ],
    [
      'that is newer than the last of them',
      `insert into migrations values (30, 'later', '0')`,
      /030-later of this database is none that this release knows/,
    ],
    [
      'with another table',
      'alter table plans add column extra text',
      /other tables, functions or rights than its migrations made\. Nothing was changed\. Undo what was changed by hand, or make a new demonstration/,
    ],
    [
      'whose application may do less',
      'revoke select on owners from glasshouse_app',
      /other tables, functions or rights/,
    ],
    [
      'without records',
      'delete from migrations',
      /no record of its migrations\. Restore it as a whole/,
    ],
    [
      'without the table of records',
      'drop table migrations',
      /no record of its migrations\. Restore it as a whole/,
    ],
  ]
  test.each(changes)('%s is told what to do, and nothing is changed', async (_, sql, complaint) => {
    const database = await createFormer()
    await database.owner.query(sql)
    const before = await everythingOf(database)
    await expect(start(database)).rejects.toThrow(complaint)
    expect(await everythingOf(database)).toEqual(before)
  })

  test('that is live is not told to become a new demonstration', async () => {
    const database = await createTestDatabase({ empty: true })
    await migrate({ url: database.url, mode: 'live', folder: migrationsFolder })
    await database.owner.query('delete from migrations')
    await database.owner.query(
      'insert into migrations values ($1, $2, $3)',
      rowOf(formerRecords[0]!),
    )
    await expect(start(database)).rejects.toThrow('created in live mode')
    await expect(
      migrate({ url: database.url, mode: 'live', folder: migrationsFolder }),
    ).rejects.toThrow(/Start commit \w+ on it once\.$/)
  })
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
  const first = { '001-one.sql': 'create table one ()', '003-three.sql': 'create table three ()' }
  await migrate({ url: database.url, mode: 'demo', folder: await folderOf(first) })

  test.each([
    ['changed', { ...first, '001-one.sql': 'create table won ()' }, '001-one was changed'],
    ['missing', { '001-one.sql': first['001-one.sql'] }, '003-three, which this release lacks'],
    ['earlier', { ...first, '002-two.sql': '' }, '002-two comes before 003-three'],
    ['badly named', { ...first, '4.sql': '' }, 'must be named like'],
    ['doubled', { ...first, '003-again.sql': '' }, 'Two migrations have the number'],
  ])('%s is refused', async (_what, files, complaint) => {
    await expect(
      migrate({ url: database.url, mode: 'demo', folder: await folderOf(files) }),
    ).rejects.toThrow(complaint)
  })

  test('one that fails is undone as a whole, and the ones before stay', async () => {
    const files = {
      ...first,
      '004-good.sql': house,
      '005-bad.sql': 'create table five (); select 1 / 0',
    }
    await expect(
      migrate({ url: database.url, mode: 'demo', folder: await folderOf(files) }),
    ).rejects.toThrow('005-bad failed')
    const { rows } = await database.owner.query(
      `select to_regclass('five') as five, (select max(number) from migrations) as last`,
    )
    expect(rows).toEqual([{ five: null, last: 4 }])
  })
})
