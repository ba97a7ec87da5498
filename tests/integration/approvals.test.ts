/** What one administrator alone can't do: act when frozen, be the last one to go, or bring and send more than the limit by doing it in parts. */
import { noRoles } from '../../src/contract/roles.ts'
import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { demoPolicy } from '../../src/platform/policy.ts'
import { times } from '../support/answers.ts'
import { createTestDatabase, type TestDatabase } from '../support/database.ts'
import { createHouse } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'
import { setRole } from '../support/stamp.ts'

const database = await createTestDatabase()
const houses = [createHouse(database), createHouse(database)]
const house = houses[0]!
const either = (n: number) => houses[n % 2]!
await house.fund({ referral: 100_000_00n, corrections: 100_000_00n })
const limit = 1_000_00n
const app = await createTestApp(database, {
  policy: { ...demoPolicy, secondApprovalAboveCents: limit },
})

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>

async function staff(role: 'admin' | 'auditor' = 'admin'): Promise<Somebody> {
  const person = await signUpSomebody(app)
  await setRole(database, person.id, role)
  return person
}

async function investor(dollars = 0, fields: Record<string, unknown> = {}): Promise<Somebody> {
  const person = await signUpSomebody(app, fields)
  if (dollars > 0) await post(person, '/demo/deposits', { amount: dollars, asset: 'USDT' })
  return person
}

const post = (who: Somebody, path: string, payload?: object) =>
  ask(app, 'POST', api + path, {
    token: who.token,
    headers: { 'idempotency-key': randomUUID() },
    ...(payload ? { payload } : {}),
  })
const edit = (who: Somebody, id: string, payload: object) =>
  ask(app, 'PATCH', `${api}/${id}`, { token: who.token, payload })
const close = (who: Somebody, id: string) =>
  ask(app, 'DELETE', `${api}/${id}`, { token: who.token })
const get = (who: Somebody, path: string) => ask(app, 'GET', api + path, { token: who.token })
const data = async (who: Somebody, path: string) => (await get(who, path)).body.data
const me = async (who: Somebody) => (await data(who, '/me')).user
const inShort = ({ status, body }: { status: number; body: any }) => [
  status,
  body.code ?? body.data?.user?.status ?? body.status,
]

async function requested(person: Somebody, amount: number, to?: Somebody): Promise<string> {
  const target = to
    ? { type: 'tradehub_transfer', recipientAccountId: to.user.accountId }
    : { type: 'bank_transfer', bankName: 'w', bankNumber: 'a' }
  return (await post(person, '/requestWithdrawal', { amount, ...target })).body.data.withdrawal._id
}
const approve = (who: Somebody, request: string) => post(who, `/withdrawals/${request}/approval`)
const agree = (who: Somebody, { id, facts }: { id: string; facts: object }) =>
  post(who, `/proposals/${id}/agreement`, { shown: facts })
const credit = (who: Somebody, friend: Somebody, fundingAmount: number) =>
  post(who, '/credit-referrer', { userId: friend.id, fundingAmount })

async function signedInAnew(person: Somebody): Promise<Somebody> {
  const reply = await ask(app, 'POST', `${api}/login`, {
    payload: { email: person.email, password: person.password },
  })
  return { ...person, token: reply.body.token }
}

/** So long ago, by the clock on the wall. */
async function letTimePass(db: TestDatabase, hours: number): Promise<void> {
  await db.owner.query('alter table desk.acts_alone disable trigger user')
  await db.owner.query('update desk.acts_alone set at = at - make_interval(hours => $1)', [hours])
  await db.owner.query('alter table desk.acts_alone enable trigger user')
}

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
  expect(houses.flatMap(({ errors }) => errors)).toEqual([])
})

