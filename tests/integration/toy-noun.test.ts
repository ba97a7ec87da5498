/** A noun is made without a word in the desk: one that only tests know goes through memory and through PostgreSQL alike. */
import { afterAll, describe, expect, test } from 'vitest'
import { Desk } from '../../src/desk/desk.ts'
import { MemoryDesk } from '../../src/desk/memory.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { sendMail } from '../../src/domains/mails/send.ts'
import { createClient } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { asUsual } from '../support/as-usual.ts'
import { createTestDatabase } from '../support/database.ts'
import { toyCommands, toyMigration, toys, toyWriters, type Toy } from '../support/toy.ts'
import { testStamp } from '../support/stamp.ts'

const database = await createTestDatabase()
await database.owner.query(toyMigration)

const rules = { ...commands, ...toyCommands }
const desk = new Desk({
  rules,
  writers: [...toyWriters, ...writersOf('kept')],
  stamp: testStamp,
  open: (lockMs) =>
    createClient({ url: database.url, name: 'toys', pipeline: true, limits: { lockMs } }),
  db: database.pool,
  log: { error: console.error, warn() {} },
  newId,
})
afterAll(() => desk.close())
const memory = new MemoryDesk(rules, Date.now())

type Step = { [N in keyof typeof rules]: { kind: N; command: unknown } }[keyof typeof rules]

/** The same step on both desks; what came of it on each, in words. */
async function both({ kind, command }: Step, id: string, actor: string | null = null) {
  const asked = { kind, command, id, actor, key: null, bodyHash: '', requestId: 'toys' } as never
  const inMemory = memory.run(asked)
  const inDatabase = await desk.run(asked)
  expect(inDatabase.outcome).toBe(inMemory.outcome)
  return { inMemory, inDatabase, outcome: inMemory.outcome }
}

const stored = async (): Promise<Toy[]> => {
  const { rows } = await database.owner.query(`select ${toys.columns} from ${toys.from}`)
  return rows.map((row) => toys.fromRow(row)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}
const remembered = () => memory.world.rows(toys).toSorted((a, b) => (a.id < b.id ? -1 : 1))

async function person(name: string, role: 'user' | 'admin' = 'user'): Promise<string> {
  const owner = newId()
  const email = `${owner}@example.com`
  await database.owner.query(
    'insert into auth.persons (id, full_name, email) values ($1, $2, $3)',
    [owner, name, email],
  )
  const opened = { owner, fullName: name, email, role, referralCode: null, fixed: false }
  await both({ kind: 'OpenOwner', command: asUsual('OpenOwner', opened) }, newId())
  return owner
}

const credit = (owner: string, amount: bigint) =>
  both(
    {
      kind: 'CreditPlayMoney',
      command: asUsual('CreditPlayMoney', { owner, amount, asset: 'BTC' }),
    },
    newId(),
    owner,
  )

const buy = (owner: string, price: bigint, id: string = newId()) =>
  both({ kind: 'BuyToy', command: { owner, price } }, id, owner)

describe('a noun of its own', () => {
  test('is read, decided and written alike in memory and in PostgreSQL', async () => {
    const ada = await person('Ada')
    await credit(ada, 1_000n)
    const ball = newId()
    const first = await buy(ada, 300n, ball)
    expect(JSON.parse(first.inDatabase.text)).toEqual({ price: '300', spentBefore: '0' })
    const second = await buy(ada, 200n)
    expect(second.inDatabase.text).toBe(second.inMemory.text)
    expect(JSON.parse(second.inDatabase.text)).toEqual({ price: '200', spentBefore: '300' })
    expect((await buy(ada, 1n)).outcome).toBe('nothing_to_change')
    await both({ kind: 'PaintToy', command: { toy: ball, paint: 'blue' } }, newId(), ada)
    expect(await stored()).toEqual(remembered())
    expect((await stored()).find(({ id }) => id === ball)).toMatchObject({ paint: 'blue' })
    expect(memory.world.balance(ada, 'cash')).toBe(500n)
  })

  test('has its effects written with the command that had them, and no others', async () => {
    const { rows } = await database.owner.query(
      'select times, command.kind from toy_bells join desk.commands command on command.id = command_id order by times',
    )
    expect(rows).toEqual([
      { times: 1, kind: 'BuyToy' },
      { times: 2, kind: 'BuyToy' },
    ])
    const effects = memory.journal.flatMap(({ changes }) => changes?.effects ?? [])
    expect(effects.filter((effect) => !sendMail.is(effect)).map(({ value }) => value)).toEqual([
      1, 2,
    ])
  })

  test('is erased with its person: what is personal goes, and what was under way ends', async () => {
    const [ben, admin] = [await person('Ben'), await person('Admin', 'admin')]
    await credit(ben, 5n)
    const doll = newId()
    await buy(ben, 5n, doll)
    await both({ kind: 'PaintToy', command: { toy: doll, paint: 'my name' } }, newId(), ben)
    const closed = asUsual('CloseUser', { user: ben })
    expect((await both({ kind: 'CloseUser', command: closed }, newId(), admin)).outcome).toBe(
      'done',
    )
    expect(await stored()).toEqual(remembered())
    expect((await stored()).find(({ id }) => id === doll)).toMatchObject({
      owner: ben,
      price: 5n,
      paint: null,
      state: 'broken',
    })
  })

  test.each([
    ['a column that is written once is changed', { price: 9n }],
    ['it gets another owner', { owner: newId() }],
  ])('stops the command when %s, since the database would keep the old value', async (_, other) => {
    const toy = remembered()[0]!
    const world = memory.world
    expect(() =>
      world.apply({ postings: [], activity: [], put: [toys.row({ ...toy, ...other })] }, 0),
    ).toThrow(/of toys can't be written now/)
    expect(world.get(toys, toy.id)).toEqual(toy)
  })
})
