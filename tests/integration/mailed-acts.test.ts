/** Links in mails that act: what each does, and all that ends one. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { writeLetter } from '../../src/domains/nouns.ts'
import { recipientOf } from '../../src/platform/mail/addressee.ts'
import { signLink, type SignedUse } from '../../src/platform/signed.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole, testSecret } from '../support/stamp.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const app = await createTestApp(database)

const origin = 'https://firm.example'
const wallet = {
  type: 'bank_transfer',
  walletName: 'My savings',
  walletAddress: 'of any kind',
} as const

type Person = Awaited<ReturnType<typeof signUpSomebody>>
let admin: string
beforeAll(async () => {
  admin = await house.person({ role: 'admin', fullName: 'Second Admin' })
})

async function somebody(): Promise<Person> {
  const person = await signUpSomebody(app)
  await house.run('CreditPlayMoney', { owner: person.id, amount: 100_00n, asset: 'BTC' }, person.id)
  return person
}

async function asked({ id: owner }: Person): Promise<string> {
  const id = randomUUID()
  const reply = await house.run(
    'RequestWithdrawal',
    { owner, amount: 40_00n, target: wallet },
    owner,
    { id },
  )
  expect(reply.outcome).toBe('done')
  return id
}

/** The links in the newest mail of this kind, by what they do. */
async function linksIn({ id, email }: Person, template: string): Promise<Record<string, string>> {
  const { rows } = await database.owner.query(
    `select owner_id as owner, template, values from outbox where owner_id = $1 and template = $2 order by outbox.id desc limit 1`,
    [id, template],
  )
  const to = recipientOf(
    { origin, secret: testSecret, firm: { name: 'A Sample Firm', sample: true } },
    { owner: id, address: email, name: 'Ada Example', by: null },
  )
  const { text } = writeLetter(rows[0].template, to, rows[0].values)
  return Object.fromEntries(
    [...text.matchAll(/: https:\/\/firm\.example\/(cancel-request|freeze-account)\/(\S+)/g)].map(
      ([, use, token]) => [use!, token!],
    ),
  )
}

const look = (token: string) => ask(app, 'GET', `${api}/cancel-request/${token}`)
const cancel = (token: string) => ask(app, 'POST', `${api}/cancel-request/${token}`)
const freeze = (token: string) => ask(app, 'POST', `${api}/freeze-account/${token}`)
const outcome = ({ status, body }: Awaited<ReturnType<typeof cancel>>) => [status, body.code]
const ended = [404, 'link_ended']

async function statusOf(request: string): Promise<string> {
  const { rows } = await database.owner.query('select status from withdrawals where id = $1', [
    request,
  ])
  return rows[0].status
}
const accountOf = async ({ token }: Person) =>
  (await ask(app, 'GET', `${api}/me`, { token })).body.data.user
const countOf = async (table: string) =>
  (await database.owner.query(`select count(*)::int from ${table}`)).rows[0].count
/** As if the mail had been sent so much earlier, and the password set before it: the database allows it to nobody else. */
const passDays = (command: string, days: number) =>
  database.owner.query(`begin; set local session_replication_role = replica;
  update desk.commands set recorded_at = recorded_at - interval '${days} days' where id = '${command}';
  update auth.passwords set changed_at = changed_at - interval '30 days' where person_id = (select subject from desk.commands where id = '${command}'); commit`)

