import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'

const migrated = await createTestDatabase()
const copy = await createTestDatabase()
const empty = await createTestDatabase({ empty: true })

async function folderOf(files: Record<string, string>): Promise<string> {
  const folder = await newFolder()
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql)
  return folder
}

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
