/**
 * D5, C7: a firm goes live with USDT, against a simulator of TRON that has the main network's own first block and contract: each
 * proof that the node lacks stops the opening with its line, and customers get no address before two of staff confirmed a first
 * deposit and a first payout.
 *
 * @module-tag story
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Random } from '../../proofs/simulation/random.ts'
import { createApp } from '../../src/app.ts'
import { createTronWatch } from '../../src/domains/coin-deposits/watch.ts'
import { usdtTerms } from '../../src/domains/content/usdt-terms.ts'
import { createGate } from '../../src/domains/gate/gate.ts'
import { followLists } from '../../src/domains/payout-lists/due.ts'
import { addPerson } from '../../src/domains/sign-in/add-person.ts'
import { usdtContract } from '../../src/lib/tron-transfers.ts'
import { placeIn } from '../../src/lib/wallet-place.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createPool } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { firstBlocks } from '../../src/platform/tron/node.ts'
import { tronOf } from '../../src/platform/tron/settings.ts'
import { policyOf } from '../../src/platform/policy.ts'
import { setUpApp } from '../support/authenticator.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { writeDocumentKeys } from '../support/document-keys.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, testContext } from '../support/http.ts'
import { honestPack, writePack } from '../support/live-pack.ts'
import { startMailServer } from '../support/mail-server.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import { startRateServer } from '../support/rate-server.ts'
import { testMacKeys } from '../support/stamp.ts'
import { startTronSimulator, type Lie } from '../support/tron-simulator/tron-simulator.ts'
import { payment, someAddress, word } from '../support/tron-simulator/transactions.ts'
import { tronAccount } from '../support/tron-wallets.ts'

const operators = await createOperatorsDatabase()
await migrate({ url: operators.ownerUrl, mode: 'live', folder: migrationsFolder, isServer: false })
const pool = createPool({ url: operators.serverUrl, name: 'glasshouse test' })
afterAll(() => pool.end())
const database = { ...operators, url: operators.serverUrl, pool }
const mailServer = await startMailServer()
const [rates, otherRates] = [await startRateServer(), await startRateServer()]
for (const one of [rates, otherRates]) one.says(1)

const random = new Random(47)
const simulator = await startTronSimulator()
const other = await startTronSimulator()
const long = { from: someAddress(random), to: someAddress(random), amount: 12_500_000n }
const longAgo = payment(long)
simulator.produce(longAgo)
other.produce(longAgo)
for (const one of [simulator, other]) one.produceEmpty(60)

const account = { ...tronAccount(3), network: 'tron' as const }
const own = placeIn(account, 'people', 0).address
const settings = {
  GLASSHOUSE_MODE: 'live',
  GLASSHOUSE_CONTENT: await writePack(honestPack()),
  DATABASE_URL: operators.serverUrl,
  PUBLIC_URL: 'https://firm.example',
  SMTP_URL: mailServer.url,
  GLASSHOUSE_MAIL_FROM: 'Firm <office@firm.example>',
  GLASSHOUSE_SECOND_APPROVAL_ABOVE: '10000',
  GLASSHOUSE_SECURITY_HOLD: '0',
  GLASSHOUSE_DOCUMENT_KEYS_FILE: await writeDocumentKeys(),
  LOG_LEVEL: 'silent',
  TRON_ACCOUNT: account.descriptor,
  TRON_API_URL: simulator.url,
  TRON_SECOND_API_URL: other.url,
  TRON_KNOWN_PAYMENT: `${longAgo.txid} ${long.from} ${long.to} 12.5`,
  RATES_USDT_USD: `${rates.setting}; ${otherRates.setting}`,
}
const config = readConfig(settings)
const tron = tronOf(config)!
const usdt = usdtTerms.parse({ minimum: '10' })
const firm = { name: 'A Firm', sample: false, wallets: [], usdt }
const context = testContext(database, { config, policy: policyOf(config), tron, firm })
const gate = createGate({ ...context, pool, config })
const parts = { ...context, gate }
const app = await createApp(parts)
afterAll(() => app.close())
const house = createHouse(database)
const watch = createTronWatch({ ...context, tron })

type Somebody = { id: string; token: string }
const password = 'a long enough password of theirs'

const call = (who: Somebody, method: 'GET' | 'POST', path: string, payload?: object) =>
  ask(app, method, api + path, {
    token: who.token,
    headers: method === 'POST' ? { 'idempotency-key': randomUUID() } : {},
    ...(payload ? { payload } : {}),
  })
const codeOf = ({ status, body }: { status: number; body: { code?: string } }) => [
  status,
  body?.code ?? null,
]

async function somebody(fullName: string, role: 'admin' | 'user'): Promise<Somebody> {
  const email = `${randomUUID()}@firm.example`
  const id = (await addPerson({ pool, macKeys: testMacKeys }, { fullName, email, password }))!
  const opened = { owner: id, fullName, email, role, referralCode: null, fixed: false }
  const reply = await house.run('OpenOwner', opened, id, { id })
  expect(reply.outcome).toBe('done')
  await operators.owner.query('update owners set email_verified = true where id = $1', [id])
  const { body } = await ask(app, 'POST', `${api}/login`, { payload: { email, password } })
  return { id, token: body.token }
}

async function agree(who: Somebody, proposal: { id: string; facts: object }) {
  return call(who, 'POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
}
const linesOf = async (who: Somebody) =>
  (await call(who, 'GET', '/gate')).body.data.lines as {
    what: string
    missing: boolean
    coin: string | null
    found: string | null
  }[]
const missing = async (who: Somebody) =>
  (await linesOf(who)).filter((line) => line.missing && line.coin === null)
const later = async (who: Somebody) => (await linesOf(who)).filter((line) => line.coin !== null)

let adam: Somebody
let bea: Somebody
let cara: Somebody
/** Works here, too: whose money it is decides on none of it. */
let tess: Somebody

