/** What stands out about a request, however somebody spells an address, names themselves, or crowds the queue. */
import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { readLooks } from '../../src/domains/withdrawals/looks.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { agreementTo, atOnce } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { runAudit } from '../support/run-audit.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database)

const iban = 'DE89370400440532013000'
const inCapitals = 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4'
const inSmall = inCapitals.toLowerCase()

async function request(
  owner: string,
  place: { address: string } | { holder: string },
  amount = 100n,
) {
  const target =
    'address' in place
      ? ({ type: 'bank_transfer', walletName: 'Mine', walletAddress: place.address } as const)
      : ({ type: 'bank_account', holder: place.holder, account: iban } as const)
  const reply = await house.run('RequestWithdrawal', { owner, amount, target }, owner)
  expect(reply.status).toBe(201)
  return JSON.parse(reply.text).data.withdrawal._id as string
}
const looksOf = async (id: string) => (await readLooks(database.pool, [id])).get(id) ?? []

describe('J7: an address', () => {
  test('in capitals is kept in its one spelling, wherever it is given', async () => {
    const { token, id: owner } = await signUpSomebody(app)
    await house.run('CreditPlayMoney', { owner, amount: 100_00n, asset: 'BTC' }, owner)
    const post = (path: string, payload: object) =>
      ask(app, 'POST', api + path, { token, payload, headers: { 'idempotency-key': randomUUID() } })
    const place = { type: 'bank_transfer', bankNumber: inCapitals }
    const saved = await post('/destinations', { ...place, name: 'Mine' })
    const sent = await post('/requestWithdrawal', { ...place, bankName: 'Mine', amount: 1 })
    expect([saved.body.data.destination.bankNumber, sent.body.data.withdrawal.bankNumber]).toEqual([
      inSmall,
      inSmall,
    ])
  })

  test('of a kind without a known checksum is kept in one spelling, or refused', async () => {
    const { token, id: owner } = await signUpSomebody(app)
    await house.run('CreditPlayMoney', { owner, amount: 100_00n, asset: 'BTC' }, owner)
    const ofEthereum = '0x52908400098527886E0F7030069857D2E4169EE7'
    const digits = ofEthereum.slice(2)
    const ofChain = 'bnb1grpf0955h0ykzq3ar5nmum7y6gdfl6lxfn46h2'
    const asked = (bankNumber: string) =>
      ask(app, 'POST', `${api}/requestWithdrawal`, {
        token,
        payload: { type: 'bank_transfer', bankName: 'Mine', bankNumber, amount: 1 },
        headers: { 'idempotency-key': randomUUID() },
      })
    for (const typed of [
      `${ofEthereum}.`,
      digits,
      `ethereum:${ofEthereum}`,
      `\uff10x${digits}`,
      `0x\u200b${digits}`,
      `0x5290 ${digits.slice(4)}`,
    ]) {
      const { status, body } = await asked(typed)
      expect([typed, status, body.data?.withdrawal.bankNumber]).toEqual([typed, 201, ofEthereum])
    }
    expect((await asked(`bnb:${ofChain}`)).body.data.withdrawal.bankNumber).toBe(ofChain)
    for (const typed of [`${ofEthereum}@1`, `${ofChain}?memo=1`]) {
      const { status, body } = await asked(typed)
      expect([typed, status, body.fields.bankNumber]).toEqual([
        typed,
        400,
        expect.stringContaining('enter the address alone'),
      ])
    }
  })

  test('that another has asked for in other letters stands out, also among thousands of requests', async () => {
    const [mule, thief] = [
      await house.person({ cash: 10_00n }),
      await house.person({ cash: 10_00n }),
    ]
    const address = `bc1q${randomUUID().replaceAll('-', '')}`.slice(0, 8) // no kind that is checked
    const first = await request(mule, { address: `${address} x` })
    const other = await house.person({ cash: 10_00n })
    await database.owner.query(
      `insert into withdrawals (id, owner_id, type, amount, wallet_name, wallet_address, status, created_at)
        select gen_random_uuid(), $1, 'bank_transfer', 1, 'Mine', 'elsewhere ' || n, 'pending', now() + n * interval '1 second'
        from generate_series(1, 2100) n`,
      [other],
    )
    const second = await request(thief, { address: `${address.toUpperCase()} X` })
    expect(await looksOf(first)).toContain('address_of_another')
    expect(await looksOf(second)).toContain('address_of_another')
  })

  test('that was paid before in other letters is known, to the hold and to the flags', async () => {
    const owner = await house.person({ cash: 10_00n })
    const paid = await request(owner, { address: 'A Purse' })
    await database.owner.query(`update withdrawals set status = 'paid' where id = $1`, [paid])
    await database.owner.query(
      'update auth.persons set security_changed_at = clock_timestamp() where id = $1',
      [owner],
    )
    const again = await request(owner, { address: 'A PURSE' })
    expect(await looksOf(again)).not.toContain('new_address')
    const holds = { afterSecurityChangeMs: 86_400_000, newDestinationMs: 0 }
    const to = async (walletAddress: string) => {
      const target = { type: 'bank_transfer', walletName: 'Mine', walletAddress } as const
      const command = { owner, amount: 100n, target, holds }
      return (await house.run('RequestWithdrawal', command, owner)).outcome
    }
    expect([await to('a purse'), await to('another')]).toEqual(['done', 'destination_on_hold'])
  })
})