describe('the link that cancels a request', () => {
  test('says what it would cancel, cancels it once, and says so to whoever comes later', async () => {
    const person = await somebody()
    const request = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['cancel-request']!
    expect((await look(link)).body.data.request).toEqual({
      amount: 40,
      bankName: 'My savings',
      bankNumber: 'of any kind',
      recipientAccountId: null,
      status: 'pending',
    })
    const done = await cancel(link)
    expect(done.body).toEqual({
      status: 'success',
      message: 'The request is cancelled, and $40.00 is back in your balance.',
    })
    expect([await statusOf(request), (await accountOf(person)).accountBalance]).toEqual([
      'cancelled',
      100,
    ])
    const commands = await countOf('desk.commands')
    const again = await cancel(link)
    expect([...outcome(again), again.body.message]).toEqual([
      409,
      'not_pending',
      'This request is no longer pending: it was cancelled. Nothing was changed.',
    ])
    expect((await look(link)).body.data.request.status).toBe('cancelled')
    expect(await countOf('desk.commands')).toBe(commands)
    const { activity } = (await ask(app, 'GET', `${api}/activity`, { token: person.token })).body
      .data
    expect(activity[0]).toMatchObject({
      kind: 'withdrawal-cancelled',
      by: 'you',
      reason: 'With the link in our email',
    })
  })
  test('does nothing when it is only opened, by a mail scanner for example', async () => {
    const person = await somebody()
    const request = await asked(person)
    const links = await linksIn(person, 'withdrawal-requested')
    const commands = await countOf('desk.commands')
    await look(links['cancel-request']!)
    expect((await ask(app, 'GET', `${api}/freeze-account/${links['freeze-account']}`)).status).toBe(
      405,
    )
    expect([await statusOf(request), await countOf('desk.commands')]).toEqual(['pending', commands])
  })
  test('pressed ten times at once cancels once', async () => {
    const person = await somebody()
    await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['cancel-request']!
    const replies = await Promise.all(Array.from({ length: 10 }, () => cancel(link)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(
      new Set(replies.some(({ status }) => status === 409) ? [200, 409] : [200]),
    )
    expect((await accountOf(person)).accountBalance).toBe(100)
    const { rows } = await database.owner.query(
      `select count(*)::int from desk.activity where owner_id = $1 and kind = 'withdrawal-cancelled'`,
      [person.id],
    )
    expect(rows[0].count).toBe(1)
  })
  test.each([
    ['approved', 'ApproveWithdrawal', { secondApprovalAbove: null }],
    ['rejected', 'RejectWithdrawal', { reason: 'No' }],
  ] as const)('ends with the request: %s', async (status, kind, rest) => {
    const person = await somebody()
    const withdrawal = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['cancel-request']!
    await house.run(kind, { withdrawal, ...rest } as never, admin)
    const reply = await cancel(link)
    expect([...outcome(reply), reply.body.message]).toEqual([
      409,
      'not_pending',
      `This request is no longer pending: it was ${status}. Nothing was changed.`,
    ])
    expect(await statusOf(withdrawal)).toBe(status)
  })
  test('J25: that was refused for what has passed since cancels, and once', async () => {
    const person = await somebody()
    const request = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['cancel-request']!
    const write = (amount: bigint) =>
      database.owner.query(`begin; set local session_replication_role = replica;
        update withdrawals set amount = ${amount} where id = '${request}'; commit`)
    await write(41_00n)
    for (const _ of [1, 2]) expect(outcome(await cancel(link))).toEqual([409, 'not_as_recorded'])
    await write(40_00n)
    expect((await cancel(link)).status).toBe(200)
    expect(outcome(await cancel(link))).toEqual([409, 'not_pending'])
    expect((await accountOf(person)).accountBalance).toBe(100)
  })
  test('works for a frozen account: the money only comes back', async () => {
    const person = await somebody()
    const request = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['cancel-request']!
    await house.run('FreezeUser', { user: person.id, reason: 'A doubt' }, admin)
    expect((await cancel(link)).status).toBe(200)
    expect(await statusOf(request)).toBe('cancelled')
  })
})

describe('the link that freezes', () => {
  test('stops money out and nothing else: sessions, money in and pending requests stay', async () => {
    const person = await somebody()
    const request = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['freeze-account']!
    const done = await freeze(link)
    // Whoever has the link learns nothing of the account.
    expect(done.body).toEqual({
      status: 'success',
      message: 'Your account is frozen: no money leaves it. Only our staff can unfreeze it.',
    })
    expect([(await accountOf(person)).status, await statusOf(request)]).toEqual([
      'frozen',
      'pending',
    ])
    const money = { owner: person.id, amount: 5_00n }
    const credit = await house.run('CreditPlayMoney', { ...money, asset: 'BTC' }, person.id)
    const out = await house.run('RequestWithdrawal', { ...money, target: wallet }, person.id)
    const approval = await house.run(
      'ApproveWithdrawal',
      { withdrawal: request, secondApprovalAbove: null },
      admin,
    )
    expect([credit.outcome, out.outcome, approval.outcome]).toEqual([
      'done',
      'account_frozen',
      'account_frozen',
    ])
    expect(outcome(await freeze(link))).toEqual([409, 'already_frozen'])
    const { activity } = (await ask(app, 'GET', `${api}/activity`, { token: person.token })).body
      .data
    expect(activity.find(({ kind }: { kind: string }) => kind === 'account-frozen')).toMatchObject({
      by: 'you',
      reason: 'With the link in our email',
    })
  })
  test('freezes an account to stay that a check holds', async () => {
    const person = await somebody()
    await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['freeze-account']!
    const sides = { entry: 'a', pair: 'b', entries: ['a'], pairs: ['b'], finding: null }
    await house.run('BeginCheck', { owner: person.id, ...sides, freezes: 'account' }, null)
    expect((await freeze(link)).status).toBe(200)
    expect(outcome(await freeze(link))).toEqual([409, 'already_frozen'])
  })
  test('works once: after staff have unfrozen the account it freezes it no more', async () => {
    const person = await somebody()
    await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))['freeze-account']!
    await freeze(link)
    await house.run('UnfreezeUser', { user: person.id, reason: 'We spoke' }, admin)
    expect(outcome(await freeze(link))).toEqual(ended)
    expect((await accountOf(person)).status).toBe('active')
  })
  test('J25: two pressed at once freeze once, and the one that came too late is still good', async () => {
    const person = await somebody()
    await asked(person)
    const [request, change] = [randomUUID(), randomUUID()]
    const noted = { owner: person.id, change: 'password-changed' } as const
    for (const id of [request, change])
      await house.run('RecordSecurityChange', noted, person.id, { id })
    const links = [request, change].map((id) =>
      signLink(testSecret, 'freeze-account', { id, person: person.id, address: person.email }),
    )
    const replies = await Promise.all(links.map(freeze))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await house.run('UnfreezeUser', { user: person.id, reason: 'We spoke' }, admin)
    const late = replies.findIndex(({ status }) => status === 409)
    expect(outcome(await freeze(links[1 - late]!))).toEqual(ended)
    expect((await freeze(links[late]!)).status).toBe(200)
    expect((await accountOf(person)).status).toBe('frozen')
  })
  test('is in the mail about each change of the sign-in', async () => {
    const person = await somebody()
    const change = { owner: person.id, change: 'password-changed' } as const
    await house.run('RecordSecurityChange', change, person.id)
    const link = (await linksIn(person, 'security-change'))['freeze-account']!
    expect((await freeze(link)).status).toBe(200)
    expect((await accountOf(person)).status).toBe('frozen')
  })
  test('is in no mail to staff, whom it would cost more than money out, and works for none', async () => {
    const person = await somebody()
    const request = await asked(person)
    await setRole(database, person.id, 'auditor')
    const change = { owner: person.id, change: 'password-changed' } as const
    await house.run('RecordSecurityChange', change, person.id)
    expect(await linksIn(person, 'security-change')).toEqual({})
    const link = signLink(testSecret, 'freeze-account', {
      id: request,
      person: person.id,
      address: person.email,
    })
    expect(outcome(await freeze(link))).toEqual(ended)
  })
})

