import { randomUUID } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mailTopics } from '../../src/contract/mail-choices.ts'
import { addPerson } from '../../src/domains/sign-in/add-person.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { writeLetter } from '../../src/domains/nouns.ts'
import { sendDueMails, smtpMailer, type Outbox } from '../../src/platform/mail/mailer.ts'
import { createTestDatabase } from '../support/database.ts'
import { testMacKeys, testSecret } from '../support/stamp.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const received: { to: string; text: string }[] = []
let refusing = false

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    let text = ''
    stream
      .on('data', (chunk) => (text += chunk))
      .on('end', () => {
        if (refusing) return done(new Error('come back later'))
        received.push({
          to: session.envelope.rcptTo[0]!.address,
          text: text.replaceAll('=\r\n', ''),
        })
        return done()
      })
  },
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.server.address() as { port: number }
const mailer = smtpMailer(`smtp://127.0.0.1:${port}`, 'Glasshouse <no-reply@glasshouse.example>')
afterAll(async () => {
  mailer.close()
  await new Promise<void>((resolve) => server.close(resolve))
})

const outbox: Outbox = {
  pool: database.pool,
  log: createLog(readConfig({ LOG_LEVEL: 'silent' })),
  origin: 'https://firm.example',
  secret: testSecret,
  firm: { name: 'A Sample Firm', sample: true },
  writeLetter,
  mailer,
}

async function write(
  template: string,
  values: Record<string, string> = {},
  to: { fullName?: string } = {},
): Promise<bigint> {
  const email = `${randomUUID()}@people.example`
  const owner = await addPerson(
    { pool: database.pool, macKeys: testMacKeys },
    {
      fullName: to.fullName ?? 'Ada Example',
      email,
      password: 'paper and glass',
    },
  )
  const { rows } = await database.pool.query(
    'insert into outbox (owner_id, template, "values") values ($1, $2, $3) returning id',
    [owner, template, values],
  )
  return rows[0].id
}
async function row(id: bigint) {
  return (
    await database.pool.query(
      'select state, attempts, last_error, next_attempt_at > clock_timestamp() as later from outbox where id = $1',
      [id],
    )
  ).rows[0]
}
const untilDue = () => database.pool.query('update outbox set next_attempt_at = clock_timestamp()')

beforeEach(async () => {
  received.length = 0
  refusing = false
  await database.pool.query('delete from outbox')
})

const everyTemplate: [string, Record<string, string>, RegExp[]][] = [
  ['welcome', {}, [/Subject: Welcome to A Sample Firm/, /Your account is open/]],
  ['deposit-received', { amount: '$10.00' }, [/Subject: \$10\.00 received/]],
  [
    'investment-opened',
    {
      planTitle: 'Starter Growth',
      amount: '$100.00',
      profit: '$10.00',
      maturesAt: '2026-12-01T09:30:00.000Z',
    },
    [/matures on 2026-12-01 at 09:30 UTC/, /profit of \$10\.00/],
  ],
  [
    'investment-matured',
    { planTitle: 'Starter Growth', amount: '$100.00', profit: '$10.00' },
    [/Subject: Starter Growth has matured/],
  ],
  ['withdrawal-requested', { amount: '$5.00' }, [/Subject: Withdrawal of \$5\.00 requested/]],
  [
    'withdrawal-decided',
    { amount: '$5.00', decision: 'rejected', reason: 'Wrong address' },
    [/was rejected; the amount is back/, /Reason: Wrong address/],
  ],
  ['withdrawal-decided', { amount: '$5.00', decision: 'approved' }, [/was approved\./]],
  ['withdrawal-paid', { amount: '$5.00', reference: 'TX-1' }, [/The reference is TX-1\./]],
  [
    'staff-change',
    { reason: 'Typing mistake' },
    [/Subject: Our staff changed your account/, /Reason: Typing mistake/],
  ],
]