describe('I2: frozen staff', () => {
  test.each(['admin', 'auditor'] as const)(
    'an %s signs in as anybody would, with no right of staff, until somebody else lifts it',
    async (role) => {
      const [frozen, other] = [await staff(role), await staff()]
      expect(
        inShort(await post(other, `/users/${frozen.id}/freeze`, { reason: 'A key was lost' })),
      ).toEqual([200, 'frozen'])
      expect((await get(frozen, '/me')).status).toBe(401)
      const again = await signedInAnew(frozen)
      expect((await me(again)).status).toBe('frozen')
      expect(inShort(await get(again, '/users'))).toEqual([403, 'staff_frozen'])
      expect(inShort(await get(again, '/audit'))).toEqual([403, 'staff_frozen'])
      const acts = [
        await post(again, `/users/${again.id}/unfreeze`, { reason: 'me' }),
        await edit(again, other.id, { fullName: 'Another Name' }),
        await close(again, other.id),
      ]
      expect(acts.map(inShort)).toEqual(
        acts.map(() => [403, role === 'admin' ? 'staff_frozen' : 'forbidden']),
      )
      expect(
        inShort(await post(other, `/users/${frozen.id}/unfreeze`, { reason: 'It was found' })),
      ).toEqual([200, 'active'])
      expect((await get(again, '/users')).status).toBe(200)
    },
  )

  test('whose command was on its way past the doors is refused by the rules', async () => {
    const [frozen, other, person] = [await staff(), await staff(), await investor()]
    await post(other, `/users/${frozen.id}/freeze`, { reason: 'A key was lost' })
    expect(
      (await house.run('CorrectUser', { user: person.id, accountBalance: 100n }, frozen.id))
        .outcome,
    ).toBe('staff_frozen')
    expect(
      (await house.run('FreezeUser', { user: other.id, reason: 'revenge' }, frozen.id)).outcome,
    ).toBe('staff_frozen')
    expect((await house.run('FundPool', { pool: 'returns', amount: 1n }, frozen.id)).outcome).toBe(
      'staff_frozen',
    )
    const removal = {
      user: person.id,
      factor: { what: 'app', id: randomUUID() } as const,
      hostile: false,
      reason: 'revenge',
    }
    expect((await house.run('ProposeFactorRemoval', removal, frozen.id)).outcome).toBe(
      'staff_frozen',
    )
    const change = randomUUID()
    await house.run('ProposeFactorRemoval', removal, other.id, { id: change })
    expect(
      (
        await house.run(
          'ApproveAccessChange',
          { change, factorThere: true, waitMs: 0, earlierForMs: 0 },
          frozen.id,
        )
      ).outcome,
    ).toBe('staff_frozen')
    expect(
      (await house.run('RefuseAccessChange', { change, reason: 'revenge' }, frozen.id)).outcome,
    ).toBe('staff_frozen')
  })

  test('who freeze themselves are signed out, and can’t lift it', async () => {
    const frozen = await staff()
    expect(inShort(await post(frozen, '/me/freeze', {}))).toEqual([200, 'frozen'])
    expect((await get(frozen, '/me')).status).toBe(401)
    const again = await signedInAnew(frozen)
    expect(inShort(await post(again, `/users/${again.id}/unfreeze`, { reason: 'me' }))).toEqual([
      403,
      'staff_frozen',
    ])
  })

  test('keep an investor’s session when an investor is frozen', async () => {
    const [person, admin] = [await investor(), await staff()]
    await post(admin, `/users/${person.id}/freeze`, { reason: 'A call is awaited' })
    expect((await get(person, '/me')).status).toBe(200)
  })
})