beforeAll(async () => {
  adam = await somebody('Adam Admin', 'admin')
  bea = await somebody('Bea Admin', 'admin')
  tess = await somebody('Tess Tries', 'admin')
  for (const one of [adam, bea, tess]) await setUpApp(app, one.token)
  await operators.owner.query(
    `insert into backup_rehearsals (started_at, ended_at, backup, backup_at, commands) values (now(), now(), '20271101F', now(), 0)`,
  )
})

const constant =
  (called: string, change: object): Lie =>
  (path, truth, asked) =>
    path.endsWith('triggerconstantcontract') && asked.function_selector === called
      ? { ...(truth as object), ...change }
      : truth
const block =
  (path: string, at: (sent: { block_header: { raw_data: object } }) => object): Lie =>
  (asked, truth) =>
    asked === path ? at(truth as never) : truth
const solid = '/walletsolidity/getnowblock'
const inThePast = block(solid, (sent) => ({
  ...sent,
  block_header: { raw_data: { ...sent.block_header.raw_data, timestamp: Date.now() - 700_000 } },
}))

/** Each lie alone, with the line that it takes away. */
const lies: [what: string, lie: Lie, at?: typeof other][] = [
  [
    'A TRON node of the right network',
    (path, truth, { num }) =>
      path.endsWith('getblockbynum') && num === 0
        ? { ...(truth as object), blockID: firstBlocks['tron-sample'] }
        : truth,
  ],
  ['A TRON node whose chain goes on', inThePast],
  [
    'A TRON node that has the contract of USDT',
    constant('decimals()', { constant_result: [word('12')] }),
  ],
  [
    'A TRON node that has the contract of USDT',
    constant('deprecated()', { constant_result: [word('1')] }),
  ],
  [
    'A TRON node that has the payment which the firm knows',
    (path, truth) => (path.endsWith('gettransactioninfobyid') ? {} : truth),
  ],
  [
    'A second TRON node that has the same chain',
    (path, truth) => (path.endsWith('getblockbynum') ? {} : truth),
    other,
  ],
]

