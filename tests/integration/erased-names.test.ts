/** I6: people are erased after a rich history, and then every word of theirs is looked for wherever anything is kept or said. */
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditChains } from '../../src/desk/audit-chains.ts'
import { logIn, logInAsAdmin, signUp, type ApiReply, type Client } from '../support/client.ts'
import { createTestDatabase } from '../support/database.ts'
import { sendDocument } from '../support/documents.ts'
import { startServer, stopServers, type TestServer } from '../support/server.ts'
import { setRole } from '../support/stamp.ts'

/** Refuses some of them, with their address, as mail servers do; the others it takes. */
const mails = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo: ({ address }, _, done) =>
    /refused/.test(address) ? done(new Error(`5.1.1 <${address}> is nobody here`)) : done(),
  onData: (stream, _, done) =>
    void stream
      .on('data', () => {})
      .on('end', () => {
        done()
        taken.resolve()
      }),
})
const taken = Promise.withResolvers<void>()
await new Promise<void>((resolve) => mails.listen(0, '127.0.0.1', resolve))
const { port } = mails.server.address() as { port: number }

const database = await createTestDatabase({ world: true })
let server: TestServer

afterAll(async () => {
  await stopServers()
  await new Promise<void>((resolve) => mails.close(resolve))
})

/** What people who leave are called, and whatever else is theirs alone. Nobody else has any of it. */
const words = [
  'Ritania',
  'Quellmoor',
  'Oldwick',
  'ritania.q',
  'Admirella',
  'Vonstock',
  'admirella.v',
  'Tomarion',
  'Grelsby',
  'tomarion.g',
  'Ivolar',
  'Zanterheide',
  'ivolar.z',
  'newplace',
  'Zephyrine',
  'qx-wallet-7719',
  'Kestrelbank',
  'whisperedreason',
  'mumblednote',
  'scribblednote',
  'vexedproposal',
  'Thistlewynd',
]

type Sent = {
  by: Client
  method: string
  path: string
  body: unknown
  key: string
  reply: ApiReply
}
/** What those who stay have asked for, to be asked again. */
const sent: Sent[] = []

async function keep(by: Client, method: string, path: string, body?: unknown): Promise<any> {
  const key = `key ${sent.length}`
  const reply = await by.send(method, path, body, key)
  if (reply.status >= 500) throw new Error(`${method} ${path} answered ${reply.text}`)
  sent.push({ by, method, path, body, key, reply })
  return reply.body?.data
}

const again = ({ by, method, path, body, key }: Sent) => by.send(method, path, body, key)

let [first, second, leaver, ben, rita, tom, ivo]: Client[] = []

const wallet = { type: 'bank_transfer', bankName: 'A wallet', bankNumber: 'somewhere' }
const toAccount = (to: Client, amount: number) => ({
  type: 'tradehub_transfer',
  amount,
  recipientAccountId: to.user.accountId,
})

async function requested(by: Client, body: object): Promise<string> {
  return (await keep(by, 'POST', '/requestWithdrawal', body)).withdrawal._id
}

async function makePeople(): Promise<void> {
  ;[first, second] = [
    await logInAsAdmin(server.url),
    await logIn(server.url, 'second-admin@glasshouse.example', 'glasshouse-second'),
  ]
  leaver = await signUp(server.url, {
    fullName: 'Admirella Vonstock',
    email: 'admirella.v@refused.example',
  })
  await setRole(database, leaver.user.id, 'admin')
  rita = await signUp(server.url, {
    fullName: 'Ritania Oldwick',
    email: 'ritania.q@people.example',
  })
  tom = await signUp(server.url, {
    fullName: 'Tomarion Grelsby',
    email: 'tomarion.g@people.example',
  })
  ben = await signUp(server.url, { fullName: 'Ben Whostays', referralCode: rita.user.referralCode })
  ivo = await signUp(server.url, {
    fullName: 'Ivolar Zanterheide',
    email: 'ivolar.z@refused.example',
    referralCode: rita.user.referralCode,
  })
}