describe('I2: the last administrator who isn’t frozen', async () => {
  const alone = await createTestDatabase()
  const desks = [createHouse(alone), createHouse(alone)]
  const [one, two] = desks as [(typeof desks)[0], (typeof desks)[0]]
  const active = async () =>
    (
      await alone.owner.query(
        `select count(*)::int as n from owners where role = 'admin' and status = 'active'`,
      )
    ).rows[0].n
  const begin = async () => {
    await alone.owner.query(
      `update owners set role = 'user', roles = '${noRoles}' where role = 'admin'`,
    )
    return [await one.person({ role: 'admin' }), await one.person({ role: 'admin' })] as const
  }
  const reason = 'a reason'

  test('can’t be frozen or closed, by whomever, and doesn’t count the frozen ones', async () => {
    const [ada, ben] = await begin()
    expect((await one.run('FreezeUser', { user: ben, reason }, ada)).outcome).toBe('done')
    expect((await one.run('FreezeOwnAccount', { owner: ada, reason: null }, ada)).outcome).toBe(
      'last_administrator',
    )
    expect((await one.run('FreezeUser', { user: ada, reason }, null)).outcome).toBe(
      'last_administrator',
    )
    expect((await one.run('CloseUser', { user: ada }, null)).outcome).toBe('last_administrator')
    expect((await one.run('CloseUser', { user: ben }, ada)).outcome).toBe('done')
    expect(await active()).toBe(1)
  })

  test.each<[string, (ada: string, ben: string) => Promise<{ outcome: string }>[]]>([
    [
      'freeze each other',
      (ada, ben) => [
        one.run('FreezeUser', { user: ben, reason }, ada),
        two.run('FreezeUser', { user: ada, reason }, ben),
      ],
    ],
    [
      'freeze themselves',
      (ada, ben) => [
        one.run('FreezeOwnAccount', { owner: ada, reason }, ada),
        two.run('FreezeOwnAccount', { owner: ben, reason }, ben),
      ],
    ],
    [
      'close each other',
      (ada, ben) => [
        one.run('CloseUser', { user: ben }, ada),
        two.run('CloseUser', { user: ada }, ben),
      ],
    ],
    [
      'close and freeze each other',
      (ada, ben) => [
        one.run('CloseUser', { user: ben }, ada),
        two.run('FreezeUser', { user: ada, reason }, ben),
      ],
    ],
    [
      'close the other and freeze themselves',
      (ada, ben) => [
        one.run('CloseUser', { user: ben }, ada),
        two.run('FreezeOwnAccount', { owner: ada, reason }, ada),
      ],
    ],
  ])('is left when two %s at once, through two desks', async (_, race) => {
    for (let round = 0; round < 8; round += 1) {
      const [ada, ben] = await begin()
      const outcomes = (await Promise.all(race(ada, ben))).map(({ outcome }) => outcome)
      expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
      expect(['last_administrator', 'staff_frozen', 'account_closed']).toContain(
        outcomes.find((outcome) => outcome !== 'done'),
      )
      expect(await active()).toBe(1)
    }
  })
})

