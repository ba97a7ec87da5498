/** A folder of lists that is watched: each file is taken over once it is whole, by the same rules as by hand. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { watchFolder } from '../../src/domains/screening/folder.ts'
import { readLists } from '../../src/domains/screening/queries.ts'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { createTestDatabase } from '../support/database.ts'
import { newFolder } from '../support/folder.ts'
import { listOf } from '../support/listed.ts'
import { startRefused, startServer, stopServers } from '../support/server.ts'

afterAll(stopServers)

const people = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ name: `Person ${at}` }))

/** A folder, and a look into it that writes down what it took and what it said. */
async function watched(take = async (path: string) => `Taken ${path}`) {
  const folder = await newFolder()
  const taken: string[] = []
  const lines: string[] = []
  const look = await watchFolder({
    folder,
    take: async (path) => {
      taken.push(path.slice(folder.length + 1))
      return take(path)
    },
    say: (line) => lines.push(line),
    now: () => Date.UTC(2026, 10, 29, 12, 30),
  })
  const put = (name: string, text: string) => writeFile(join(folder, name), text)
  return { folder, taken, lines, look, put }
}

const stamp = '2026-11-29T123000.000Z'

describe('a look into the folder', () => {
  test('takes a file whose size is the one of the look before, and moves it', async () => {
    const { folder, taken, look, put } = await watched()
    await put('un.xml', 'a part')
    await look()
    await put('un.xml', 'a part and more')
    await look()
    expect(taken).toEqual([])
    await look()
    expect(taken).toEqual(['un.xml'])
    expect(await readdir(folder)).toEqual(['loaded', 'refused'])
    expect(await readdir(join(folder, 'loaded'))).toEqual([`${stamp} un.xml`])
    await look()
    expect(taken).toEqual(['un.xml'])
  })

  test('leaves alone what is hidden until it is whole', async () => {
    const { folder, taken, look, put } = await watched()
    await put('.un.xml', 'a part')
    for (let at = 0; at < 3; at += 1) await look()
    expect(taken).toEqual([])
    await rename(join(folder, '.un.xml'), join(folder, 'un.xml'))
    for (let at = 0; at < 2; at += 1) await look()
    expect(taken).toEqual(['un.xml'])
  })

  test('puts a refused file away with the reason beside it, and goes on with the next', async () => {
    const { folder, taken, lines, look, put } = await watched(async (path) => {
      if (path.endsWith('a.xml')) throw new CannotStart('It is cut off.')
      if (path.endsWith('b.xml')) throw Object.assign(new Error('no such text'), { code: '22P05' })
      return 'Taken'
    })
    for (const name of ['a.xml', 'b.xml', 'c.xml']) await put(name, name)
    for (let at = 0; at < 2; at += 1) await look()
    expect(taken).toEqual(['a.xml', 'b.xml', 'c.xml'])
    const refused = join(folder, 'refused')
    expect((await readdir(refused)).toSorted()).toEqual(
      ['a.xml', 'a.xml.txt', 'b.xml', 'b.xml.txt'].map((name) => `${stamp} ${name}`),
    )
    expect(await readFile(join(refused, `${stamp} a.xml.txt`), 'utf8')).toBe('It is cut off.\n')
    expect(lines).toEqual(['Refused: It is cut off.', 'Refused: no such text', 'Taken'])
  })

  test('leaves a file where it is while the database doesn’t answer, and takes it later', async () => {
    let isDown = true
    const { folder, lines, look, put } = await watched(async () => {
      if (isDown) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
      return 'Taken'
    })
    await put('un.xml', 'whole')
    for (let at = 0; at < 2; at += 1) await look()
    expect(lines).toEqual([expect.stringContaining('The database can’t be reached')])
    expect(await readdir(join(folder, 'refused'))).toEqual([])
    isDown = false
    await look()
    expect(lines.at(-1)).toBe('Taken')
    expect(await readdir(join(folder, 'loaded'))).toEqual([`${stamp} un.xml`])
  })

  test('takes nothing more once it is to end', async () => {
    const { taken, look, put } = await watched()
    await put('un.xml', 'whole')
    await look()
    await look(AbortSignal.abort())
    expect(taken).toEqual([])
  })

  test('asks for a folder that is there', async () => {
    const folder = join(await newFolder(), 'none')
    const look = watchFolder({ folder, take: async () => '', say: () => {}, now: Date.now })
    await expect(look).rejects.toThrow('is no folder')
  })
})

describe('npm run screening:load -- --watch', async () => {
  const database = await createTestDatabase()
  const command = (...args: string[]): [string, ...string[]] => [
    process.execPath,
    'scripts/screening-load.ts',
    ...args,
  ]
  const env = { DATABASE_OWNER_URL: database.ownerUrl }
  const loaded = async () =>
    (await readLists(database.pool)).map(({ list, day, entries }) => `${list} ${day} ${entries}`)

  test('takes over what is whole, keeps it when a broken or older one comes, and ends by SIGTERM', async () => {
    const folder = await newFolder()
    const running = await startServer(
      { env, command: command('--watch', folder, '--every', '1') },
      /Looking into (\S+)\./,
    )
    const whole = listOf(people(9))
    const outcome = async (name: string, text: string) => {
      await writeFile(join(folder, name), text)
      await expect.poll(() => readdir(folder), { timeout: 60_000 }).toEqual(['loaded', 'refused'])
    }
    await outcome('targets.simple.csv', whole)
    expect(await loaded()).toEqual(['opensanctions 2026-11-20 10'])
    await outcome('broken.csv', whole.slice(0, -20))
    await outcome('older.csv', listOf(people(9), '2026-11-19'))
    await outcome('smaller.csv', listOf(people(2), '2026-11-21'))
    expect(await loaded()).toEqual(['opensanctions 2026-11-20 10'])
    const refused = (await readdir(join(folder, 'refused'))).filter((name) => name.endsWith('.txt'))
    expect(refused.map((name) => name.split(' ')[1])).toEqual([
      'broken.csv.txt',
      'older.csv.txt',
      'smaller.csv.txt',
    ])
    await outcome('next.csv', listOf(people(10), '2026-11-21'))
    expect(await loaded()).toEqual(['opensanctions 2026-11-21 11'])
    expect(await running.stop()).toEqual({ code: 0, signal: null })
    expect(running.output().stderr).toBe('')
  })

  test.each([
    [['--watch', '/tmp', 'un.xml']],
    [['--watch', '/tmp', '--older']],
    [['--watch', '/tmp', '--every', '0']],
    [['--every', '5', 'un.xml']],
  ])('is refused with %j', async (args) => {
    const { code, stderr } = await startRefused({ env, command: command(...args) })
    expect([code, stderr]).toEqual([1, expect.stringContaining('Ask for `npm run screening:load')])
  })
})