/** Replies that name a referrer, under all kinds of commands of the friend’s and of staff’s. */
async function referred(): Promise<void> {
  await keep(ben!, 'POST', '/demo/deposits', { amount: 1000, asset: 'BTC' })
  await rita!.ok('POST', '/api/user/update', {
    fullName: String.raw`Ritania "Q" \ Quellmoor`,
    password: 'orange lantern',
    confirmPassword: 'orange lantern',
  })
  const plan = await ben!.plan('Starter Growth')
  await keep(ben!, 'POST', '/investments', {
    planId: plan.id,
    amount: 100,
    acceptedRiskVersion: plan.riskVersion,
    acceptedTermsVersion: plan.termsVersion,
  })
  await keep(ben!, 'POST', '/api/user/update', {
    fullName: 'Benno Whostays',
    password: 'orange lantern',
    confirmPassword: 'orange lantern',
  })
  await keep(first!, 'POST', `/users/${ben!.user.id}/freeze`, { reason: 'a look' })
  await keep(first!, 'POST', `/users/${ben!.user.id}/unfreeze`, { reason: 'all is well' })
  await keep(first!, 'PATCH', `/${ben!.user.id}`, { totalProfit: 5, reason: 'a gift' })
  await keep(first!, 'POST', '/credit-referrer', { userId: ben!.user.id, fundingAmount: 50 })
}

/** Who somebody says they are, refused with a reason, and a copy of everything that they asked for. */
async function sentIn(): Promise<void> {
  const documents = [await sendDocument(rita!, 'identity'), await sendDocument(rita!, 'address')]
  await rita!.ok('POST', '/verification', {
    legalName: 'Ritania Zephyrine Quellmoor',
    birthDate: '1990-04-23',
    country: 'DE',
    address: 'Thistlewynd 7719',
    documents,
  })
  const { lastCase } = await rita!.ok('GET', '/verification')
  const reason = 'The letter to Thistlewynd is too old'
  await keep(first!, 'POST', `/verifications/${lastCase.id}/refusal`, { reason })
  await rita!.ok('POST', '/archives')
}

/** What the administrator who leaves decided, and what others were told of it. */
async function decided(): Promise<void> {
  const [one, two, three, four] = [
    await requested(ben!, { ...wallet, amount: 20 }),
    await requested(ben!, { ...wallet, amount: 300 }),
    await requested(ben!, { ...wallet, amount: 310 }),
    await requested(ben!, toAccount(tom!, 30)),
  ]
  await leaver!.ok('POST', `/withdrawals/${one}/rejection`, { reason: 'not like this' })
  await keep(first!, 'POST', `/withdrawals/${one}/approval`)
  await leaver!.ok('POST', `/withdrawals/${two}/approval`)
  await keep(second!, 'POST', `/withdrawals/${two}/approval`)
  await keep(second!, 'POST', `/withdrawals/${two}/payout`, { reference: 'P-2' })
  await keep(first!, 'POST', `/withdrawals/${three}/approval`)
  await leaver!.ok('POST', `/withdrawals/${three}/approval`)
  await keep(second!, 'POST', `/withdrawals/${three}/return`, { reason: 'it came back' })
  await leaver!.ok('POST', `/withdrawals/${four}/approval`)
  const five = await requested(ben!, { ...wallet, amount: 305 })
  await leaver!.ok('POST', `/withdrawals/${five}/approval`)
  await keep(ben!, 'DELETE', `/withdrawals/${five}`)
  for (const end of ['agreement', 'refusal']) {
    const { proposal } = await leaver!.ok('PATCH', `/${ben!.user.id}`, {
      totalProfit: end === 'agreement' ? 500 : 900,
      reason: 'earned',
    })
    const shown = { shown: proposal.facts }
    await keep(
      second!,
      'POST',
      `/proposals/${proposal.id}/${end}`,
      end === 'agreement' ? shown : { reason: 'too much' },
    )
    await keep(first!, 'POST', `/proposals/${proposal.id}/agreement`, shown)
  }
  const { proposal } = (await keep(first!, 'PATCH', `/${ben!.user.id}`, {
    totalProfit: 1500,
    reason: 'more',
  }))!
  await leaver!.ok('POST', `/proposals/${proposal.id}/refusal`, { reason: 'no' })
  await keep(first!, 'POST', `/proposals/${proposal.id}/agreement`, { shown: proposal.facts })
  await leaver!.ok('POST', `/users/${ben!.user.id}/notes`, { text: 'asked for a call' })
}