describe('I3: the second person can’t be gone around', () => {
  test('by many edits of one person: from the limit on they wait', async () => {
    const [admin, person] = [await staff(), await investor()]
    const replies = []
    for (let dollars = 400; dollars <= 2_000; dollars += 400)
      replies.push((await edit(admin, person.id, { accountBalance: dollars })).status)
    expect(replies).toEqual([200, 200, 202, 202, 202])
    expect((await me(person)).accountBalance).toBe(800)
  })

  test('by edits to and fro: sizes are added up, whichever way the money goes', async () => {
    const [admin, person] = [await staff(), await investor()]
    expect((await edit(admin, person.id, { accountBalance: 600 })).status).toBe(200)
    expect((await edit(admin, person.id, { accountBalance: 200 })).status).toBe(200)
    expect((await edit(admin, person.id, { accountBalance: 200.01 })).status).toBe(202)
  })

  test('by many approvals', async () => {
    const [admin, second, person] = [await staff(), await staff(), await investor(5_000)]
    const ids = [
      await requested(person, 600),
      await requested(person, 400),
      await requested(person, 0.01),
    ]
    const replies = []
    for (const id of ids) replies.push(await approve(admin, id))
    expect(replies.map(({ status, body }) => [status, body.data.withdrawal.status])).toEqual([
      [200, 'approved'],
      [200, 'approved'],
      [202, 'pending'],
    ])
    expect(replies[2]!.body.message).toContain(
      'With what you alone have done for this person in the last 24 hours it exceeds $1,000.00',
    )
    expect(inShort(await approve(admin, ids[2]!))).toEqual([409, 'same_approver'])
    expect((await approve(second, ids[2]!)).status).toBe(200)
  })

  test('by mixing edits, approvals and credits', async () => {
    const [admin, person] = [await staff(), await investor(5_000)]
    const friend = await investor(20_000, { referralCode: person.user.referralCode })
    expect((await approve(admin, await requested(person, 300))).status).toBe(200)
    expect((await edit(admin, person.id, { totalProfit: 300 })).status).toBe(200)
    expect((await credit(admin, friend, 3_000)).status).toBe(200)
    expect((await edit(admin, person.id, { totalProfit: 400.01 })).status).toBe(202)
    expect((await credit(admin, friend, 2_000)).status).toBe(202)
    expect((await approve(admin, await requested(person, 200))).status).toBe(202)
    expect((await edit(admin, person.id, { totalProfit: 400 })).status).toBe(200)
  })

  test('by transfers to another account: what is sent counts for whom it is sent for', async () => {
    const [admin, from, to] = [await staff(), await investor(5_000), await investor(5_000)]
    expect((await approve(admin, await requested(from, 900, to))).status).toBe(200)
    expect((await approve(admin, await requested(from, 100.01, to))).status).toBe(202)
    expect((await approve(admin, await requested(to, 900))).status).toBe(200)
  })

  test('by spreading it over people: all together hold to ten times the limit', async () => {
    const [admin, people] = [await staff(), await Promise.all(times(11, () => investor()))]
    const statuses = []
    for (const person of people)
      statuses.push((await edit(admin, person.id, { accountBalance: 950 })).status)
    expect(statuses).toEqual([...Array(10).fill(200), 202])
    const [person, other] = [await investor(5_000), await investor(5_000)]
    expect((await approve(admin, await requested(person, 500))).status).toBe(200)
    const over = await approve(admin, await requested(other, 0.01))
    expect([over.status, over.body.message]).toEqual([
      202,
      expect.stringContaining('exceeds $10,000.00 for all people together'),
    ])
  })

  test('by waiting for less than a day; and after a day it is another day', async () => {
    const [admin, person] = [await staff(), await investor()]
    expect((await edit(admin, person.id, { accountBalance: 1_000 })).status).toBe(200)
    await letTimePass(database, 23)
    expect((await edit(admin, person.id, { accountBalance: 1_000.01 })).status).toBe(202)
    // The clock of business is not the one on the wall.
    await post(admin, '/demo/clock', { days: 2 })
    expect((await edit(admin, person.id, { accountBalance: 1_000.01 })).status).toBe(202)
    await letTimePass(database, 2)
    expect((await edit(admin, person.id, { accountBalance: 1_000.01 })).status).toBe(200)
  })

  test('by waiting until the first approval of today stands alone: it stays the first of two', async () => {
    const [admin, person] = [await staff(), await investor(5_000)]
    await approve(admin, await requested(person, 1_000))
    const request = await requested(person, 500)
    expect((await approve(admin, request)).status).toBe(202)
    await letTimePass(database, 25)
    expect(inShort(await approve(admin, request))).toEqual([409, 'same_approver'])
  })

  test('J1: by what a frozen administrator has approved or proposed: it counts no more, and is not stuck', async () => {
    const [thief, second, third] = [await staff(), await staff(), await staff()]
    const person = await investor(9_000)
    const request = await requested(person, 4_000)
    expect((await approve(thief, request)).status).toBe(202)
    const change = { accountBalance: 50_000 }
    const { proposal } = (await edit(thief, person.id, change)).body.data
    expect((await post(second, `/users/${thief.id}/freeze`, { reason: 'Theft' })).status).toBe(200)
    const first = await approve(second, request)
    expect([first.status, first.body.data.withdrawal.status]).toEqual([202, 'pending'])
    expect(inShort(await approve(second, request))).toEqual([409, 'same_approver'])
    const agreed = await agree(second, proposal)
    expect([agreed.status, agreed.body.data.proposal.status]).toEqual([202, 'open'])
    expect((await me(person)).accountBalance).toBe(5_000)
    const refused = await post(third, `/proposals/${proposal.id}/refusal`, { reason: 'Theft' })
    expect([(await approve(third, request)).status, refused.status]).toEqual([200, 200])
  })

  test('J1: by freezing whoever approved first at the same moment, through two desks', async () => {
    const admin = () => house.person({ role: 'admin' })
    const [first, second, third] = [await admin(), await admin(), await admin()]
    const owner = await house.person({ cash: 9_000_00n })
    for (let round = 0; round < 6; round += 1) {
      const target = { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } as const
      const withdrawal = randomUUID()
      await house.run('RequestWithdrawal', { owner, amount: 1_00n, target }, owner, {
        id: withdrawal,
      })
      const limits = { withdrawal, secondApprovalAbove: 0n }
      await house.run('ApproveWithdrawal', limits, first)
      const [freezing, approving] = [randomUUID(), randomUUID()]
      const [frozen, approved] = await Promise.all([
        either(0).run('FreezeUser', { user: first, reason: 'Theft' }, third, { id: freezing }),
        either(1).run('ApproveWithdrawal', limits, second, { id: approving }),
      ])
      expect([frozen.outcome, approved.outcome]).toEqual(['done', 'done'])
      const { rows } = await database.owner.query<{ id: string }>(
        'select id from desk.commands where id = any ($1) order by recorded_at',
        [[freezing, approving]],
      )
      // Behind the freeze it is the first of two; before it, the second.
      expect([rows[1]!.id, approved.status]).toEqual(
        approved.status === 202 ? [approving, 202] : [freezing, 200],
      )
      await house.run('UnfreezeUser', { user: first, reason: 'again' }, third)
    }
  })

  test('nor does what two have done together count', async () => {
    const [admin, second, person] = [await staff(), await staff(), await investor(9_000)]
    const request = await requested(person, 5_000)
    expect([
      (await approve(admin, request)).status,
      (await approve(second, request)).status,
    ]).toEqual([202, 200])
    const { proposal } = (await edit(admin, person.id, { totalProfit: 4_000 })).body.data
    expect((await agree(second, proposal)).status).toBe(200)
    for (const who of [admin, second])
      expect((await approve(who, await requested(person, 1_000))).status).toBe(200)
  })

  test('by doing it at once through two desks', async () => {
    const person = await house.person({ cash: 100_000_00n })
    const admin = await house.person({ role: 'admin' })
    const ask = async (n: number) =>
      JSON.parse(
        (
          await house.run(
            'RequestWithdrawal',
            {
              owner: person,
              amount: 300_00n,
              target: { type: 'bank_transfer', walletName: 'w', walletAddress: String(n) },
            },
            person,
          )
        ).text,
      ).data.withdrawal._id as string
    const ids = await Promise.all(times(10, ask))
    const replies = await Promise.all(
      ids.map((withdrawal, n) =>
        either(n).run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: limit }, admin),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      200,
      200,
      200,
      ...Array(7).fill(202),
    ])
  })

  test('by doing it at once for many people, whom no common lock but their own keeps apart', async () => {
    const admin = await house.person({ role: 'admin' })
    const people = await Promise.all(times(16, () => house.person()))
    const replies = await Promise.all(
      people.map((user, n) =>
        either(n).run(
          'CorrectUser',
          { user, accountBalance: 1_000_00n, secondApprovalAbove: limit },
          admin,
        ),
      ),
    )
    expect(replies.map(({ status }) => status).toSorted()).toEqual([
      ...Array(10).fill(200),
      ...Array(6).fill(202),
    ])
  })

  test('by the application’s role, which may add to what is counted and take nothing away', async () => {
    await expect(database.pool.query('delete from desk.acts_alone')).rejects.toThrow(
      /permission denied/,
    )
    await expect(database.pool.query('update desk.acts_alone set amount = 1')).rejects.toThrow(
      /permission denied/,
    )
    await expect(database.owner.query('delete from desk.acts_alone')).rejects.toThrow()
  })
})