describe('J7: the bounds that the firm has set', async () => {
  const database = await createTestDatabase()
  const policy = { ...demoPolicy, pendingWithdrawalsAtMost: 3, smallestWithdrawalCents: 10_00n }
  const app = await createTestApp(database, { policy })
  const { run, person } = createHouse(database)

  async function withMoney(amount: bigint) {
    const { token, user, id: owner } = await signUpSomebody(app)
    await run('CreditPlayMoney', { owner, amount, asset: 'BTC' }, owner)
    const send = (method: 'POST' | 'DELETE', path: string, payload?: object) =>
      ask(app, method, api + path, {
        token,
        ...(payload ? { payload } : {}),
        headers: { 'idempotency-key': randomUUID() },
      })
    const to = (dollars: number, place: object) =>
      send('POST', '/requestWithdrawal', { amount: dollars, ...place })
    const wallet = { type: 'bank_transfer', bankName: 'Mine', bankNumber: 'a purse' }
    return {
      accountId: user.accountId as string,
      send,
      to,
      toWallet: (dollars: number) => to(dollars, wallet),
    }
  }

  test('let as many requests of one person wait as are set, however many come at once, and another when one was cancelled', async () => {
    const [ada, other] = [await withMoney(1_000_00n), await withMoney(1_000_00n)]
    const transfer = { type: 'tradehub_transfer', recipientAccountId: other.accountId }
    const replies = await Promise.all([
      ...[11, 12, 13, 14].map(ada.toWallet),
      ada.to(1, transfer),
      ada.to(2, transfer),
    ])
    const taken = replies.filter(({ status }) => status === 201)
    expect(taken).toHaveLength(3)
    for (const refused of replies.filter((reply) => !taken.includes(reply)))
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        422,
        'too_many_pending',
        expect.stringContaining('You have 3 pending requests'),
      ])
    expect((await other.toWallet(20)).status).toBe(201)
    await ada.send('DELETE', `/withdrawals/${taken[0]!.body.data.withdrawal._id}`)
    expect((await ada.toWallet(20)).status).toBe(201)
    expect((await ada.toWallet(20)).body.code).toBe('too_many_pending')
  })

  test('say the smallest withdrawal, which a transfer and a whole balance can be below', async () => {
    const [ada, other] = [await withMoney(15_00n), await withMoney(1_00n)]
    const small = await ada.toWallet(9.99)
    expect([small.status, small.body.code, small.body.message]).toEqual([
      422,
      'below_smallest',
      expect.stringContaining('The smallest withdrawal is $10.00.'),
    ])
    const transfer = { type: 'tradehub_transfer', recipientAccountId: other.accountId }
    const aside = [await ada.to(0.01, transfer), await ada.toWallet(10)]
    expect(aside.map(({ status }) => status)).toEqual([201, 201])
    const admin = await person({ role: 'admin' })
    for (const { body } of aside)
      await run(
        'ApproveWithdrawal',
        { withdrawal: body.data.withdrawal._id, secondApprovalAbove: null },
        admin,
      )
    expect((await ada.toWallet(4.98)).body.code).toBe('below_smallest')
    expect((await ada.toWallet(4.99)).status).toBe(201)
  })

  test('let no small rest leave beside what can be cancelled, whichever way it is set aside', async () => {
    const [ada, other] = [await withMoney(5_000_00n), await withMoney(1_00n)]
    const transfer = { type: 'tradehub_transfer', recipientAccountId: other.accountId }
    for (const setAside of [() => ada.to(4_999, transfer), () => ada.toWallet(4_999)]) {
      const aside = await setAside()
      expect(aside.status).toBe(201)
      const small = await ada.toWallet(1)
      expect([small.status, small.body.code, small.body.message]).toEqual([
        422,
        'below_smallest',
        expect.stringContaining('your whole balance while no other request of yours is pending'),
      ])
      await ada.send('DELETE', `/withdrawals/${aside.body.data.withdrawal._id}`)
    }
    expect((await other.toWallet(1)).status).toBe(201)
  })

  test('are in no command of the journal, which is decided again alike', async () => {
    expect(await runAudit(database, '--replay')).toMatchObject({ code: 0 })
  })
})

