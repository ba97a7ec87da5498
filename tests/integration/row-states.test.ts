/** Rows that decide are compared with what the last command left of them: every table that commands write, in the sample world. */
import { auditors } from '../../src/contract/roles.ts'
import { afterAll, describe, expect, test } from 'vitest'
import { believeRows, readCompared } from '../../src/desk/row-states.ts'
import type { Column } from '../../src/desk/column.ts'
import type { AnyTable } from '../../src/desk/table.ts'
import { stateTables } from '../../src/domains/audit-state.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { testMacKeys } from '../support/stamp.ts'

const database = await createTestDatabase({ world: true })
const client = await database.owner.connect()
afterAll(() => client.release())

const house = createHouse(database)
const { run, person } = house
const [anna, ada] = [await person({ role: 'admin' }), await person({ cash: 900_000n })]
const user = await person()

async function exported() {
  const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'home' } as const
  const made = await run('RequestWithdrawal', { owner: ada, amount: 100n, target }, ada)
  const withdrawal = JSON.parse(made.text).data.withdrawal._id as string
  await run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, anna)
  const payments = [{ withdrawal, amount: 100n, owner: ada }]
  const file = { firm: 'A firm', debtor: null, writtenAt: '2026-01-01T00:00:00Z' }
  return run('BuildBankExport', { format: 'csv', payments, ...file, digest: 'a'.repeat(64) }, anna)
}

/** What the sample world has none of. */
const asked = [
  exported,
  () => run('SetInvestmentLimit', { owner: ada, amount: 20_000n }, ada),
  async () => {
    const leaver = await person()
    return run('RequestClosing', { owner: leaver }, leaver)
  },
  () => run('RequestArchive', { owner: ada, bytesADay: 1_000_000 }, ada),
  () => run('ProposeRoleChange', { user, roles: auditors, reason: 'They ask' }, anna),
  () =>
    run(
      'CorrectUser',
      { user: ada, accountBalance: 9_000_000n, secondApprovalAbove: 1n, reason: 'A test' },
      anna,
    ),
  () =>
    run(
      'BlockPayouts',
      { cause: 'restored', noticedAt: Date.now(), seenAt: null, payouts: [] },
      null,
    ),
]
for (const ask of asked) expect([200, 201, 202]).toContain((await ask()).status)

const compared = stateTables.filter(({ isCompared }) => isCompared)
const read = (table: AnyTable) => readCompared(client, testMacKeys, table)
/** The keys of those that aren't as they were left. */
const altered = async (table: AnyTable) =>
  (await read(table)).filter((one) => !one.isAsLeft).map(({ row }) => table.keyOf(row))

/** With every guard of the database off, and undone afterwards. Whether the database let it happen: a CHECK stays on. */
async function meanwhile(changes: string[], look: () => Promise<void>): Promise<boolean> {
  await client.query('begin; set local session_replication_role = replica')
  try {
    for (const text of changes) await client.query(text)
    await look()
    return true
  } catch (error) {
    if ((error as { code?: string }).code === '23514') return false
    throw error
  } finally {
    await client.query('rollback')
  }
}

const where = (table: AnyTable, row: object) =>
  table.definition.key
    .map((property) => `${table.columnOf(property).name} = '${String(row[property as never])}'`)
    .join(' and ')

/** Another value of the same form. */
const otherOf: Record<string, string> = {
  uuid: 'gen_random_uuid()',
  text: `coalesce($, '') || 'x'`,
  word: `coalesce($, '') || 'x'`,
  cents: 'coalesce($, 0) + 1',
  count: 'coalesce($, 0) + 1',
  integer: 'coalesce($, 0) + 1',
  flag: 'not coalesce($, true)',
  instant: `coalesce($, business_now()) + interval '1 millisecond'`,
}

const changed = (table: AnyTable, row: object, { name, form }: Column<unknown>) =>
  `update ${table.name} set ${name} = ${otherOf[form]!.replaceAll('$', name)} where ${where(table, row)}`

/** A place that only one row may hold is no hindrance. */
async function droppedIndexes(table: AnyTable): Promise<string[]> {
  const { rows } = await client.query<{ name: string; made: string | null }>(
    `select indexrelid::regclass::text as name, made.conname as made from pg_index left join pg_constraint made on conindid = indexrelid and conrelid = indrelid
      where indrelid = $1::regclass and indisunique and not indisprimary`,
    [table.name],
  )
  return rows.map(({ name, made }) =>
    made === null
      ? `drop index ${name}`
      : `alter table ${table.name} drop constraint ${made} cascade`,
  )
}

