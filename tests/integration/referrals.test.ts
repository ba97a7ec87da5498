/** A referral as the two at its ends see it: who invites, and which friends came with what they brought. */
import { describe, expect, test } from 'vitest'
import type { Friend } from '../../src/contract/referral.ts'
import { pageText } from '../../src/domains/referrals/friends.ts'
import { demoPolicy, livePolicy } from '../../src/platform/policy.ts'
import { agreementTo } from '../support/agreements.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays } from '../support/house.ts'
import { api, ask, createTestApp, signUpSomebody } from '../support/http.ts'

const database = await createTestDatabase()
const house = createHouse(database)
await house.fund({ referral: 1_000_00n })
const [app, admin, second] = await Promise.all([
  createTestApp(database),
  house.person({ role: 'admin' }),
  house.person({ role: 'admin' }),
])

type Somebody = Awaited<ReturnType<typeof signUpSomebody>>
type Friends = { friends: Friend[]; count: number; credited: number; nextCursor: string | null }

const friendOf = ({ user }: Somebody, fullName: string) =>
  signUpSomebody(app, { fullName, referralCode: user.referralCode })
const friendsOf = async ({ token }: { token: string }, query = ''): Promise<Friends> =>
  (await ask(app, 'GET', `${api}/friends${query}`, { token })).body.data
const credit = (friend: Somebody, fundingAmount: bigint, secondApprovalAbove?: bigint) =>
  house.run(
    'CreditReferrer',
    {
      user: friend.id,
      fundingAmount,
      ...(secondApprovalAbove === undefined ? {} : { secondApprovalAbove }),
    },
    admin,
  )
const named = ({ friends }: Friends) => friends.map(({ maskedName }) => maskedName)
const creditedFor = ({ friends }: Friends) => friends.map(({ credited }) => credited)