describe('I3: a credit beyond 10% of what the friend has funded', () => {
  test('waits beside the corrections, and is made by a second person', async () => {
    const [admin, second, referrer] = [await staff(), await staff(), await investor()]
    const friend = await investor(500, { referralCode: referrer.user.referralCode })
    expect((await credit(admin, friend, 300)).body.data).toEqual({
      referrer: { id: referrer.id, fullName: referrer.user.fullName },
      credited: 30,
    })
    const reply = await credit(admin, friend, 200.1)
    expect(reply.status).toBe(202)
    expect(reply.body.message).toContain(
      'A second, different person must agree. Nothing has been changed yet.',
    )
    const { correction, proposal } = reply.body.data
    expect(correction).toMatchObject({
      status: 'pending',
      amount: 20.01,
      user: { id: referrer.id },
      credit: { userId: friend.id, fundingAmount: 200.1 },
      proposedById: admin.id,
    })
    expect((await me(referrer)).accountBalance).toBe(30)
    expect((await data(referrer, '/activity')).activity[0]).toMatchObject({
      kind: 'referral-credit-proposed',
      title: 'Referral bonus proposed by staff, not yet credited',
      amount: null,
    })
    const listed = (await data(second, `/proposals?about=${friend.id}`)).proposals
    expect(listed).toMatchObject([
      {
        id: correction.id,
        about: { id: referrer.id },
        besides: { id: friend.id, fullName: friend.user.fullName },
        facts: { fundingAmount: 200.1, credited: 20.01 },
      },
    ])

    expect(inShort(await agree(admin, proposal))).toEqual([409, 'same_approver'])
    // A balance that moves meanwhile is no reason to begin anew.
    await post(referrer, '/demo/deposits', { amount: 1, asset: 'BTC' })
    const agreed = await agree(second, proposal)
    expect(agreed.body.data.proposal.status).toBe('done')
    expect((await me(referrer)).accountBalance).toBe(51.01)
    expect((await data(referrer, '/activity')).activity[0]).toMatchObject({
      kind: 'referral-credited',
      amount: 20.01,
      details: { proposedBy: admin.user.fullName },
    })
    const { referral } = await data(admin, `/users/${friend.id}/referral`)
    expect(referral).toMatchObject({
      funded: 500,
      credits: {
        sum: 50.01,
        latest: [
          { fundingAmount: 200.1, credited: 20.01 },
          { fundingAmount: 300, credited: 30 },
        ],
      },
    })
  })

  test('can be refused, with a reason that the referrer sees', async () => {
    const [admin, second, referrer] = [await staff(), await staff(), await investor()]
    const friend = await investor(0, { referralCode: referrer.user.referralCode })
    const { proposal } = (await credit(admin, friend, 500)).body.data
    expect(
      (await post(second, `/proposals/${proposal.id}/refusal`, { reason: 'Nothing was funded' }))
        .status,
    ).toBe(200)
    expect((await data(referrer, '/activity')).activity[0]).toMatchObject({
      kind: 'referral-credit-refused',
      title: 'Proposed referral bonus was not credited',
      reason: 'Nothing was funded',
      amount: null,
    })
    expect((await me(referrer)).accountBalance).toBe(0)
  })

  test('counts what the friend has withdrawn again, and never less than nothing', async () => {
    const [admin, second, referrer] = [await staff(), await staff(), await investor()]
    const friend = await investor(500, { referralCode: referrer.user.referralCode })
    const request = await requested(friend, 400)
    await approve(admin, request)
    await post(second, `/withdrawals/${request}/payout`, { reference: randomUUID() })
    expect((await data(admin, `/users/${friend.id}/referral`)).referral.funded).toBe(100)
    expect((await credit(admin, friend, 100.1)).status).toBe(202)
    expect((await credit(admin, friend, 100)).status).toBe(200)
  })

  test('of all its credits together, raced through two desks', async () => {
    const admins = await Promise.all(times(2, () => house.person({ role: 'admin' })))
    const referrer = await house.person()
    const { rows } = await database.owner.query('select referral_code from owners where id = $1', [
      referrer,
    ])
    const friend = await house.person({ referralCode: rows[0].referral_code, cash: 500_00n })
    const counts = await Promise.all(
      times(10, (n) =>
        either(n).run(
          'CreditReferrer',
          { user: friend, fundingAmount: 100_00n, secondApprovalAbove: 1_000_00n },
          admins[n % 2]!,
        ),
      ),
    )
    expect(counts.map(({ status }) => status).toSorted()).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill(202),
    ])
    expect(await house.balances(referrer)).toMatchObject({ cash: 50_00n })
  })

  test('is booked with a warning where no limit is set', async () => {
    const free = await createTestApp(database)
    const [admin, referrer] = [await staff(), await investor()]
    const friend = await investor(500, { referralCode: referrer.user.referralCode })
    const pay = (fundingAmount: number) =>
      ask(free, 'POST', `${api}/credit-referrer`, {
        token: admin.token,
        payload: { userId: friend.id, fundingAmount },
      })
    expect((await pay(500)).body).toMatchObject({
      message: 'Referrer credited successfully',
      data: { credited: 50 },
    })
    const beyond = await pay(100)
    expect(beyond.status).toBe(200)
    expect(beyond.body.data).toMatchObject({
      credited: 10,
      warning: expect.stringContaining('$60.00 for this friend'),
    })
    expect(beyond.body.message).toBe(`Referrer credited successfully. ${beyond.body.data.warning}`)
  })

  test('is nobody’s for their own referrer, neither alone nor as the second', async () => {
    const [referrer, second] = [await investor(), await staff()]
    const admin = await signUpSomebody(app, { referralCode: referrer.user.referralCode })
    await setRole(database, admin.id, 'admin')
    expect(inShort(await credit(admin, admin, 100))).toEqual([403, 'not_on_yourself'])
    const { proposal } = (await credit(second, admin, 100)).body.data
    const acts = [
      await agree(admin, proposal),
      await post(admin, `/proposals/${proposal.id}/refusal`, { reason: 'mine' }),
    ]
    expect(acts.map(inShort)).toEqual([
      [403, 'not_on_yourself'],
      [403, 'not_on_yourself'],
    ])
  })
})