/** What was said to and about the investor who leaves, and where their money went. */
async function invested(): Promise<void> {
  await ivo!.ok('POST', '/demo/deposits', { amount: 500, asset: 'USDT' })
  const own = {
    type: 'bank_transfer',
    bankName: 'Zephyrine Kestrelbank',
    bankNumber: 'qx-wallet-7719',
  }
  const rejected = (await ivo!.ok('POST', '/requestWithdrawal', { ...own, amount: 100 })).withdrawal
    ._id
  await keep(first!, 'POST', `/withdrawals/${rejected}/rejection`, { reason: 'whisperedreason' })
  await keep(second!, 'POST', `/withdrawals/${rejected}/approval`)
  await keep(first!, 'POST', `/users/${ivo!.user.id}/notes`, { text: 'mumblednote' })
  await keep(first!, 'PATCH', `/${ivo!.user.id}`, {
    email: 'ivolar.z@newplace.example',
    reason: 'whisperedreason',
  })
  // Another email ends the sessions.
  ivo = await logIn(server.url, 'ivolar.z@newplace.example', 'orange lantern')
  const { proposal } = (await keep(first!, 'PATCH', `/${ivo.user.id}`, {
    totalProfit: 4000,
    reason: 'vexedproposal',
  }))!
  await keep(second!, 'POST', `/proposals/${proposal.id}/refusal`, {
    reason: 'vexedproposal',
  })
  const moved = { ...toAccount(ben!, 10), note: 'scribblednote' }
  const { _id: noted } = (await ivo!.ok('POST', '/requestWithdrawal', moved)).withdrawal
  for (const by of [first!, second!]) await keep(by, 'POST', `/withdrawals/${noted}/approval`)
  const paid = (await ivo!.ok('POST', '/requestWithdrawal', { ...own, amount: 490 })).withdrawal._id
  for (const by of [first!, second!]) await keep(by, 'POST', `/withdrawals/${paid}/approval`)
  await keep(first!, 'POST', `/withdrawals/${paid}/payout`, { reference: 'P-1' })
  // Nobody is told whether it is known, and it may wait a moment to be looked at.
  await ivo!.send('POST', '/forgot-password', { email: 'ivolar.z@newplace.example' })
}

async function erase(): Promise<void> {
  for (const [person, amount] of [
    [rita!, 5],
    [tom!, 30],
  ] as const) {
    const { withdrawal } = await person.ok('POST', '/requestWithdrawal', toAccount(ben!, amount))
    await keep(first!, 'POST', `/withdrawals/${withdrawal._id}/approval`)
  }
  for (const person of [rita!, tom!, ivo!, leaver!]) await first!.ok('DELETE', `/${person.user.id}`)
}

