import { randomUUID } from 'node:crypto'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { mailTopics, onlyIfChosen } from '../../src/contract/mail-choices.ts'
import { neverPays } from '../../src/contract/message.ts'
import { readConfig } from '../../src/platform/config.ts'
import { createLog } from '../../src/platform/log.ts'
import { writeLetter } from '../../src/domains/nouns.ts'
import { sendDueMails, smtpMailer, type Outbox } from '../../src/platform/mail/mailer.ts'
import { createTestDatabase } from '../support/database.ts'
import { testSecret } from '../support/stamp.ts'
import { createHouse } from '../support/house.ts'
import { partsOf, type Received } from '../support/mime.ts'
import { elements, wordsOf } from '../support/page-head.ts'
import { api, ask, createTestApp, readOutbox, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const received: (Received & { to: string })[] = []
let refusing = false

const server = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onData(stream, session, done) {
    let text = ''
    stream
      .on('data', (chunk) => (text += chunk))
      .on('end', () => {
        if (refusing) return done(new Error('come back later'))
        received.push({ to: session.envelope.rcptTo[0]!.address, ...partsOf(text) })
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

/** Somebody whose address is confirmed. */
const somebody = async (fullName: string): Promise<{ owner: string }> => ({
  owner: await house.person({ fullName, vouched: true }),
})
const ada = await somebody('Ada Example')

async function write(
  template: string,
  values: Record<string, string> = {},
  { owner } = ada,
): Promise<bigint> {
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
const untilDue = () => database.pool.query('update outbox set next_attempt_at = default')

beforeEach(async () => {
  received.length = 0
  refusing = false
  await database.pool.query('delete from outbox')
})

const wallet = {
  request: '01a9d3c4-0000-7000-8000-000000000001',
  amount: '$5.00',
  walletName: 'My savings',
  walletAddress: 'of any kind',
}
const account = { amount: '$5.00', recipientAccountId: 'GH-1234567897' }
const link = '01a9d3c4-0000-7000-8000-000000000002'
const effectiveFrom = '2026-12-01T09:30:00.000Z'

/** Each mail, and what it has to say: who, how much, where to, and what follows. */
const everyMail: [string, Record<string, string>, (string | RegExp)[]][] = [
  ['welcome', { accountId: 'GH-1234567897' }, ['Account ID: GH-1234567897', /^To begin, add/m]],
  [
    'deposit-received',
    { amount: '$10.00', how: 'play-money', asset: 'BTC' },
    ['You added $10.00 of play money (BTC) to your balance.', 'you can invest it'],
  ],
  [
    'deposit-received',
    { amount: '$10.00', how: 'transfer', from: 'GH-1234567897' },
    ['The account GH-1234567897 sent you $10.00. Our staff approved the transfer.'],
  ],
  [
    'deposit-received',
    { amount: '$10.00', how: 'referral' },
    ['Our staff credited $10.00 to your balance, as a bonus for a friend'],
  ],
  ['deposit-received', { amount: '$10.00' }, ['We credited $10.00 to your balance.']],
  ['more-today', { instead: 'deposit-received' }, [/^Today our staff have done more of the same/m]],
  [
    'investment-opened',
    {
      planTitle: 'Starter Growth',
      amount: '$100.00',
      profit: '$10.00',
      total: '$110.00',
      maturesAt: effectiveFrom,
    },
    [
      'You invested $100.00 in Starter Growth.',
      'Profit: $10.00',
      'Matures: Dec 1, 2026 at 09:30 UTC',
    ],
  ],
  [
    'investment-opened',
    {
      planTitle: 'Starter Growth',
      amount: '$100.00',
      profit: '$10.00',
      maturesAt: effectiveFrom,
      undoableUntil: effectiveFrom,
    },
    ['Until Dec 1, 2026 at 09:30 UTC you can undo it on its page, without a reason'],
  ],
  [
    'investment-undone',
    { planTitle: 'Starter Growth', amount: '$100.00', profit: '$10.00' },
    [
      'The whole $100.00 is in your balance again, and nothing was charged.',
      'Plan: Starter Growth',
      'You can invest again or withdraw your money.',
    ],
  ],
  [
    'payout-returned',
    { amount: '$100.00', paid: '$100.00', reason: 'The account is closed (AC04)', request: 'any' },
    [
      'The bank sent your payout of $100.00 back.',
      'The account is closed (AC04)',
      'The whole amount is in your balance again.',
    ],
  ],
  [
    'payout-returned',
    { amount: '$85.00', paid: '$100.00', reason: 'Closed', request: 'any' },
    ['$85.00 of it reached us, and is in your balance again.'],
  ],
  [
    'answers-pause',
    { until: effectiveFrom },
    [
      'Based on your answers, plans aren’t suitable for you right now.',
      'You can answer them again from Dec 1, 2026 at 09:30 UTC on.',
      'You can withdraw it at any time',
    ],
  ],
  [
    'investment-limit',
    { before: 'none', limit: '$500.00' },
    ['Limit before: none', 'Limit now: $500.00', 'It counts from now on.'],
  ],
  [
    'investment-limit',
    { before: '$500.00', limit: 'none', from: effectiveFrom },
    ['Limit then: none', 'It counts from Dec 1, 2026 at 09:30 UTC on'],
  ],
  [
    'account-closing',
    { closesFrom: effectiveFrom },
    [
      'It closes on Dec 1, 2026 at 09:30 UTC: then we erase your data',
      'keep your account in your settings before then',
      'If you did not ask for this',
    ],
  ],
  [
    'account-closing-ended',
    { why: 'money', left: '$5.00 balance' },
    ['After 24 hours it held $5.00 balance', 'Nothing was erased.'],
  ],
  ['account-closing-ended', { why: 'frozen' }, ['it was frozen, so we did not close it']],
  ['account-closing-ended', { why: 'staff' }, ['Somebody else can close it.']],
  ['account-closing-ended', { why: 'stopped' }, ['have decided to keep it']],
  [
    'investment-matured',
    { planTitle: 'Starter Growth', amount: '$100.00', profit: '$10.00', total: '$110.00' },
    ['Your investment in Starter Growth has matured.', 'Paid: $110.00'],
  ],
  [
    'investment-reinvested',
    {
      planTitle: 'Starter Growth',
      amount: '$100.00',
      profit: '$10.00',
      nextProfit: '$10.00',
      nextMaturesAt: effectiveFrom,
    },
    [
      'We paid its profit of $10.00 to your balance, and invested the principal of $100.00 again',
      'Invested again: $100.00',
      'Matures: Dec 1, 2026 at 09:30 UTC',
      'it cannot be undone',
    ],
  ],
  [
    'investment-not-reinvested',
    {
      planTitle: 'Starter Growth',
      amount: '$100.00',
      profit: '$10.00',
      total: '$110.00',
      why: 'terms_changed',
    },
    [
      'We did not, because the plan’s terms had changed since you accepted them.',
      'Paid: $110.00',
      'Principal and profit are both in your balance.',
    ],
  ],
  [
    'reinvesting-chosen',
    {
      planTitle: 'Starter Growth',
      amount: '$100.00',
      maturesAt: effectiveFrom,
      nextPercent: '10',
      nextDays: '8',
    },
    [
      'we will invest the principal of $100.00 again and pay the profit to your balance',
      'Terms: 10% once, after 8 days',
      'Otherwise we pay the principal to your balance and tell you why.',
      'You can change this on its page until it matures.',
    ],
  ],
  [
    'withdrawal-requested',
    { ...wallet, link },
    [
      'You asked to withdraw $5.00.',
      'To: My savings\nAddress: of any kind',
      'we email you when it is approved or rejected',
      `https://firm.example/dashboard/transfer/${wallet.request}`,
      /Cancel this request: https:\S+\/cancel-request\//,
      /Freeze my account: https:\S+\/freeze-account\//,
    ],
  ],
  ['withdrawal-requested', { amount: '$5.00' }, ['Amount: $5.00']],
  [
    'withdrawal-decided',
    { ...wallet, decision: 'rejected', reason: 'Wrong address' },
    [
      'Our staff rejected your withdrawal of $5.00.',
      `Reason: Wrong address\n\n${neverPays}`,
      'The whole amount is in your balance again.',
    ],
  ],
  [
    'withdrawal-decided',
    { ...wallet, decision: 'approved' },
    ['Our staff approved your withdrawal of $5.00.', 'It stays set aside for you until it is paid'],
  ],
  [
    'withdrawal-decided',
    { ...account, decision: 'approved' },
    ['To account: GH-1234567897', 'The recipient has it in their balance now.'],
  ],
  [
    'withdrawal-decided',
    { ...wallet, decision: 'returned', reason: 'Refused by the network' },
    ['could not be paid out', 'Reason: Refused by the network', 'in your balance again'],
  ],
  [
    'withdrawal-paid',
    { ...wallet, reference: 'TX-1' },
    ['Our staff paid out your withdrawal of $5.00.', 'Address: of any kind\nReference: TX-1'],
  ],
  [
    'staff-change',
    { what: 'edit', accountBalance: '$1.00 → $2.00', fullName: 'changed', reason: 'A mistake' },
    ['Account balance: $1.00 → $2.00', 'Full name: changed', 'Reason: A mistake'],
  ],
  ['staff-change', { what: 'frozen', reason: 'A doubt' }, ['froze your account', 'A doubt']],
  ['staff-change', { what: 'unfrozen', reason: 'No doubt' }, ['money can leave it again']],
  ['staff-change', { what: 'sessions-ended' }, ['ended all sessions', 'Log in again as usual.']],
  ['staff-change', { reason: 'A mistake' }, ['Our staff changed something in your account.']],
  ['frozen-by-owner', {}, ['You have frozen your account', 'Only our staff can unfreeze']],
  ['reset-password', { link }, [/Choose a new password: https:\S+\/reset-password\//]],
  ['known-browser', { link }, [/Use this browser: https:\S+\/known-browser\//]],
  [
    'unverified-ends',
    { link, endsAt: effectiveFrom },
    [
      'the account ends on Dec 1, 2026 at 09:30 UTC',
      /Confirm this address: https:\S+\/verify-email\//,
      /Choose a new password: https:\S+\/forgot-password/,
    ],
  ],
  ['security-change', { change: 'password-changed' }, ['Your password was changed.']],
  [
    'security-change',
    { change: 'password-reset', freeze: link },
    [/Freeze my account: https:\S+\/freeze-account\//],
  ],
  [
    'security-change',
    { change: 'app-added', link },
    [/Remove what was added: https:\S+\/undo-factor\//],
  ],
  ['confirm-email', { link, effectiveFrom }, [/Confirm this address: https:\S+\/confirm-email\//]],
  [
    'access-change',
    { what: 'email', link, effectiveFrom, email: 'new@people.example', reason: 'Asked' },
    [
      'set new@people.example as the new email address',
      'not before Dec 1, 2026 at 09:30 UTC',
      /Stop this change: https:\S+\/stop-change\//,
    ],
  ],
  [
    'access-change-elsewhere',
    { what: 'app', link, effectiveFrom },
    [/Stop this change: https:\S+\/stop-change\//],
  ],
  [
    'day-proof',
    { day: '2026-11-25', hash: 'ab'.repeat(32), total: '$512.34' },
    [
      'The proof of 2026-11-25 says that the firm owes $512.34.',
      `Hash: ${'ab'.repeat(32)}`,
      'https://firm.example/proofs/2026-11-25.json',
      /See your account: https:\S+\/dashboard\/proof/,
    ],
  ],
  ['access-change-ended', { what: 'app', how: 'stopped' }, ['The change was stopped.']],
  [
    'verification-reminder',
    { reason: 'The letter is too old' },
    ['The letter is too old', 'Your money stays yours'],
  ],
  [
    'verification-ends',
    { until: '2026-12-31' },
    ['You are verified until 2026-12-31.', 'a withdrawal that is pending stays pending'],
  ],
]

const withoutName = ['unverified-ends', 'confirm-email', 'access-change-elsewhere']

describe.for(everyMail)('%s of %j', ([template, values, words]) => {
  test('is sent once, in words', async () => {
    const id = await write(template, values)
    expect(await sendDueMails(outbox)).toBe(1)
    expect(await sendDueMails(outbox)).toBe(0)
    expect(received.length).toBe(1)
    const { headers, text } = received[0]!
    for (const said of words) expect(text).toMatch(said)
    expect(text).toMatch(
      new RegExp(`^Hello ${withoutName.includes(template) ? 'there' : 'Ada Example'},\n\n[A-Z]`),
    )
    expect(text).toMatch(/A Sample Firm\s+Demonstration: play money, a sample firm, sample figures/)
    expect(text).toMatch(/https:\/\/firm\.example\/dashboard/)
    expect(text).not.toMatch(/undefined|null|: $|: \n/)
    expect(headers).toMatch(/^Subject: [A-Z]/m)
    expect(headers).toMatch(/^From: Glasshouse <no-reply@glasshouse\.example>/m)
    expect(headers).toContain(`Message-ID: <outbox-${id}@firm.example>`)
    expect(
      text.includes(
        'You can switch off emails like this one in your settings: https://firm.example/dashboard/settings',
      ),
    ).toBe((mailTopics as readonly string[]).includes(template))
    expect(await row(id)).toMatchObject({ state: 'sent', attempts: 1, last_error: null })
  })

  test('says the same as HTML and as text', async () => {
    await write(template, values)
    await sendDueMails(outbox)
    const { headers, text, html } = received[0]!
    const subject = /^Subject: (.*(?:\r\n .*)*)/m.exec(headers)![1]!.replaceAll('\r\n', '')
    const [end, ...said] = text.split(/(?=A Sample Firm\n\nDemonstration)/).toReversed()
    const bare = (given: string) => given.replaceAll(/: https:\S+/g, '').replaceAll(/[\s:]/g, '')
    const ofEnd = end!.split('\n\n')
    expect(bare(wordsOf(html.slice(html.indexOf('<body'))))).toBe(
      bare([ofEnd[1], ofEnd[0], subject, ...said, ...ofEnd.slice(2)].join('')),
    )
    expect(elements(html, 'a').map(({ href }) => href)).toEqual(text.match(/https:\S+/g))
  })

  test('loads nothing, and runs nothing', async () => {
    await write(template, values)
    await sendDueMails(outbox)
    const { html } = received[0]!
    expect(html).not.toMatch(/<(img|link|script|iframe|object|embed|video|form|base)\b/i)
    expect(html).not.toMatch(/\s(src|srcset|background|on\w+)=|url\(|@import|@font-face/i)
    const addresses = html.match(/\bhttps?:[^"'\s<]+/g) ?? []
    expect(addresses.filter((address) => !address.startsWith('https://firm.example/'))).toEqual([])
  })
})

test('a mail names who of the staff did it, as long as they are here, and never by a name that lies with it', async () => {
  const admin = await house.person({ role: 'admin', fullName: 'Second Admin' })
  const owner = await house.person({ fullName: 'Ada Example' })
  await database.pool.query('delete from outbox')
  await house.run('FreezeUser', { user: owner, reason: 'A doubt' }, admin)
  expect(
    (await database.owner.query('select values::text from outbox')).rows.map((mail) => mail.values),
  ).toEqual([expect.not.stringContaining('Second Admin')])
  await sendDueMails(outbox)
  expect(received[0]!.text).toContain('Second Admin froze your account')
  expect(received[0]!.html).toContain('Second Admin froze your account')
  await database.owner.query('delete from auth.persons where id = $1', [admin])
  await database.owner.query(`update outbox set state = 'waiting'`)
  await untilDue()
  await sendDueMails(outbox)
  expect(received[1]!.text).toContain('Our staff froze your account')
})

test('an edit by staff tells amounts, no names, and neither to an address that may be a stranger’s', async () => {
  const admin = await house.person({ role: 'admin' })
  const [owner, other] = [await house.person(), await house.person()]
  await house.fund({ corrections: 100_00n })
  await database.pool.query('delete from outbox')
  const edit = { fullName: 'Oda Example', accountBalance: 5_00n, secondApprovalAbove: null }
  await house.run('CorrectUser', { user: owner, ...edit }, admin)
  await house.run(
    'CorrectUser',
    { user: other, ...edit, email: `new-${randomUUID()}@people.example` },
    admin,
  )
  const { rows } = await database.owner.query(
    `select owner_id as owner, values from outbox where template = 'staff-change' order by id`,
  )
  expect(rows).toEqual([
    { owner, values: { what: 'edit', fullName: 'changed', accountBalance: '$0.00 → $5.00' } },
    { owner: other, values: { what: 'edit', fullName: 'changed', email: 'changed' } },
  ])
})

test('E3: a name or a plan cannot begin another header', async () => {
  const eve = await somebody('Eve\r\nBcc: victim@people.example')
  await database.pool.query('delete from outbox')
  await write(
    'investment-matured',
    { planTitle: 'Gold\r\nBcc: victim@people.example', amount: '$1.00', profit: '$1.00' },
    eve,
  )
  await sendDueMails(outbox)
  expect(received.length).toBe(1)
  expect(received[0]!.headers).not.toMatch(/^Bcc:/m)
})

test('who signs up with another person’s address, under whatever name, has the firm mail them none of it', async () => {
  const app = await createTestApp(database)
  const { id, token, user } = await signUpSomebody(app, { fullName: 'Claim at evil.example' })
  await ask(app, 'POST', `${api}/me/freeze`, { token, payload: {} })
  await write('reset-password', { link }, { owner: id })
  await write('security-change', { change: 'password-changed', freeze: link }, { owner: id })
  expect(await sendDueMails(outbox)).toBe(4)
  for (const { to, text, html, headers } of received) {
    expect([to, text]).toEqual([user.email, expect.stringMatching(/^Hello there,\n/)])
    expect(`${headers} ${text} ${html}`).not.toContain('evil.example')
  }
  expect((await readOutbox(app)).text).not.toContain('evil.example')
})

test('a mail is due as soon as it is written', async () => {
  const { rows } = await database.pool.query(
    `insert into outbox (owner_id, template, "values") select $1, 'welcome', '{}' from generate_series(1, 50)
     returning next_attempt_at <= clock_timestamp() as due`,
    [ada.owner],
  )
  expect(rows).toEqual(Array(50).fill({ due: true }))
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
  const written: bigint[] = []
  for (let mail = 0; mail < 30; mail++) written.push(await write('welcome'))
  await Promise.all(Array.from({ length: 6 }, () => sendDueMails(outbox)))
  while ((await sendDueMails(outbox)) > 0);
  expect(received.length).toBe(30)
  const ids = received.map(({ headers }) => /<outbox-(\d+)@/.exec(headers)![1])
  expect(new Set(ids)).toEqual(new Set(written.map(String)))
})

test('an erased person gets no mail', async () => {
  const ben = await somebody('Ben Example')
  await database.pool.query('delete from outbox')
  const id = await write('welcome', {}, ben)
  await database.owner.query(`delete from auth.persons where full_name = 'Ben Example'`)
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

  test('is never what tells of a request for money out: a thief in a session would begin with it', async () => {
    const app = await createTestApp(database)
    const thief = await signUpSomebody(app)
    const off = await ask(app, 'PATCH', `${api}/mail-choices`, {
      token: thief.token,
      payload: { 'withdrawal-requested': false },
    })
    expect([off.status, off.body.code]).toEqual([400, 'validation_failed'])
    await expect(mute(thief.id, 'withdrawal-requested')).rejects.toThrow(
      'persons_mute_what_may_be_muted',
    )
  })

  test('can be what the contract names and nothing else: never the welcome, nor what staff did', async () => {
    const owner = await house.person()
    await mute(owner, ...mailTopics)
    for (const [template] of everyMail) {
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
  const atFirst = Object.fromEntries(
    mailTopics.map((topic) => [topic, !onlyIfChosen.includes(topic)]),
  )
  const mails = (token: string | undefined, payload?: object) =>
    ask(app, payload === undefined ? 'GET' : 'PATCH', `${api}/mail-choices`, {
      ...(token ? { token } : {}),
      ...(payload ? { payload } : {}),
    })

  test('switches on and off what it names, and keeps the rest', async () => {
    const { token } = await signUpSomebody(app)
    expect((await mails(token)).body.data.mails).toEqual(atFirst)
    await mails(token, { 'deposit-received': false, 'withdrawal-paid': false })
    const reply = await mails(token, { 'withdrawal-paid': true, 'withdrawal-decided': false })
    expect([reply.status, reply.body.data.mails]).toEqual([
      200,
      { ...atFirst, 'deposit-received': false, 'withdrawal-decided': false },
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
    expect((await mails(token)).body.data.mails).toEqual(atFirst)
  })

  test('is for whoever is signed in, about themselves alone', async () => {
    const [one, other] = [await signUpSomebody(app), await signUpSomebody(app)]
    expect([
      (await mails(undefined)).status,
      (await mails(undefined, { 'deposit-received': false })).status,
    ]).toEqual([401, 401])
    await mails(one.token, { 'deposit-received': false })
    expect((await mails(other.token)).body.data.mails).toEqual(atFirst)
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