describe('a firm that takes USDT', () => {
  test('is asked about the contract and the first block of the main network', () => {
    expect(usdtContract).toBe('TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t')
    expect(firstBlocks.tron).toBe(
      '00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc',
    )
    expect(tron).toMatchObject({ network: 'tron', descriptor: account.descriptor })
  })

  test.each(lies)(
    'isn’t opened while “%s” is missing, and is told so by that line alone',
    async (what, lie, at) => {
      const liar = at ?? simulator
      liar.setLie(lie)
      const lines = await missing(adam)
      const reply = await call(adam, 'POST', '/openings')
      liar.setLie(null)
      expect(lines.map((line) => line.what)).toContain(what)
      const alone = what === 'A TRON node of the right network' ? lines.slice(0, 1) : lines
      expect(alone.map((line) => line.what)).toEqual([what])
      expect(codeOf(reply)).toEqual([409, 'not_ready_to_open'])
      expect(reply.body.message).toContain(what)
    },
  )

  test('is opened once its node proves itself; first coins are told of as what comes later', async () => {
    expect(await missing(adam)).toEqual([])
    expect(await later(adam)).toMatchObject([{ coin: 'USDT', missing: true }])
    const { body } = await call(adam, 'POST', '/openings')
    expect((await agree(bea, body.data.proposal)).status).toBe(200)
  })
})

/** What is in the last block is read, and booked. */
async function lookDeep() {
  for (const one of [simulator, other]) one.produceEmpty(19 + 20)
  while (await watch.look()) continue
  return followLists({ ...parts, tron })
}
const coinsOf = async (who: Somebody) =>
  (await call(who, 'GET', '/coin-deposits')).body.data.usdt as {
    network: string
    address: { address: string } | null
    closed: string | null
    deposits: { txid: string; state: string; amount: number | null }[]
  }
const draw = (who: Somebody) => call(who, 'POST', '/wallets/addresses', { coin: 'USDT' })
const pay = (from: string, to: string, dollars: number) => {
  const one = payment({ from, to, amount: BigInt(dollars * 1_000_000) })
  for (const chain of [simulator, other]) chain.produce(one)
  return one.txid
}
async function withdrawn(who: Somebody, by: Somebody, amount: number, to: string) {
  const asked = await call(who, 'POST', '/requestWithdrawal', {
    type: 'bank_transfer',
    amount,
    bankName: 'My wallet',
    bankNumber: to,
  })
  expect([asked.status, asked.body.message]).toEqual([201, expect.any(String)])
  const id: string = asked.body.data.withdrawal._id
  expect((await call(by, 'POST', `/withdrawals/${id}/approval`, {})).status).toBe(200)
  return id
}

