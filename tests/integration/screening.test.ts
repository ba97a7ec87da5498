/** Lists under sanctions: taken over whole or not at all, by the database’s owner alone, and found again. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readLists } from '../../src/domains/screening/queries.ts'
import { openLists } from '../../src/domains/screening/read-files.ts'
import { listedAddress, possibleMatches, readNames } from '../../src/domains/screening/search.ts'
import { loadList, type Said } from '../../src/domains/screening/store.ts'
import { withClient } from '../../src/platform/database.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import * as files from '../support/sanctions-lists.ts'

const folder = await newFolder()

async function fileOf(name: string, text: string): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

const nothingSaid: Said = { day: null, older: false, smaller: false }

async function load({ ownerUrl }: TestDatabase, paths: string[], said: Partial<Said> = {}) {
  return withClient({ url: ownerUrl, name: 'test', as: 'owner' }, async (client) => {
    for (const file of await openLists(paths))
      await loadList(client, file, { ...nothingSaid, ...said })
  })
}

const database = await createTestDatabase()
const loaded = async () =>
  (await readLists(database.pool)).map(({ list, day, entries }) => `${list} ${day} ${entries}`)

/** The UN’s list of a day, with so many people. */
const listOf = (day: string, people: number) =>
  `<CONSOLIDATED_LIST dateGenerated="${day}T00:00:00Z"><INDIVIDUALS>${Array.from(
    { length: people },
    (_, at) =>
      `<INDIVIDUAL><REFERENCE_NUMBER>MU.${at}</REFERENCE_NUMBER><FIRST_NAME>Person</FIRST_NAME><SECOND_NAME>Number${at}</SECOND_NAME></INDIVIDUAL>`,
  ).join('')}</INDIVIDUALS></CONSOLIDATED_LIST>`

test('several lists are taken over at once, and people and addresses on them are found', async () => {
  const csv = [
    await fileOf('sdn.csv', files.ofacCsv.entries),
    await fileOf('alt.csv', files.ofacCsv.names),
    await fileOf('add.csv', files.ofacCsv.places),
  ]
  await load(database, csv, { day: '2026-11-20' })
  await load(database, [
    await fileOf('cons.xml', files.ofacXml),
    await fileOf('eu.xml', files.euXml),
    await fileOf('uk.xml', files.ukXml),
    await fileOf('targets.simple.csv', files.openSanctionsCsv),
  ])
  expect(await loaded()).toEqual([
    'eu 2026-11-18 1',
    'ofac-consolidated 2026-11-20 2',
    'ofac-sdn 2026-11-20 2',
    'opensanctions 2026-11-15 2',
    'uk 2026-11-17 1',
  ])
  const names = await readNames(database.pool)
  const found = possibleMatches(names, { name: 'Madeupow, Iwan', birthYear: 1948 })
  expect(found.map(({ entry }) => entry.list).toSorted()).toEqual([
    ...['eu', 'ofac-consolidated', 'ofac-sdn', 'opensanctions', 'uk'],
  ])
  expect(possibleMatches(names, { name: 'Anna Kirchberg', birthYear: 1948 })).toEqual([])
  const bech32 = 'BCRT1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KYGT080'
  expect(await listedAddress(database.pool, `bitcoin:${bech32}`)).toMatchObject([
    { list: 'ofac-consolidated', reference: '101', currency: 'XBT' },
  ])
  expect(await listedAddress(database.pool, 'bcrt1qanother')).toEqual([])
})

describe('the list that is loaded stays when a file', () => {
  const refused = async (text: string, says: RegExp) => {
    const before = await loaded()
    const path = await fileOf('next.xml', text)
    await expect(load(database, [path])).rejects.toThrow(says)
    expect(await loaded()).toEqual(before)
  }
  const whole = listOf('2026-11-20', 10)

  test('is broken, cut off or empty of entries', async () => {
    await load(database, [await fileOf('un.xml', whole)])
    await refused(whole.slice(0, -30), /next\.xml: .*Download it again/)
    await refused(listOf('2026-11-21', 0), /no entry/)
    await refused(`${whole}<`, /Download it again/)
    expect(await loaded()).toContain('un 2026-11-20 10')
  })
  test('has fewer entries than it says', async () => {
    const path = await fileOf(
      'sdn.xml',
      files.ofacXml.replace('>2</Record_Count', '>3</Record_Count'),
    )
    await expect(load(database, [path])).rejects.toThrow(/says that it has 3 entries, and 2/)
  })
  test('is older, or has lost more than half, unless that is said', async () => {
    await refused(listOf('2026-11-19', 10), /is of 2026-11-19.*--older/)
    await refused(listOf('2026-11-21', 4), /has 4 entries.*--smaller/)
    const path = await fileOf('un.xml', listOf('2026-11-19', 4))
    await load(database, [path], { older: true, smaller: true })
    expect(await loaded()).toContain('un 2026-11-19 4')
    const { rows } = await database.owner.query(
      `select count(*)::int as count from screening_entries where list = 'un'`,
    )
    expect(rows).toEqual([{ count: 4 }])
  })
  test('lacks what belongs to it, or its day, or isn’t UTF-8', async () => {
    const csv = await fileOf('sdn.csv', files.ofacCsv.entries)
    const names = await fileOf('alt.csv', files.ofacCsv.names)
    await expect(load(database, [csv])).rejects.toThrow(/ALT\.CSV/)
    await expect(load(database, [names])).rejects.toThrow(/SDN\.CSV/)
    await expect(load(database, [csv, names])).rejects.toThrow(/--day/)
    const other = await fileOf('other.xml', files.ofacXml)
    await expect(load(database, [other])).rejects.toThrow(/“sdn” or “cons”/)
    const latin = join(folder, 'latin.xml')
    await writeFile(latin, Buffer.from(files.unXml.replace('IVAN', 'IVÁN'), 'latin1'))
    await expect(load(database, [latin])).rejects.toThrow(/UTF-8/)
  })
})

test.each([
  `delete from screening_lists`,
  `update screening_entries set names = array['x']`,
  `insert into screening_addresses (list, number, place, currency, address) values ('un', 1, 1, 'XBT', 'x')`,
])('the application’s role may not: %s', async (sql) => {
  await expect(database.pool.query(sql)).rejects.toThrow(/permission denied/)
})