describe('J7: a name', () => {
  const verify = async (owner: string, name: string) =>
    database.owner.query(
      `insert into verifications (id, owner_id, legal_name, birth_date, country, address, documents, submitted_at, status, is_final, decided_at, decided_by, verified_until, verified_by)
        values (gen_random_uuid(), $1, $2, '1980-01-01', 'US', 'A street', gen_random_uuid() || ' ' || gen_random_uuid(), now(), 'verified', false, now(), $3, now() + interval '1 year', $3)`,
      [owner, name, await house.person({ role: 'admin' })],
    )

  test('that somebody has chosen makes no other holder theirs: the verified one counts', async () => {
    const owner = await house.person({ cash: 10_00n, fullName: 'Ada Lovelace' })
    await verify(owner, 'Ada Lovelace')
    await house.run('ChangeName', { owner, fullName: 'Moritz Mule' }, owner)
    const toMule = await request(owner, { holder: 'Moritz Mule' })
    const toOwn = await request(owner, { holder: 'ada  lovelace' })
    expect(await looksOf(toMule)).toEqual(expect.arrayContaining(['holder_differs', 'renamed']))
    expect(await looksOf(toOwn)).not.toContain('holder_differs')
  })

  test('that was changed stands out, and one that never was doesn’t', async () => {
    const [renamed, same] = [
      await house.person({ cash: 10_00n }),
      await house.person({ cash: 10_00n }),
    ]
    await house.run('ChangeName', { owner: renamed, fullName: 'Somebody Else' }, renamed)
    expect(await looksOf(await request(renamed, { address: 'one' }))).toContain('renamed')
    expect(await looksOf(await request(same, { address: 'two' }))).not.toContain('renamed')
  })

  test('that staff changed stands out as well, of one or approved by two, and another edit doesn’t', async () => {
    await house.fund({ corrections: 100_00n })
    const [anna, ben] = [
      await house.person({ role: 'admin' }),
      await house.person({ role: 'admin' }),
    ]
    const edited = async (changes: object) => {
      const user = await house.person({ cash: 10_00n })
      const command = { user, reason: 'Asked for', ...changes } as const
      const edit = await house.run('CorrectUser', command, anna)
      if (edit.status === 202)
        expect((await house.run('AgreeToProposal', agreementTo(edit, atOnce), ben)).outcome).toBe(
          'done',
        )
      return looksOf(await request(user, { holder: 'Mallory Mule' }))
    }
    const byTwo = { accountBalance: 20_00n, secondApprovalAbove: 1_00n }
    expect(await edited({ fullName: 'Mallory Mule' })).toContain('renamed')
    expect(await edited({ fullName: 'Mallory Mule', ...byTwo })).toContain('renamed')
    expect(await edited(byTwo)).not.toContain('renamed')
  })
})