/** Whatever of this is found in any column of any table: `table.column`. */
async function columnsWith(word: string): Promise<string[]> {
  const { rows: columns } = await database.owner.query<{
    at: string
    column: string
  }>(`select format('%I.%I', table_schema, table_name) as at, quote_ident(column_name) as column
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const asked = columns.map(
    ({ at, column }) =>
      `select '${at}.${column}' as found from ${at} where ${column}::text ilike '%' || $1 || '%'`,
  )
  return (
    await database.owner.query(
      `select distinct found from (${asked.join(' union all ')}) everywhere`,
      [word],
    )
  ).rows.map(({ found }) => found)
}

function untilLogged(words: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const look = () => server.output().stderr.includes(words) && resolve()
  server.child.stderr!.on('data', look)
  look()
  return promise
}

let before: ApiReply[]
let after: ApiReply[]

beforeAll(async () => {
  server = await startServer({
    databaseUrl: database.url,
    env: {
      LOG_LEVEL: 'trace',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      GLASSHOUSE_SECOND_APPROVAL_ABOVE: '200',
    },
  })
  await makePeople()
  await referred()
  await decided()
  await sentIn()
  await invested()
  before = await Promise.all(sent.map(again))
  // Some mails were sent, and some were refused: both have to go, and what the log says of the refused ones.
  await Promise.all([taken.promise, untilLogged('a mail was not sent')])
  await erase()
  after = await Promise.all(sent.map(again))
}, 120_000)

test('I6 a repeated key answers with the first reply, byte for byte, whoever was renamed since', () => {
  expect(before.map(({ text }) => text)).toEqual(
    sent.slice(0, before.length).map(({ reply }) => reply.text),
  )
  expect(sent[0]!.reply.body.data.user.referredBy).toBe('Ritania Oldwick')
  const named = sent.filter(({ reply }) => /Ritania|Admirella/.test(reply.text))
  expect(named.length).toBeGreaterThan(12)
})

test('I6 and in place of whoever was erased since it reads “a closed account”, where nothing else has changed', async () => {
  const { rows } = await database.owner.query<{ key: string }>(
    'select c.key from desk.commands c join desk.particulars d on d.command_id = c.id where c.key is not null',
  )
  const kept = sent.flatMap((one, i) =>
    rows.some(({ key }) => key.endsWith(` ${one.key}`))
      ? [{ first: one.reply.text, now: after[i]!.text }]
      : [],
  )
  const withoutNames = (text: string) =>
    text.replaceAll(
      /Ritania (Oldwick|\\"Q\\" \\\\ Quellmoor)|Admirella Vonstock/g,
      'a closed account',
    )
  expect(kept.map(({ now }) => now)).toEqual(kept.map(({ first: said }) => withoutNames(said)))
  expect(kept.filter(({ now }) => now.includes('a closed account')).length).toBeGreaterThan(12)
  expect(kept.some(({ now }) => now.includes('rejected by a closed account'))).toBe(true)
})

test('I6 no word of theirs is left in any column of any table, the outbox among them', async () => {
  // It finds what is there.
  expect(await columnsWith('Whostays')).toContain('auth.persons.full_name')
  const found = await Promise.all(
    words.map(async (word) => [word, await columnsWith(word)] as const),
  )
  expect(found.filter(([, columns]) => columns.length > 0)).toEqual([])
  expect((await auditChains(database.pool)).faults).toEqual([])
})

test('I6 nor in anything that the server wrote to its log, nor in what it answers', async () => {
  const { stdout, stderr } = server.output()
  expect(stderr).toContain('a mail was not sent')
  const answers = await Promise.all([
    ...[
      `/users?search=&limit=200&status=closed`,
      '/audit?limit=200',
      '/getAllWithdrawals?limit=200',
      '/proposals?limit=200',
      '/proposals?decided=true&limit=200',
      `/users/${ben!.user.id}`,
      `/users/${ben!.user.id}/activity?limit=200`,
      `/users/${ivo!.user.id}`,
      `/users/${ivo!.user.id}/activity`,
      `/users/${ivo!.user.id}/notes`,
      '/audit.csv',
      '/users.csv',
      '/bank-entries.csv',
      '/staff.csv',
      '/withdrawals.csv',
    ].map((path) => first!.send('GET', path)),
    ...['/me', '/activity?limit=200', '/withdrawals', '/activity.csv'].map((path) =>
      ben!.send('GET', path),
    ),
  ])
  const everything = [
    stdout,
    stderr,
    ...answers.map(({ text }) => text),
    await (await fetch(`${server.url}/outbox`)).text(),
  ]
    .join('\n')
    .toLowerCase()
  expect(everything).toContain('benno whostays')
  expect(words.filter((word) => everything.includes(word.toLowerCase()))).toEqual([])
})