describe('first coins', () => {
  const [wallet, home] = [someAddress(random), someAddress(random)]
  let [deposit, payout] = ['', '']
  let ownAddress = ''
  /** A customer's request. */
  let theirs = ''

  test('come to staff alone, once two have compared the account', async () => {
    await watch.look()
    cara = await somebody('Cara Customer', 'user')
    expect((await coinsOf(adam)).closed).toMatch(/has not been confirmed by two/)
    for (const [who, status] of [
      [adam, 202],
      [bea, 200],
    ] as const)
      expect(
        (await call(who, 'POST', '/wallets/comparisons', { coin: 'USDT', address: own })).status,
      ).toBe(status)
    const closed =
      'We don’t take USDT yet: our staff are trying it with small amounts first. Please look again later.'
    expect(await coinsOf(cara)).toMatchObject({ network: 'tron', address: null, closed })
    expect(codeOf(await draw(cara))).toEqual([409, 'no_address'])
    const drawn = await draw(tess)
    expect(drawn.status).toBe(201)
    ownAddress = drawn.body.data.address
    expect(ownAddress).toMatch(/^T/)
  })

  test('are credited below the smallest amount, behind solidification and twenty blocks more', async () => {
    deposit = pay(wallet, ownAddress, 5)
    for (const chain of [simulator, other]) chain.produceEmpty(19 + 19)
    await watch.look()
    expect((await coinsOf(tess)).deposits).toEqual([])
    await lookDeep()
    expect((await coinsOf(tess)).deposits).toMatchObject([
      { txid: deposit, state: 'credited', amount: 5 },
    ])
  })

  test('leave by a list that is released, signed elsewhere and found on the chain', async () => {
    pay(ownAddress, own, 5)
    await lookDeep()
    const id = await withdrawn(tess, adam, 5, home)
    const built = await call(adam, 'POST', '/payout-lists', { withdrawals: [id] })
    expect([built.status, built.body.message]).toEqual([201, expect.any(String)])
    const list: string = built.body.data.id
    const shown = { amount: 5, payments: 1 }
    expect((await call(bea, 'POST', `/payout-lists/${list}/release`, shown)).status).toBe(200)
    const { csv } = (await call(bea, 'GET', `/payout-lists/${list}/file`)).body.data
    expect(csv).toContain(`${id},${home},5.000000,${usdtContract}`)
    payout = pay(own, home, 5)
    expect(await lookDeep()).toMatchObject({ paid: 1, says: [] })
  })

  test('are paid to nobody outside the firm', async () => {
    const money = { owner: cara.id, amount: 5_000n, asset: 'USDT' as const }
    expect((await house.run('CreditPlayMoney', money, cara.id)).outcome).toBe('done')
    theirs = await withdrawn(cara, adam, 50, someAddress(random))
    const listed = () => call(bea, 'POST', '/payout-lists', { withdrawals: [theirs] })
    expect(codeOf(await listed())).toEqual([409, 'coins_untried'])
  })

  test('are confirmed by transactions that the books have, by two, and by nobody alone', async () => {
    const propose = (given: object) =>
      call(adam, 'POST', '/wallets/first-coins', { coin: 'USDT', deposit, payout, ...given })
    for (const given of [{ deposit: payout }, { payout: deposit }, { payout: 'ab'.repeat(32) }])
      expect(codeOf(await propose(given))).toEqual([409, 'first_coins_unknown'])
    expect(codeOf(await propose({ payout: 'five dollars' }))).toEqual([400, 'validation_failed'])
    expect(codeOf(await propose({ coin: 'BTC' }))).toEqual([404, 'no_bitcoin'])
    const { status, body } = await propose({ deposit: ` ${deposit.toUpperCase()} ` })
    expect(status).toBe(202)
    const { proposal } = body.data
    expect(proposal.facts).toEqual({ coin: 'USDT', deposit, received: '5', payout, paid: '5' })
    expect(codeOf(await agree(adam, proposal))).toEqual([409, 'same_approver'])
    expect((await coinsOf(cara)).closed).toMatch(/our staff are trying/)
    const other = { ...proposal, facts: { ...proposal.facts, paid: '500' } }
    expect(codeOf(await agree(bea, other))).toEqual([409, 'not_as_shown'])
    expect((await agree(bea, proposal)).status).toBe(200)
    expect(await later(adam)).toMatchObject([
      { missing: false, found: expect.stringMatching(/^confirmed on /) },
    ])
    expect(codeOf(await propose({}))).toEqual([422, 'nothing_to_change'])
  })

  test('open the coin to customers, for whom the smallest amount counts', async () => {
    const drawn = await draw(cara)
    expect(drawn.status).toBe(201)
    pay(wallet, drawn.body.data.address, 4)
    await lookDeep()
    expect((await coinsOf(cara)).deposits).toMatchObject([{ state: 'held-up' }])
    pay(wallet, drawn.body.data.address, 40)
    await lookDeep()
    expect((await coinsOf(cara)).deposits.map(({ amount }) => amount)).toEqual([40, 4])
    const built = await call(bea, 'POST', '/payout-lists', { withdrawals: [theirs] })
    expect([built.status, built.body.message]).toEqual([201, expect.any(String)])
  })
})