/** Those of which there is a row. */
const told: [name: string, table: AnyTable][] = []
for (const table of compared) if ((await read(table)).length > 0) told.push([table.name, table])

describe('J4: a row of', () => {
  test('many tables is here', () => {
    expect(told.length).toBeGreaterThan(8)
  })

  test.for(told)('%s is as the last command left it', async ([, table]) => {
    expect(await altered(table)).toEqual([])
  })

  test.for(told)('%s is so no more with another value in any column', async ([, table]) => {
    const { row } = (await read(table))[0]!
    const others = table.fields.filter(([property]) => !table.definition.key.includes(property))
    let happened = 0
    for (const [property, column] of others) {
      const isSeen = await meanwhile([changed(table, row, column)], async () =>
        expect([property, await altered(table)]).toEqual([property, [table.keyOf(row)]]),
      )
      if (isSeen) happened += 1
    }
    expect(happened).toBeGreaterThan(0)
  })

  test.for(told)('%s that no command wrote is none', async ([, table]) => {
    const { row } = (await read(table))[0]!
    const names = table.fields.map(([, { name }]) => name)
    const { name: first } = table.columnOf(table.definition.key[0]!)
    const values = names.map((name) => (name === first ? 'gen_random_uuid()' : name))
    const copied = `insert into ${table.name} (${names.join(', ')}) select ${values.join(', ')} from ${table.name} where ${where(table, row)}`
    await meanwhile([...(await droppedIndexes(table)), copied], async () =>
      expect(await altered(table)).toHaveLength(1),
    )
  })

  test.for(told)('%s that was put back to what it was before is none', async ([, table]) => {
    const { row } = (await read(table))[0]!
    const key = table.definition.key.map((property) => table.columnOf(property).name)
    const columns = table.fields.map(([, column]) => column)
    for (const column of columns.filter(
      ({ name, changes, later }) => (changes || later) && !key.includes(name),
    )) {
      const kept = `create temporary table before on commit drop as select * from ${table.name} where ${where(table, row)}`
      const back = `update ${table.name} stored set ${column.name} = before.${column.name} from before where ${key.map((name) => `stored.${name} = before.${name}`).join(' and ')}`
      await meanwhile([kept, changed(table, row, column)], async () => {
        await believeRows(client, testMacKeys, [table])
        expect(await altered(table)).toEqual([])
        await client.query(back)
        expect(await altered(table)).toEqual([table.keyOf(row)])
      })
    }
  })
})

describe('the states', () => {
  const write = (text: string) => database.pool.query(text)

  test('can be taken away, changed or put in order by nobody', async () => {
    for (const text of [
      'delete from desk.row_states',
      'truncate desk.row_states',
      'update desk.row_states set number = number + 1',
      `update desk.row_states set mac = ''`,
    ])
      await expect(write(text), text).rejects.toThrow('permission denied')
    await expect(write(`update desk.row_states set words = ''`)).rejects.toThrow('append-only')
    await expect(database.owner.query('delete from desk.row_states')).rejects.toThrow('append-only')
  })

  test('of a living person’s row need their words', async () => {
    const [, table] = told.find(([, one]) => one.definition.onErasure !== undefined)!
    const forgotten = `update desk.row_states set words = null where table_name = '${table.name}'`
    const seen = await meanwhile([forgotten], async () => {
      const rows = await read(table)
      expect(rows.filter(({ isAsLeft, state }) => isAsLeft && !state.isErased)).toEqual([])
    })
    expect(seen).toBe(true)
  })

  test('are copied to another row, or to a later place, in vain', async () => {
    const [, table] = told[0]!
    const copied = `insert into desk.row_states select table_name, key, number + 1, command_id, words, mac from desk.row_states where table_name = '${table.name}'`
    await meanwhile([copied], async () =>
      expect(await altered(table)).toHaveLength((await read(table)).length),
    )
  })

  test('are left out only where something else shows that no command wrote a row', () => {
    const left = stateTables.filter(({ isCompared }) => !isCompared)
    expect(
      Object.fromEntries(left.map(({ name, definition }) => [name, definition.uncompared])),
    ).toMatchSnapshot()
  })

  test('stand beside every table whose rows the application’s role can’t delete', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select asked.name from unnest($1::text[]) asked (name) where has_table_privilege('glasshouse_app', asked.name, 'delete')`,
      [compared.map(({ name }) => name)],
    )
    expect(rows).toEqual([])
  })
})