describe('the friends of whoever invites', () => {
  test('are those who signed up with the code, masked, newest first, with when they joined', async () => {
    const ada = await signUpSomebody(app)
    expect(await friendsOf(ada)).toEqual({ friends: [], count: 0, credited: 0, nextCursor: null })
    const first = await friendOf(ada, 'Ivy Crane')
    await moveDays(database, 1)
    const then = await friendOf(ada, 'Øystein de la Cruz')
    expect(await friendsOf(ada)).toEqual({
      friends: [
        { maskedName: 'Ø****** d* l* C***', joinedAt: then.user.createdAt, credited: 0 },
        { maskedName: 'I** C****', joinedAt: first.user.createdAt, credited: 0 },
      ],
      count: 2,
      credited: 0,
      nextCursor: null,
    })
  })

  test('are nobody else’s: neither those of a friend, nor those of somebody without any', async () => {
    const ada = await signUpSomebody(app)
    const ben = await friendOf(ada, 'Ben Second')
    const cleo = await friendOf(ben, 'Cleo Third')
    const names = await Promise.all(
      [ada, ben, cleo].map(async (who) => named(await friendsOf(who))),
    )
    expect(names).toEqual([['B** S*****'], ['C*** T****'], []])
    expect((await ask(app, 'GET', `${api}/friends`)).status).toBe(401)
  })

  test('have beside them what was credited for each, which comes to all that was credited', async () => {
    const ada = await signUpSomebody(app)
    const [ben, cleo] = [await friendOf(ada, 'Ben Busy'), await friendOf(ada, 'Cleo Calm')]
    for (const funded of [100_00n, 33_33n]) expect((await credit(ben, funded)).status).toBe(200)
    expect((await credit(cleo, 5_00n)).status).toBe(200)
    const friends = await friendsOf(ada)
    expect([creditedFor(friends), friends.credited]).toEqual([[0.5, 13.33], 13.83])
    expect([(await house.balances(ada.id)).cash, (await friendsOf(ben)).credited]).toEqual([
      13_83n,
      0,
    ])
  })

  test('count a credit that waits for a second person only when it is booked', async () => {
    const ada = await signUpSomebody(app)
    const ben = await friendOf(ada, 'Ben Waiting')
    const proposed = await credit(ben, 100_00n, 0n)
    expect([proposed.status, creditedFor(await friendsOf(ada))]).toEqual([202, [0]])
    expect((await house.run('AgreeToProposal', agreementTo(proposed), second)).status).toBe(200)
    const friends = await friendsOf(ada)
    expect([creditedFor(friends), friends.credited]).toEqual([[10], 10])
  })

  test('tell nothing of their money, their address or their account', async () => {
    const ada = await signUpSomebody(app)
    const ben = await friendOf(ada, 'Ben Rich')
    await house.run('CreditPlayMoney', { owner: ben.id, amount: 987_654_32n, asset: 'BTC' }, ben.id)
    const [friend, ...others] = (await friendsOf(ada)).friends
    expect([Object.keys(friend!), others]).toEqual([['maskedName', 'joinedAt', 'credited'], []])
    const page = await ask(app, 'GET', `${api}/friends?limit=1`, { token: ada.token })
    for (const secret of [ben.id, ben.email, ben.user.accountId, '987654', 'Rich'])
      expect(page.text).not.toContain(secret)
  })

  test('keep their place without a name when their account was closed, so that the sums still agree', async () => {
    const ada = await signUpSomebody(app)
    const ben = await friendOf(ada, 'Ben Leaving')
    await friendOf(ada, 'Cleo Staying')
    await credit(ben, 40_00n)
    expect((await house.run('CloseUser', { user: ben.id }, admin)).status).toBe(200)
    const friends = await friendsOf(ada)
    expect([named(friends), creditedFor(friends), friends.count, friends.credited]).toEqual([
      ['C*** S******', null],
      [0, 4],
      2,
      4,
    ])
  })

  test('come page by page, each once, several of one moment too, and no id in the cursor', async () => {
    const ada = await signUpSomebody(app)
    const ids: string[] = []
    for (let n = 1; n <= 7; n += 1) ids.push((await friendOf(ada, `Friend${'x'.repeat(n)}`)).id)
    // Five of the seven joined in the same moment.
    await database.owner.query(
      'update owners set created_at = (select created_at from owners where id = $1) where id = any ($2)',
      [ids[1], ids.slice(1, 6)],
    )
    const seen: (string | null)[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: Friends = await friendsOf(ada, `?limit=2${cursor && `&cursor=${cursor}`}`)
      expect([page.count, page.friends.length]).toEqual([7, page.nextCursor === null ? 1 : 2])
      seen.push(...named(page))
      cursor = page.nextCursor
      const said = Buffer.from(cursor ?? '', 'base64url').toString()
      expect(ids.filter((id) => said.includes(id))).toEqual([])
    }
    expect(seen.toSorted()).toEqual(ids.map((_, n) => `F${'*'.repeat(6 + n)}`).toSorted())
  })

  test.each([
    ['of another list', ['4']],
    ['of a moment that is none', ['yesterday', '1']],
    ['of part of a friend', ['2026-01-01T00:00:00.000Z', '1.5']],
  ])('refuse a cursor %s', async (_, position) => {
    const ada = await signUpSomebody(app)
    const cursor = Buffer.from(JSON.stringify(position)).toString('base64url')
    const reply = await ask(app, 'GET', `${api}/friends?cursor=${cursor}`, { token: ada.token })
    expect(reply.body.code).toBe('validation_failed')
  })

  test('begin at their beginning for a cursor that counts backwards', async () => {
    const ada = await signUpSomebody(app)
    await friendOf(ada, 'Ben Only')
    const position = JSON.stringify(['2199-01-01T00:00:00.000Z', '-5'])
    const cursor = Buffer.from(position).toString('base64url')
    expect(named(await friendsOf(ada, `?cursor=${cursor}`))).toEqual(['B** O***'])
  })

  test('are read by an index, newest first, and credits by another', async () => {
    const client = await database.owner.connect()
    try {
      // So few are here that all of them would be the least to read.
      await client.query('begin')
      await client.query('set local enable_seqscan = off')
      await client.query('set local enable_bitmapscan = off')
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${pageText}`, [
        admin,
        '2026-01-01Z',
        '0',
        51,
      ])
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      expect(plan).toMatch(/Index (Only )?Scan Backward using owners_by_referrer_and_age/)
      expect(plan).toContain('using commands_credits')
      expect(plan).not.toContain('Sort')
    } finally {
      await client.query('rollback')
      client.release()
    }
  })
})

describe('an invitation', () => {
  const invitation = (code: string, remoteAddress = '127.0.0.1', of = app) =>
    ask(of, 'POST', `${api}/invitations`, { payload: { code }, remoteAddress })
  const invitedBy = async (code: string) => (await invitation(code)).body.data.invitedBy

  test('says the masked name of whoever has the code, however it is typed, and nothing else', async () => {
    const ivo = await signUpSomebody(app, { fullName: 'Ivan Crook' })
    const { referralCode } = ivo.user
    expect((await invitation(referralCode)).body).toEqual({
      status: 'success',
      data: { invitedBy: 'I*** C****' },
    })
    expect(await invitedBy(` ${referralCode.toLowerCase()} `)).toBe('I*** C****')
  })

  test('names nobody for a code that signing up would refuse: unknown, of a closed account, of another shape', async () => {
    const gone = await signUpSomebody(app)
    await house.run('CloseUser', { user: gone.id }, admin)
    const answers = await Promise.all(
      ['ZZZZZZZZZZ', gone.user.referralCode, 'x', "' or 1 = 1 --", '%', gone.id].map(
        async (code) => {
          const { status, text } = await invitation(code)
          return [status, text]
        },
      ),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify([200, '{"status":"success","data":{"invitedBy":null}}'])]),
    )
  })

  test('of a frozen account stays: that it is frozen is nobody’s business, and signing up takes its code', async () => {
    const fay = await signUpSomebody(app, { fullName: 'Fay Frozen' })
    await house.run('FreezeUser', { user: fay.id, reason: 'a letter from the court' }, admin)
    expect(await invitedBy(fay.user.referralCode)).toBe('F** F*****')
    await friendOf(fay, 'Gil New')
  })

  test('refuses what can be no code', async () => {
    for (const code of ['A'.repeat(41), 'A\u0000B'])
      expect((await invitation(code)).body.code).toBe('validation_failed')
  })

  test('F1: counts each code by address, right or wrong, apart from signing up', async () => {
    const policy = {
      ...livePolicy,
      passwordLength: demoPolicy.passwordLength,
      signUpsPerAddress: { count: 2, withinMs: 3_600_000 },
    }
    const strict = await createTestApp(database, { policy })
    const { referralCode } = (await signUpSomebody(app)).user
    const from = (code: string, address: string) => invitation(code, address, strict)
    const first = [await from('ZZZZZZZZZZ', '192.0.2.17'), await from(referralCode, '192.0.2.17')]
    expect(first.map(({ status }) => status)).toEqual([200, 200])
    for (const code of [referralCode, 'ZZZZZZZZZZ', 'x']) {
      const reply = await from(code, '192.0.2.17')
      expect(reply.body).toMatchObject({ status: 429, code: 'too_many_attempts' })
      expect(Number(reply.headers['retry-after'])).toBeGreaterThan(3500)
    }
    expect((await from(referralCode, '192.0.2.18')).status).toBe(200)
    const password = 'correct horse battery'
    const signedUp = await ask(strict, 'POST', `${api}/signup`, {
      remoteAddress: '192.0.2.17',
      payload: {
        fullName: 'Somebody Behind',
        email: 'behind@people.example',
        password,
        confirmPassword: password,
        referralCode,
      },
    })
    expect(signedUp.status).toBe(201)
  })
})