test.for(everyTemplate)('%s is sent once, in words', async ([template, values, words]) => {
  const id = await write(template, values)
  expect(await sendDueMails(outbox)).toBe(1)
  expect(await sendDueMails(outbox)).toBe(0)
  expect(received.length).toBe(1)
  for (const pattern of [
    ...words,
    /Hello Ada Example,/,
    /A Sample Firm\s+Demonstration: play money, a sample firm, sample figures/,
    /From: Glasshouse <no-reply@glasshouse\.example>/,
    /https:\/\/firm\.example\/dashboard/,
  ]) {
    expect(received[0]!.text).toMatch(pattern)
  }
  expect(received[0]!.text).not.toContain('undefined')
  const canBeSwitchedOff = (mailTopics as readonly string[]).includes(template)
  expect(
    received[0]!.text.includes(
      'You can switch off e-mails like this one in your settings: https://firm.example/dashboard/settings',
    ),
  ).toBe(canBeSwitchedOff)
  expect(received[0]!.text).toContain(`Message-ID: <outbox-${id}@firm.example>`)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
})

test('E3: a name or a plan cannot begin another header', async () => {
  await write(
    'investment-matured',
    { planTitle: 'Gold\r\nBcc: victim@people.example', amount: '$1.00', profit: '$1.00' },
    { fullName: 'Eve\r\nBcc: victim@people.example' },
  )
  await sendDueMails(outbox)
  expect(received.length).toBe(1)
  const headers = received[0]!.text.split('\r\n\r\n')[0]!
  expect(headers).not.toMatch(/^Bcc:/m)
})

test('what the mail server refuses is tried again later, and in the end given up', async () => {
  const id = await write('welcome')
  refusing = true
  await sendDueMails(outbox)
  expect(await row(id)).toMatchObject({
    state: 'waiting',
    attempts: 1,
    later: true,
    last_error: expect.stringContaining('come back later'),
  })
  expect(await sendDueMails(outbox)).toBe(0)
  await untilDue()
  refusing = false
  await sendDueMails(outbox)
  expect(await row(id)).toMatchObject({ state: 'sent', attempts: 2, last_error: null })

  const hopeless = await write('welcome')
  refusing = true
  for (let attempt = 1; attempt <= 10; attempt++) {
    await untilDue()
    await sendDueMails(outbox)
  }
  expect(await row(hopeless)).toMatchObject({ state: 'failed', attempts: 10 })
})

test('many senders at once send each mail once', async () => {
  for (let mail = 0; mail < 30; mail++) await write('welcome')
  await Promise.all(Array.from({ length: 6 }, () => sendDueMails(outbox)))
  while ((await sendDueMails(outbox)) > 0);
  expect(received.length).toBe(30)
  expect(new Set(received.map(({ to }) => to)).size).toBe(30)
})

test('an erased person gets no mail', async () => {
  const id = await write('welcome')
  await database.owner.query('delete from auth.persons')
  await sendDueMails(outbox)
  expect(await row(id)).toMatchObject({ state: 'failed' })
  expect(received.length).toBe(0)
})

test('without a mail server mails are kept, and sent to nobody later', async () => {
  const id = await write('welcome')
  expect(await sendDueMails({ ...outbox, mailer: null })).toBe(1)
  expect(await row(id)).toMatchObject({ state: 'kept' })
  expect(await sendDueMails(outbox)).toBe(0)
  expect(received.length).toBe(0)
})