describe('both links', () => {
  const acts = [
    ['cancel-request', cancel],
    ['freeze-account', freeze],
  ] as const

  test.each(acts)('%s ends after seven days', async (use, act) => {
    const person = await somebody()
    const request = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))[use]!
    await passDays(request, 7)
    expect(outcome(await act(link))).toEqual(ended)
    const later = await asked(person)
    await passDays(later, 6)
    expect((await act((await linksIn(person, 'withdrawal-requested'))[use]!)).status).toBe(200)
  })
  test.each(acts)('%s ends with a change of the password', async (use, act) => {
    const person = await somebody()
    await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))[use]!
    await database.owner.query(
      'update auth.passwords set changed_at = clock_timestamp() where person_id = $1',
      [person.id],
    )
    expect(outcome(await act(link))).toEqual(ended)
  })
  test.each(acts)(
    '%s ends with a change of the email, also of one that is taken back',
    async (use, act) => {
      const person = await somebody()
      await asked(person)
      const link = (await linksIn(person, 'withdrawal-requested'))[use]!
      for (const email of [`${randomUUID()}@people.example`, person.email])
        await house.run('CorrectUser', { user: person.id, email, secondApprovalAbove: null }, admin)
      expect(outcome(await act(link))).toEqual(ended)
    },
  )
  test.each(acts)('%s ends with the account', async (use, act) => {
    const person = await somebody()
    const request = await asked(person)
    const link = (await linksIn(person, 'withdrawal-requested'))[use]!
    await house.run('CancelWithdrawal', { withdrawal: request, owner: person.id }, person.id)
    await house.run(
      'RequestWithdrawal',
      { owner: person.id, amount: 100_00n, target: wallet },
      person.id,
      { id: randomUUID() },
    )
    const { rows } = await database.owner.query(
      `select id from withdrawals where owner_id = $1 and status = 'pending'`,
      [person.id],
    )
    const withdrawal = rows[0].id
    await house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin)
    await house.run('PayWithdrawal', { withdrawal, reference: randomUUID() }, admin)
    expect((await house.run('CloseUser', { user: person.id }, admin)).outcome).toBe('done')
    expect(outcome(await act(link))).toEqual(ended)
  })
  test.each(acts)(
    '%s is good for its own act and person, and nothing else opens it',
    async (use, act) => {
      const [person, other] = [await somebody(), await somebody()]
      const [request, others] = [await asked(person), await asked(other)]
      const signed = (as: SignedUse, id: string, of: Person) =>
        signLink(testSecret, as, { id, person: of.id, address: of.email })
      for (const wrong of [
        signed('reset-password', request, person),
        signed(use === 'cancel-request' ? 'freeze-account' : 'cancel-request', request, person),
        // What a row of the outbox could be made to sign: somebody else's command under one's own name.
        signed(use, others, person),
        signed(use, randomUUID(), person),
        signLink('another secret, 0123456789 abcdefghij', use, {
          id: request,
          person: person.id,
          address: person.email,
        }),
      ])
        expect(outcome(await act(wrong))).toEqual(ended)
      expect([await statusOf(request), await statusOf(others)]).toEqual(['pending', 'pending'])
      expect([(await accountOf(person)).status, (await accountOf(other)).status]).toEqual([
        'active',
        'active',
      ])
    },
  )
  test('a command of one’s own that was no request, or was refused, cancels nothing', async () => {
    const person = await somebody()
    const id = randomUUID()
    const refused = { owner: person.id, amount: 1_000_00n, target: wallet }
    await house.run('RequestWithdrawal', refused, person.id, { id })
    const noted = randomUUID()
    const change = { owner: person.id, change: 'password-changed' } as const
    await house.run('RecordSecurityChange', change, person.id, { id: noted })
    for (const command of [id, noted])
      expect(
        outcome(
          await cancel(
            signLink(testSecret, 'cancel-request', {
              id: command,
              person: person.id,
              address: person.email,
            }),
          ),
        ),
      ).toEqual(ended)
  })
})
