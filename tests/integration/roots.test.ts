/** The daily roots: one for each day that has ended while somebody was there to make it, and each can be made again. */
import { beforeAll, describe, expect, test } from 'vitest'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { makeRoot, makeRootAndRest, type Root } from '../../src/desk/roots.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { chainFaultsAfter } from '../support/tampering.ts'

const database = await createTestDatabase()
const house = createHouse(database)

type Kept = {
  day: string
  heads: number
  tree: string
  previous: string | null
  root: string
  changed: number
}
const keptRoots = async (): Promise<Kept[]> =>
  (
    await database.owner.query(`select day, heads::int, encode(tree, 'hex') as tree,
    encode(previous, 'hex') as previous, encode(root, 'hex') as root, (select count(*)::int from desk.root_heads h where h.day = r.day) as changed
  from desk.roots r order by day`)
  ).rows
const endedDay = async (): Promise<string> =>
  (await database.owner.query(`select (business_now() at time zone 'UTC')::date - 1 as day`))
    .rows[0].day

let ada: string
const credit = () => house.run('CreditPlayMoney', { owner: ada, amount: 1_00n, asset: 'BTC' }, ada)
const found: {
  together: (Root | null)[]
  again: Root | null
  afterLongTime: string
  restMs: number
} = { together: [], again: null, afterLongTime: '', restMs: 0 }

/** Of the first day; of a day with one change; of a quiet day; after forty days with a change and a newcomer; by the house itself. */
let roots: Kept[]

beforeAll(async () => {
  ada = await house.person()
  for (let i = 0; i < 6; i += 1) await house.person({ cash: 1_00n })
  found.together = await Promise.all([
    makeRoot(database.pool),
    makeRoot(database.pool),
    makeRoot(database.pool),
  ])
  found.again = await makeRoot(database.pool)
  await credit()
  await moveDays(database, 1)
  await makeRoot(database.pool)
  await moveDays(database, 1)
  await makeRoot(database.pool)
  await credit()
  await house.person()
  await moveDays(database, 40)
  await makeRoot(database.pool)
  found.afterLongTime = await endedDay()
  await moveDays(database, 1)
  found.restMs = await makeRootAndRest(database.pool)
  await credit()
  roots = await keptRoots()
})

describe('a root', () => {
  test('is made once for a day, whoever tries', () => {
    expect(found.together.filter((root) => root !== null)).toMatchObject([
      { day: roots[0]!.day, root: roots[0]!.root, heads: 7n },
    ])
    expect(found.again).toBeNull()
  })

  test('is made for the next day by whoever tries right after', async () => {
    const heldBy = `select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`
    await makeRoot(database.pool)
    expect((await database.owner.query(heldBy)).rowCount).toBe(0)
  })

  test('holds every head, names the root before it, and keeps only the heads that changed', () => {
    expect(roots.map(({ heads, changed }) => ({ heads, changed }))).toEqual([
      { heads: 7, changed: 7 },
      { heads: 7, changed: 1 },
      { heads: 7, changed: 0 },
      { heads: 8, changed: 2 },
      { heads: 8, changed: 0 },
    ])
    expect(roots.map(({ previous }) => previous)).toEqual([
      null,
      ...roots.slice(0, -1).map(({ root }) => root),
    ])
  })

  test('of a quiet day has the same tree and is another root', () => {
    const [, changed, quiet] = roots as [Kept, Kept, Kept]
    expect(quiet.tree).toBe(changed.tree)
    expect(new Set(roots.map(({ root }) => root)).size).toBe(5)
  })

  test('covers the days over which the clock was moved', () =>
    expect(roots[3]!.day).toBe(found.afterLongTime))

  test('is made by the house itself, which looks again soon', async () => {
    expect(roots[4]!.day).toBe(await endedDay())
    expect(found.restMs).toBeGreaterThan(0)
    expect(found.restMs).toBeLessThanOrEqual(15_000)
  })

  test('can be made again from what was kept', async () =>
    expect(await auditChains(database.pool)).toMatchObject({
      faults: [],
      roots: 5n,
      last: { root: roots[4]!.root },
    }))

  test.each(['desk.roots', 'desk.root_heads'])('stays as it is in %s', async (table) => {
    await expect(database.owner.query(`delete from ${table}`)).rejects.toThrow('append-only')
    await expect(database.owner.query(`update ${table} set day = day`)).rejects.toThrow(
      'append-only',
    )
    await expect(database.owner.query(`truncate ${table} cascade`)).rejects.toThrow('append-only')
    await expect(database.pool.query(`update ${table} set day = day`)).rejects.toThrow(
      'permission denied',
    )
  })
})

describe('C6: is named: a root', () => {
  const second = () => `day = '${roots[1]!.day}'`
  const unlikeItsHeads = (n: number) =>
    `the root of ${roots[n]!.day} is not what the heads of that day make it.`
  const tamperings: [what: string, tampering: () => string, faults: () => string[]][] = [
    [
      'with another tree',
      () => `update desk.roots set tree = sha256('x') where ${second()}`,
      () => [unlikeItsHeads(1)],
    ],
    [
      'with another number of heads',
      () => `update desk.roots set heads = heads + 1 where ${second()}`,
      () => [unlikeItsHeads(1)],
    ],
    [
      'that is another',
      () => `update desk.roots set root = sha256('x') where day = '${roots[4]!.day}'`,
      () => [
        `the root of ${roots[4]!.day} does not match its day, its heads and the root before it.`,
      ],
    ],
    [
      'with another one before it',
      () => `update desk.roots set previous = sha256('x') where ${second()}`,
      () => [`the root of ${roots[1]!.day} does not name the root before it.`],
    ],
    [
      'one of whose heads was taken away',
      () => `delete from desk.root_heads where ${second()}`,
      () => [unlikeItsHeads(1), unlikeItsHeads(2)],
    ],
    [
      'that is gone',
      () => `delete from desk.roots where day = '${roots[3]!.day}'`,
      () => [
        `the root of ${roots[3]!.day} is gone.`,
        `the root of ${roots[4]!.day} does not name the root before it.`,
      ],
    ],
  ]
  test.each(tamperings)('%s', async (_, tampering, faults) =>
    expect(await chainFaultsAfter(database, tampering())).toEqual(faults()),
  )

  test('that was made over rows which were cut off with their commands, though the head fits what is left', async () => {
    const cut = await chainFaultsAfter(
      database,
      `delete from desk.commands where subject = '${ada}' and subject_version > 1;
      delete from desk.activity where owner_id = '${ada}' and version > 1;
      update owners set version = 1, head = (select hash from desk.activity where owner_id = '${ada}' and version = 1) where id = '${ada}'`,
    )
    expect(cut).toEqual(
      [2, 3].map(
        (version) =>
          `row ${version} of owner ${ada}: it was there when the root of ${roots[version === 2 ? 1 : 3]!.day} was made, and is gone.`,
      ),
    )
  })

  test('that was made over another row than the one which is there, though its chain was written anew', async () => {
    const rewritten = await chainFaultsAfter(
      database,
      `update desk.activity set hash = sha256('x') where owner_id = '${ada}' and version = 3`,
    )
    expect(rewritten.at(-1)).toMatch(
      new RegExp(
        `^row 3 of owner ${ada} \\(command .*\\): its hash is not the one that the root of ${roots[3]!.day} was made over\\.$`,
      ),
    )
  })
})
