/** Saved destinations: who saves them, what is refused, that each request goes to what was saved, and that they are gone with their owner. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readDestinations } from '../../src/domains/destinations/queries.ts'
import { accountIdFromDigits } from '../../src/lib/account-id.ts'
import { createLog } from '../../src/platform/log.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { demoPolicy, livePolicy, type Policy } from '../../src/platform/policy.ts'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testMacKeys } from '../support/stamp.ts'
import { confirmTronAccount, onChain } from '../support/tron-wallets.ts'
import { confirmWallet, regtestWallet } from '../support/wallets.ts'
import { tronHexOf } from '../../src/lib/tron-address.ts'

const database = await createTestDatabase()
const metrics = createMetrics()
const lines: string[] = []
const log = createLog({ logLevel: 'error' }, { write: (line) => void lines.push(line) })
const depositAddress = 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn'
/** Of the test vectors in BIP 173; the case of its letters means nothing. */
const segwitDeposits = 'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7'
const firm = {
  name: 'A Sample Firm',
  sample: true,
  wallets: [depositAddress, segwitDeposits].map((address) => ({
    asset: 'Bitcoin',
    network: 'Bitcoin',
    address,
    note: 'sample',
  })),
}
const houseWith = (policy: Partial<Policy> = {}) =>
  createTestApp(database, { metrics, log, firm, policy: { ...demoPolicy, ...policy } } as never)
const app = await houseWith()

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type App = typeof app

const post = (
  who: Somebody,
  path: string,
  payload: Record<string, unknown>,
  { at = app, key = randomUUID() as string }: { at?: App; key?: string } = {},
) => ask(at, 'POST', api + path, { token: who.token, payload, headers: { 'idempotency-key': key } })

async function investor(): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await post(person, '/demo/deposits', { amount: 1_000, asset: 'USDT' })
  return person
}

const segwit = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx'
const wallet = (bankNumber: string, name = 'Home') => ({ type: 'bank_transfer', name, bankNumber })
const account = ({ user }: Somebody, name = 'A friend') => ({
  type: 'tradehub_transfer',
  name,
  recipientAccountId: user.accountId,
})

async function saved(who: Somebody, body: Record<string, unknown> = wallet('at home')) {
  const reply = await post(who, '/destinations', body)
  expect([reply.status, reply.text]).toEqual([201, reply.text])
  return reply.body.data.destination as { id: string; name: string }
}

const listed = async (who: Somebody, at = app) =>
  (await ask(at, 'GET', `${api}/destinations`, { token: who.token })).body.data as {
    destinations: { id: string; name: string; usableFrom: string | null }[]
    changed: number
  }
const remove = (who: Somebody, id: string) =>
  ask(app, 'DELETE', `${api}/destinations/${id}`, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
  })

const withdraw = (
  who: Somebody,
  bankNumber: string,
  more: Record<string, unknown> = {},
  at = app,
) =>
  post(
    who,
    '/requestWithdrawal',
    { type: 'bank_transfer', amount: 1, bankName: 'Home', bankNumber, ...more },
    { at },
  )

const heldOf = async ({ id }: Somebody): Promise<string> => {
  const { rows } = await database.owner.query(
    `select coalesce(sum(credits - debits), 0)::text as held from ledger.accounts where owner = $1 and kind = 'held'`,
    [id],
  )
  return rows[0].held
}

/** As whoever has all rights of the database, past its guards. */
async function tamper(text: string, id: string): Promise<void> {
  const client = await database.owner.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    const { rowCount } = await client.query(text.replaceAll('$1', `'${id}'`))
    expect(rowCount, text).toBeGreaterThan(0)
    await client.query('commit')
  } finally {
    client.release()
  }
}