describe('I10: what staff try on themselves', () => {
  test('and are refused stands in the audit, whatever it is', async () => {
    const referrer = await investor()
    const admin = await signUpSomebody(app, { referralCode: referrer.user.referralCode })
    await setRole(database, admin.id, 'admin')
    await post(admin, '/demo/deposits', { amount: 50, asset: 'BTC' })
    const friend = await investor(0, { referralCode: admin.user.referralCode })
    const own = await requested(admin, 5)
    const second = await staff()
    const { proposal } = (await edit(second, admin.id, { accountBalance: 5_000 })).body.data
    const tries: [string, () => Promise<unknown>][] = [
      ['CorrectUser', () => edit(admin, admin.id, { accountBalance: 1_000_000 })],
      ['FreezeUser', () => post(admin, `/users/${admin.id}/freeze`, { reason: 'me' })],
      ['UnfreezeUser', () => post(admin, `/users/${admin.id}/unfreeze`, { reason: 'me' })],
      ['CloseUser', () => close(admin, admin.id)],
      [
        'EndSessions',
        () => ask(app, 'DELETE', `${api}/users/${admin.id}/sessions`, { token: admin.token }),
      ],
      ['WriteNote', () => post(admin, `/users/${admin.id}/notes`, { text: 'A fine person' })],
      ['ApproveWithdrawal', () => approve(admin, own)],
      ['RejectWithdrawal', () => post(admin, `/withdrawals/${own}/rejection`, { reason: 'me' })],
      ['PayWithdrawal', () => post(admin, `/withdrawals/${own}/payout`, { reference: 'mine' })],
      ['ReturnWithdrawal', () => post(admin, `/withdrawals/${own}/return`, { reason: 'me' })],
      ['CreditReferrer', () => credit(admin, friend, 100)],
      ['CreditReferrer', () => credit(admin, admin, 100)],
      ['AgreeToProposal', () => agree(admin, proposal)],
      ['RefuseProposal', () => post(admin, `/proposals/${proposal.id}/refusal`, { reason: 'me' })],
    ]
    for (const [, act] of tries) await act()
    const { items } = await data(second, `/audit?actor=${admin.id}`)
    expect(
      items.map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`),
    ).toEqual(tries.map(([kind]) => `${kind} not_on_yourself`).toReversed())
    expect((await data(second, `/audit?subject=${admin.id}&outcome=refused`)).items).toHaveLength(
      tries.length - 1,
    )
  })

  test('such as to freeze the last administrator, though that is themselves', async () => {
    const alone = await createTestDatabase()
    const desk = createHouse(alone)
    const admin = await desk.person({ role: 'admin' })
    await desk.run('FreezeOwnAccount', { owner: admin, reason: null }, admin)
    const other = await createTestApp(alone)
    const auditor = await signUpSomebody(other)
    await setRole(alone, auditor.id, 'auditor')
    const { items } = (await ask(other, 'GET', `${api}/audit`, { token: auditor.token })).body.data
    expect(
      items.map(({ kind, outcome }: { kind: string; outcome: string }) => `${kind} ${outcome}`),
    ).toEqual(['FreezeOwnAccount last_administrator'])
  })
})