describe('what a person has switched off', () => {
  const mute = (owner: string, ...templates: string[]) =>
    database.pool.query('update auth.persons set muted_mails = $2 where id = $1', [
      owner,
      templates,
    ])
  const templatesTo = async (owner: string) =>
    (
      await database.pool.query<{ template: string }>(
        'select template from outbox where owner_id = $1 order by id',
        [owner],
      )
    ).rows.map(({ template }) => template)

  test('is not written, while others in the same batch get theirs', async () => {
    const [quiet, loud] = [await house.person(), await house.person()]
    await mute(quiet, 'deposit-received')
    await Promise.all(
      [quiet, loud].map((owner) =>
        house.run('CreditPlayMoney', { owner, amount: 5_00n, asset: 'BTC' }, owner),
      ),
    )
    expect(await templatesTo(quiet)).toEqual(['welcome'])
    expect(await templatesTo(loud)).toEqual(['welcome', 'deposit-received'])
  })

  test('counts for each kind of mail alone', async () => {
    const owner = await house.person()
    await mute(owner, 'deposit-received')
    await house.run('CreditPlayMoney', { owner, amount: 5_00n, asset: 'BTC' }, owner)
    await house.run(
      'RequestWithdrawal',
      {
        owner,
        amount: 1_00n,
        target: { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'of any kind' },
      },
      owner,
    )
    expect(await templatesTo(owner)).toEqual(['welcome', 'withdrawal-requested'])
  })

  test('can be what the contract names and nothing else: never the welcome, nor what staff did', async () => {
    const owner = await house.person()
    await mute(owner, ...mailTopics)
    for (const [template] of everyTemplate) {
      if ((mailTopics as readonly string[]).includes(template)) continue
      await expect(mute(owner, template), template).rejects.toThrow(
        'persons_mute_what_may_be_muted',
      )
    }
    await expect(
      database.pool.query('update auth.persons set muted_mails = array[null] where id = $1', [
        owner,
      ]),
    ).rejects.toThrow('persons_mute_what_may_be_muted')
  })
})

describe('the call', async () => {
  const app = await createTestApp(database)
  const everything = Object.fromEntries(mailTopics.map((topic) => [topic, true]))
  const mails = (token: string | undefined, payload?: object) =>
    ask(app, payload === undefined ? 'GET' : 'PATCH', `${api}/mail-choices`, {
      ...(token ? { token } : {}),
      ...(payload ? { payload } : {}),
    })

  test('switches on and off what it names, and keeps the rest', async () => {
    const { token } = await signUpSomebody(app)
    expect((await mails(token)).body.data.mails).toEqual(everything)
    await mails(token, { 'deposit-received': false, 'withdrawal-paid': false })
    const reply = await mails(token, { 'withdrawal-paid': true, 'withdrawal-decided': false })
    expect([reply.status, reply.body.data.mails]).toEqual([
      200,
      { ...everything, 'deposit-received': false, 'withdrawal-decided': false },
    ])
    expect((await mails(token)).body).toEqual(reply.body)
  })

  test('from two pages at once loses neither', async () => {
    const { token } = await signUpSomebody(app)
    await Promise.all(mailTopics.map((topic) => mails(token, { [topic]: false })))
    expect(Object.values((await mails(token)).body.data.mails)).toEqual(mailTopics.map(() => false))
  })

  test.each([
    { welcome: false },
    { 'staff-change': false },
    { 'deposit-received': 'no' },
    { 'deposit-received': null },
    [[]],
  ])('refuses %j', async (payload) => {
    const { token } = await signUpSomebody(app)
    expect((await mails(token, payload)).status).toBe(400)
    expect((await mails(token)).body.data.mails).toEqual(everything)
  })

  test('is for whoever is signed in, about themselves alone', async () => {
    const [one, other] = [await signUpSomebody(app), await signUpSomebody(app)]
    expect([
      (await mails(undefined)).status,
      (await mails(undefined, { 'deposit-received': false })).status,
    ]).toEqual([401, 401])
    await mails(one.token, { 'deposit-received': false })
    expect((await mails(other.token)).body.data.mails).toEqual(everything)
  })

  test('is remembered through signing in again, and goes with the person', async () => {
    const { id, token, email, password } = await signUpSomebody(app)
    await mails(token, { 'deposit-received': false })
    const again = await ask(app, 'POST', `${api}/login`, { payload: { email, password } })
    expect((await mails(again.body.token)).body.data.mails['deposit-received']).toBe(false)
    const staff = await house.person({ role: 'admin' })
    expect((await house.run('CloseUser', { user: id }, staff)).outcome).toBe('done')
    expect((await mails(again.body.token)).status).toBe(401)
    expect(
      (await database.pool.query('select from auth.persons where id = $1', [id])).rowCount,
    ).toBe(0)
  })
})