describe('A destination', () => {
  test('is saved by a name, listed by it, told by a mail and in the activity, and removed', async () => {
    const [person, friend] = [await investor(), await signUpSomebody(app)]
    await saved(person, wallet(segwit, 'My wallet'))
    const { id } = await saved(person, account(friend))
    expect((await listed(person)).destinations).toMatchObject([
      { name: 'A friend', recipientAccountId: friend.user.accountId, bankNumber: null },
      { name: 'My wallet', recipientAccountId: null, bankNumber: segwit, usableFrom: null },
    ])
    const { rows: mails } = await database.owner.query(
      `select "values" from outbox where owner_id = $1 and template = 'destination-saved'`,
      [person.id],
    )
    expect(mails.map(({ values }) => values.where)).toEqual([segwit, friend.user.accountId])
    expect(await remove(person, id)).toMatchObject({ status: 200 })
    expect((await listed(person)).destinations.map(({ name }) => name)).toEqual(['My wallet'])
    expect(await remove(person, id)).toMatchObject({ body: { code: 'unknown_destination' } })
    const { body } = await ask(app, 'GET', `${api}/activity`, { token: person.token })
    expect(
      body.data.activity
        .slice(0, 3)
        .map((item: { title: string; details: object }) => [item.title, item.details]),
    ).toEqual([
      [
        'Destination removed',
        { destinationName: 'A friend', recipientAccountId: friend.user.accountId },
      ],
      [
        'Destination saved',
        { destinationName: 'A friend', recipientAccountId: friend.user.accountId },
      ],
      ['Destination saved', { destinationName: 'My wallet', walletAddress: segwit }],
    ])
  })

  test('belongs to its owner alone: others neither see, use nor remove it', async () => {
    const [person, other] = [await investor(), await investor()]
    const { id } = await saved(person)
    expect((await listed(other)).destinations).toEqual([])
    expect(await remove(other, id)).toMatchObject({ status: 404 })
    expect((await withdraw(other, 'at home', { destinationId: id })).body.code).toBe(
      'unknown_destination',
    )
    expect((await listed(person)).destinations).toHaveLength(1)
  })

  test.each([
    ['a mistyped address', wallet(segwit.replace('x', 'y')), 'address_mistyped'],
    ['one of the firm’s own addresses', wallet(depositAddress), 'firms_own_address'],
    [
      'an account that isn’t there',
      {
        type: 'tradehub_transfer',
        name: 'Nobody',
        recipientAccountId: accountIdFromDigits('100000000'),
      },
      'unknown_recipient',
    ],
    ['nothing by that name', wallet('somewhere', ' '), 'validation_failed'],
  ])('is refused for %s', async (_, body, code) => {
    const person = await investor()
    expect((await post(person, '/destinations', body)).body.code).toBe(code)
    expect((await listed(person)).destinations).toEqual([])
  })

  test('is refused for the own account, for a second time in other letters, and for a name that is taken', async () => {
    const person = await investor()
    const codeOf = async (body: Record<string, unknown>) =>
      (await post(person, '/destinations', body)).body.code
    expect(await codeOf(account(person))).toBe('own_account')
    await saved(person, wallet(segwit))
    expect(await codeOf(wallet(segwit.toUpperCase(), 'Capitals'))).toBe('already_saved')
    expect(await codeOf(wallet('elsewhere'))).toBe('already_saved')
    expect((await listed(person)).destinations).toHaveLength(1)
  })

  test('can be saved thirty times at most, however many come at once', async () => {
    const person = await investor()
    const replies = await Promise.all(
      Array.from({ length: 33 }, (_, n) =>
        post(person, '/destinations', wallet(`wallet ${n}`, `Wallet ${n}`)),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(30)
    expect(replies.find(({ status }) => status !== 201)?.body.code).toBe('too_many_destinations')
    await remove(person, (await listed(person)).destinations[0]!.id)
    await saved(person, wallet('one more', 'One more'))
  })

  test('is saved once, however often the same request comes', async () => {
    const person = await investor()
    const key = randomUUID()
    const replies = await Promise.all(
      [1, 2, 3].map(() => post(person, '/destinations', wallet('at home'), { key })),
    )
    expect(replies.map(({ status, text }) => [status, text])).toEqual(
      replies.map(() => [201, replies[0]!.text]),
    )
    expect((await listed(person)).destinations).toHaveLength(1)
  })

  test('can’t be saved out of a frozen account, and can be removed there', async () => {
    const person = await investor()
    const { id } = await saved(person)
    await post(person, '/me/freeze', { reason: 'My telephone is gone' })
    const again = await ask(app, 'POST', `${api}/login`, {
      payload: { email: person.email, password: person.password },
    })
    const frozen = { ...person, token: again.body.token ?? person.token }
    expect((await post(frozen, '/destinations', wallet('elsewhere', 'Else'))).body.code).toBe(
      'account_frozen',
    )
    expect((await remove(frozen, id)).status).toBe(200)
  })
})

describe('A request to a saved destination', () => {
  test('goes where it was saved for, by its name', async () => {
    const person = await investor()
    const { id } = await saved(person)
    const reply = await withdraw(person, 'at home', { destinationId: id })
    expect(reply.body.data.withdrawal).toMatchObject({ bankName: 'Home', bankNumber: 'at home' })
  })

  test.each([
    ['another address', { bankNumber: 'elsewhere' }],
    ['another name', { bankName: 'Not home' }],
  ])('is refused when it names %s than was saved', async (_, sent) => {
    const person = await investor()
    const { id } = await saved(person)
    const reply = await withdraw(person, 'at home', { destinationId: id, ...sent })
    expect(reply.body.code).toBe('destination_changed')
    expect(await heldOf(person)).toBe('0')
  })

  test('is refused when the destination was removed', async () => {
    const person = await investor()
    const { id } = await saved(person)
    await remove(person, id)
    expect((await withdraw(person, 'at home', { destinationId: id })).body.code).toBe(
      'unknown_destination',
    )
  })

  test.each([
    [
      'its address was changed',
      `update destinations set wallet_address = 'of the thief' where id = $1`,
    ],
    [
      'its address and the words of its command were changed',
      `with words as (update desk.particulars set texts = jsonb_set(texts, '{walletAddress}', '"of the thief"') where command_id = $1 returning 1)
       update destinations set wallet_address = 'of the thief' from words where id = $1`,
    ],
    [
      'its state is gone',
      `delete from desk.row_states where table_name = 'destinations' and key = $1::text`,
    ],
  ])('I2 is refused, and it isn’t shown, when %s in the database', async (_, tampering) => {
    const person = await investor()
    const { id } = await saved(person)
    await tamper(tampering, id)
    const reply = await withdraw(person, 'of the thief', { destinationId: id })
    const typed = await withdraw(person, 'at home', { destinationId: id })
    expect([reply.body.code, typed.body.code]).not.toContain(undefined)
    expect([reply.body.code, typed.body.code]).toContain('not_as_recorded')
    expect(await heldOf(person)).toBe('0')
    expect(await listed(person)).toMatchObject({ destinations: [], changed: 1 })
    expect(lines.some((line) => line.includes(id))).toBe(true)
  })

  test('I2 is refused when a removed one was put back in the database', async () => {
    const person = await investor()
    const { id } = await saved(person)
    await remove(person, id)
    await tamper(`update destinations set status = 'saved' where id = $1`, id)
    expect((await withdraw(person, 'at home', { destinationId: id })).body.code).toBe(
      'not_as_recorded',
    )
    expect(await listed(person)).toMatchObject({ destinations: [], changed: 1 })
  })

  test('one that is removed while the list is read raises no alarm', async () => {
    const person = await investor()
    const { id } = await saved(person)
    /** The pool, with a removal that comes right after the rows were read. */
    const pool = {
      query: async (...question: [{ name?: string }]) => {
        const found = await database.pool.query(...(question as unknown as [string]))
        if (question[0].name === 'destinations.own') await remove(person, id)
        return found
      },
    } as unknown as typeof database.pool
    const journal = { pool, macKeys: testMacKeys }
    expect(await readDestinations(journal, demoPolicy, person.id)).toMatchObject({
      destinations: [{ id }],
      changed: [],
    })
    expect((await listed(person)).destinations).toEqual([])
  })

  test('the application’s role can neither put a removed one back nor point one elsewhere', async () => {
    const person = await investor()
    const { id } = await saved(person)
    await expect(
      database.pool.query(`update destinations set wallet_address = 'of the thief' where id = $1`, [
        id,
      ]),
    ).rejects.toThrow()
    await remove(person, id)
    await expect(
      database.pool.query(`update destinations set status = 'saved' where id = $1`, [id]),
    ).rejects.toThrow()
  })

  test('is refused to one of the firm’s own addresses, typed in any letters', async () => {
    const person = await investor()
    for (const typed of [depositAddress, segwitDeposits, segwitDeposits.toUpperCase()])
      expect((await withdraw(person, typed)).body.code, typed).toBe('firms_own_address')
    expect(await heldOf(person)).toBe('0')
  })

  test('J7: is refused to what was drawn of one of the firm’s wallets, for whomever and in any spelling, typed or saved', async () => {
    const house = createHouse(database)
    const [person, other] = [await investor(), await investor()]
    const bitcoin = regtestWallet()
    const { address } = await (await confirmWallet(house, bitcoin)).draw(other.id)
    const tron = await (await confirmTronAccount(house)).draw(other.id)
    const digits = tronHexOf(tron, 'tron-sample')
    for (const typed of [address, address.toUpperCase(), tron, digits, `0x${digits.toUpperCase()}`])
      expect(
        [
          (await withdraw(person, typed)).body.code,
          (await post(person, '/destinations', wallet(typed))).body.code,
        ],
        typed,
      ).toEqual(['firms_own_address', 'firms_own_address'])
    // The rule itself, whatever a route makes of what was typed.
    const target = { type: 'bank_transfer', walletName: 'Mine' } as const
    const inCapitals = { ...target, walletAddress: address.toUpperCase() }
    expect(
      await house.run(
        'RequestWithdrawal',
        { owner: person.id, amount: 100n, target: inCapitals },
        person.id,
      ),
    ).toMatchObject({ status: 422, outcome: 'firms_own_address' })
    expect(await heldOf(person)).toBe('0')
    // Neither a place that nobody drew nor the same key on another network.
    const { nextIndex } = (
      await database.pool.query(
        `select next_index as "nextIndex" from wallets where network = 'regtest'`,
      )
    ).rows[0]
    const undrawn = placeAt(bitcoin.wallet, 'people', nextIndex).address
    for (const typed of [undrawn, onChain(tron)])
      expect((await withdraw(person, typed)).status, typed).toBe(201)
  })
})

describe('Where new destinations wait', async () => {
  const { newDestinationWaitMs } = livePolicy
  const waiting = await houseWith({ newDestinationWaitMs })
  const age = (id: string, by: string) =>
    tamper(
      `update desk.commands set recorded_at = recorded_at - interval '${by}' where id = $1`,
      id,
    )

  test('money goes there a day later by the database’s clock, whether it is chosen or typed, and the demonstration’s clock shortens nothing', async () => {
    expect(newDestinationWaitMs).toBe(24 * 3_600_000)
    const person = await investor()
    const { id } = await saved(person, wallet(segwit))
    const codes = async () => {
      const chosen = await withdraw(person, segwit, { destinationId: id }, waiting)
      const typed = await withdraw(person, segwit.toUpperCase(), {}, waiting)
      return [chosen.body.code, typed.body.code]
    }
    expect(await codes()).toEqual(['destination_waits', 'destination_waits'])
    expect((await listed(person, waiting)).destinations[0]!.usableFrom).toMatch(/^20/)
    await database.owner.query(`update business_clock set advance = advance + interval '3 days'`)
    await age(id, '23 hours 59 minutes')
    expect(await codes()).toEqual(['destination_waits', 'destination_waits'])
    expect((await withdraw(person, 'another wallet', {}, waiting)).status).toBe(201)
    await age(id, '1 minute')
    expect(await codes()).toEqual([undefined, undefined])
    expect((await listed(person, waiting)).destinations[0]!.usableFrom).toBeNull()
  })

  test('a saved destination doesn’t count as known for the hold after a change', async () => {
    const holding = await houseWith({ holdAfterSecurityChangeMs: 24 * 3_600_000 })
    const person = await investor()
    const { id } = await saved(person)
    await database.owner.query(
      'update auth.persons set security_changed_at = clock_timestamp() where id = $1',
      [person.id],
    )
    expect((await withdraw(person, 'at home', { destinationId: id }, holding)).body.code).toBe(
      'destination_on_hold',
    )
  })
})

describe('When its owner leaves', () => {
  test('a destination is erased with the person, and what is left says nothing of where it led', async () => {
    const person = await signUpSomebody(app)
    const admin = await signUpSomebody(app)
    await setRole(database, admin.id, 'admin')
    const { id } = await saved(person)
    const gone = await ask(app, 'DELETE', `${api}/${person.id}`, {
      token: admin.token,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect([gone.status, gone.text]).toEqual([200, gone.text])
    const { rows } = await database.owner.query('select * from destinations where id = $1', [id])
    expect(rows[0]).toMatchObject({ name: null, wallet_address: null, status: 'removed' })
  })
})

describe('How long requests usually take', () => {
  test('is said from the books once five people have been paid, and not before', async () => {
    const admin = await signUpSomebody(app)
    await setRole(database, admin.id, 'admin')
    const people = [await investor(), await investor(), await investor(), await investor()]
    const times = async () =>
      (await ask(app, 'GET', `${api}/withdrawals/usual-times`, { token: people[0]!.token })).body
        .data
    // What others in this file were paid is more than 90 days ago.
    await database.owner.query(`update business_clock set advance = advance + interval '91 days'`)
    const pay = async (person: (typeof people)[number], n: number) => {
      const { body } = await withdraw(person, `wallet ${n}`)
      const id = body.data.withdrawal._id as string
      await post(admin, `/withdrawals/${id}/approval`, {})
      await database.owner.query(
        `update business_clock set advance = advance + interval '30 minutes'`,
      )
      await post(admin, `/withdrawals/${id}/payout`, { reference: id })
    }
    for (const [n, person] of [...people, people[0]!].entries()) await pay(person, n)
    expect((await times()).bank_transfer).toEqual({ requests: 5, minutes: null, p95: null })
    await pay(await investor(), 6)
    const { bank_transfer: after, tradehub_transfer: transfers } = await times()
    expect([after.requests, after.p95]).toEqual([6, null])
    expect(after.minutes).toBeGreaterThanOrEqual(30)
    expect(after.minutes).toBeLessThan(60)
    expect(transfers.minutes).toBeNull()
  })
})

describe('J25: the masked name behind an account ID', () => {
  const day = 86_400_000
  const strictly = (person: number, address: number) =>
    houseWith({
      recipientsPerPerson: { count: person, withinMs: day },
      recipientsPerAddress: { count: address, withinMs: day },
    })
  const someone = () => signUpSomebody(app)
  const looks = async (at: App, who: Somebody, accountId: string, remoteAddress: string) => {
    const path = `${api}/recipients/${accountId}`
    return ask(at, 'GET', path, { token: who.token, remoteAddress })
  }
  const of = ({ user }: Somebody) => user.accountId
  const tooMany = [429, 'too_many_recipients']
  const outcome = ({ status, body }: Awaited<ReturnType<typeof looks>>) => [status, body.code]

  test('is told of so many a day that are new to a person, known here or not, and when again', async () => {
    const strict = await strictly(2, 50)
    const [ada, friend, other] = [await someone(), await someone(), await someone()]
    const look = (id: string) => looks(strict, ada, id, '192.0.2.31')
    expect((await look(of(friend))).status).toBe(200)
    expect(outcome(await look(accountIdFromDigits('123456789')))).toEqual([
      404,
      'unknown_recipient',
    ])
    for (const id of [of(friend), of(other), accountIdFromDigits('987654321')]) {
      const refused = await look(id)
      expect(outcome(refused)).toEqual(tooMany)
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(86_000)
    }
    // Nor by another way: who is saved would be known. Money still goes to anybody.
    const { status, body } = await post(ada, '/destinations', account(other), { at: strict })
    expect([status, body.code]).toEqual(tooMany)
    await post(ada, '/demo/deposits', { amount: 100, asset: 'USDT' })
    const transfer = { type: 'tradehub_transfer', amount: 10, recipientAccountId: of(other) }
    expect((await post(ada, '/requestWithdrawal', transfer, { at: strict })).status).toBe(201)
    expect(outcome(await look(of(other)))).toEqual(tooMany)
  })

  test('is told of whom they have saved or paid as often as they like', async () => {
    const strict = await strictly(1, 50)
    const [ada, friend, paid, admin] = [
      await investor(),
      await someone(),
      await someone(),
      await someone(),
    ]
    await setRole(database, admin.id, 'admin')
    await saved(ada, account(friend))
    const transfer = { type: 'tradehub_transfer', amount: 10, recipientAccountId: of(paid) }
    const { body } = await post(ada, '/requestWithdrawal', transfer)
    await post(admin, `/withdrawals/${body.data.withdrawal._id as string}/approval`, {})
    for (const id of [of(friend), of(paid), of(friend), of(paid)])
      expect((await looks(strict, ada, id, '192.0.2.32')).status).toBe(200)
    expect((await looks(strict, ada, of(admin), '192.0.2.32')).status).not.toBe(200)
  })

  test('is told of so many a day at one address, whoever asks', async () => {
    const strict = await strictly(2, 3)
    const [friend, ...people] = [await someone(), await someone(), await someone(), await someone()]
    const statuses = []
    for (const one of [...people, people[0]!])
      statuses.push((await looks(strict, one, of(friend), '192.0.2.33')).status)
    expect(statuses).toEqual([200, 200, 200, 429])
    expect((await looks(strict, people[0]!, of(friend), '192.0.2.34')).status).toBe(429)
    expect((await looks(strict, people[1]!, of(friend), '192.0.2.34')).status).toBe(200)
  })
})
