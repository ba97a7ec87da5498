/** Many at once, through two desks on one database, as two servers would have them: the outcome is as if one had come after the other. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import { firm } from '../../src/ledger/core/chart.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import type { Reply } from '../../src/desk/decide.ts'
import { answerOf, countAnswers, countOf, times } from '../support/answers.ts'
import { createTestDatabase } from '../support/database.ts'
import { everything } from '../support/extent.ts'
import { createHouse, seedPlans } from '../support/house.ts'

const database = await createTestDatabase()
const houses = [createHouse(database), createHouse(database)]
const house = houses[0]!
const either = (n: number) => houses[n % 2]!
const plans = await seedPlans(database)

const wallet = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'of any kind' } as const

async function rows<T extends object>(sql: string, values: unknown[] = []): Promise<T[]> {
  return (await database.owner.query<T>(sql, values)).rows
}

afterEach(async () => {
  expect((await auditBooks(database.pool)).faults).toEqual([])
  expect(houses.flatMap(({ errors }) => errors)).toEqual([])
})

describe('a whole balance', () => {
  test('asked for a hundred times at once is given once', async () => {
    const ada = await house.person({ cash: 100_00n })
    const counts = await countAnswers(
      times(100, (n) =>
        either(n).run('RequestWithdrawal', { owner: ada, amount: 100_00n, target: wallet }, ada),
      ),
    )
    expect(counts).toEqual({ done: 1, insufficient_balance: 99 })
    expect(await house.balances(ada)).toMatchObject({ cash: 0n, held: 100_00n })
  })

  test('is spent to the last cent and not beyond, by whatever takes from it', async () => {
    const ada = await house.person({ cash: 100_00n })
    const counts = await countAnswers(
      times(60, (n) =>
        either(n).run('RequestWithdrawal', { owner: ada, amount: 3_00n, target: wallet }, ada),
      ),
    )
    expect(counts).toEqual({ done: 33, insufficient_balance: 27 })
    expect(await house.balances(ada)).toMatchObject({ cash: 1_00n, held: 99_00n })
  })
})

describe('a key', () => {
  const request = (
    ada: string,
    n: number,
    more: { key: string; bodyHash?: string },
    desk = either(n),
  ) =>
    desk.run('RequestWithdrawal', { owner: ada, amount: 10_00n, target: wallet }, ada, {
      requestId: `request ${n}`,
      ...more,
    })

  test.each([
    ['one desk', () => house],
    ['two desks', either],
  ] as const)(
    'makes one booking of 50 copies at once through %s, and 50 equal replies',
    async (name, through) => {
      const ada = await house.person({ cash: 100_00n })
      const key = `copies ${name}`
      const replies = await Promise.all(times(50, (n) => request(ada, n, { key }, through(n))))
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect(countOf(replies.map(({ outcome, status }) => `${outcome} ${status}`))).toEqual({
        'done 201': 50,
      })
      expect(await house.balances(ada)).toMatchObject({ cash: 90_00n, held: 10_00n })
      expect(
        await rows('select id from desk.commands where actor = $1 and key = $2', [ada, key]),
      ).toHaveLength(1)
      expect((await request(ada, 99, { key })).text).toBe(replies[0]!.text)
    },
  )

  test('says 422 to another body, while the first is under way and afterwards', async () => {
    const ada = await house.person({ cash: 100_00n })
    const key = 'two bodies'
    const replies = await Promise.all(
      times(40, async (n) => ({
        body: n % 4 < 2 ? 'a' : 'b',
        reply: await request(ada, n, { key, bodyHash: n % 4 < 2 ? 'a' : 'b' }),
      })),
    )
    const winner = replies.find(({ reply }) => reply.outcome === 'done')!.body
    for (const { body, reply } of replies)
      expect([reply.outcome, reply.status]).toEqual(
        body === winner ? ['done', 201] : ['key_reused', 422],
      )
    expect(await house.balances(ada)).toMatchObject({ held: 10_00n })
    expect((await request(ada, 99, { key, bodyHash: 'c' })).outcome).toBe('key_reused')
    expect((await request(ada, 98, { key, bodyHash: winner })).outcome).toBe('done')
  })

  test('keeps a refusal, even when a new request would be granted', async () => {
    const ada = await house.person({ cash: 5_00n })
    const refused = await request(ada, 1, { key: 'refused' })
    expect(refused.outcome).toBe('insufficient_balance')
    await house.run('CreditPlayMoney', { owner: ada, amount: 100_00n, asset: 'BTC' }, ada)
    for (const n of [2, 3]) expect(await request(ada, n, { key: 'refused' })).toEqual(refused)
    expect((await request(ada, 4, { key: 'another' })).outcome).toBe('done')
  })

  test('of one person is not the same key of another', async () => {
    const [ada, ben] = [await house.person({ cash: 10_00n }), await house.person({ cash: 10_00n })]
    expect((await request(ada, 1, { key: 'the same' })).outcome).toBe('done')
    expect((await request(ben, 2, { key: 'the same' })).outcome).toBe('done')
  })

  test('holds where two commands under it touch different people, whom no common lock keeps apart', async () => {
    const admin = await house.person({ role: 'admin' })
    const pairs = await Promise.all(times(20, () => Promise.all([house.person(), house.person()])))
    for (const [n, pair] of pairs.entries()) {
      const counts = await countAnswers(
        pair.map((user, at) =>
          either(at).run('FreezeUser', { user, reason: 'a reason' }, admin, {
            key: `pair ${n}`,
            bodyHash: user,
          }),
        ),
      )
      expect(counts).toEqual({ done: 1, key_reused: 1 })
    }
  })

  test('holds where the command touches nobody’s books', async () => {
    const admin = await house.person({ role: 'admin' })
    const replies = await Promise.all(
      times(30, (n) =>
        either(n).run(
          'ApproveWithdrawal',
          { withdrawal: crypto.randomUUID(), secondApprovalAbove: null },
          admin,
          { key: 'nobody', requestId: `request ${n}` },
        ),
      ),
    )
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
    expect(replies[0]!.outcome).toBe('unknown_withdrawal')
  })
})

describe('a request', () => {
  async function requests(count: number, recipient: string | null) {
    const accountId =
      recipient === null
        ? null
        : (
            await rows<{ account_id: string }>('select account_id from owners where id = $1', [
              recipient,
            ])
          )[0]!.account_id
    const target =
      accountId === null
        ? wallet
        : ({ type: 'tradehub_transfer', recipientAccountId: accountId } as const)
    return Promise.all(
      times(count, async () => {
        const owner = await house.person({ cash: 10_00n })
        const reply = await house.run('RequestWithdrawal', { owner, amount: 10_00n, target }, owner)
        return { owner, withdrawal: JSON.parse(reply.text).data.withdrawal._id as string }
      }),
    )
  }

  test.each([
    ['to a wallet', false],
    ['to another user', true],
  ])(
    '%s that is approved, rejected and cancelled at once comes to one of them',
    async (_, isTransfer) => {
      const admins = await Promise.all(
        times(2, () => house.person({ role: 'admin', fullName: 'Adam Admin' })),
      )
      const all = await requests(25, isTransfer ? await house.person() : null)
      const wins: string[] = []
      await Promise.all(
        all.map(async ({ owner, withdrawal }, n) => {
          const racing: [string, Promise<Reply>][] = [
            [
              'approved',
              either(n).run(
                'ApproveWithdrawal',
                { withdrawal, secondApprovalAbove: null },
                admins[0]!,
              ),
            ],
            [
              'rejected',
              either(n + 1).run('RejectWithdrawal', { withdrawal, reason: 'no' }, admins[1]!),
            ],
            ['cancelled', either(n >> 1).run('CancelWithdrawal', { withdrawal, owner }, owner)],
            [
              'approved',
              either(n + 1).run(
                'ApproveWithdrawal',
                { withdrawal, secondApprovalAbove: null },
                admins[1]!,
              ),
            ],
          ]
          const ended = await Promise.all(
            racing.map(async ([as, reply]) => ({ as, reply: await reply })),
          )
          const [winner, ...others] = ended.filter(({ reply }) => reply.outcome === 'done')
          expect(others).toEqual([])
          const losers = ended.filter((one) => one !== winner)
          for (const { reply } of losers)
            expect(JSON.parse(reply.text).message).toMatch(new RegExp(winner!.as))
          for (const { as, reply } of losers)
            expect(reply.outcome).toBe(as === 'cancelled' ? 'not_pending' : 'already_decided')
          expect(await rows('select status from withdrawals where id = $1', [withdrawal])).toEqual([
            { status: winner!.as },
          ])
          wins.push(winner!.as)
        }),
      )
      const ends = await rows<{ event: string }>(
        `select p.event::text from desk.commands c join ledger.postings p on p.command_id = c.id
      where c.input ->> 'withdrawal' = any ($1) and p.event <> 'withdrawal-requested'`,
        [all.map(({ withdrawal }) => withdrawal)],
      )
      const expected = wins.flatMap((as) =>
        as === 'approved' ? (isTransfer ? ['transfer'] : []) : ['withdrawal-released'],
      )
      expect(countOf(ends.map(({ event }) => event))).toEqual(countOf(expected))
    },
  )

  test('is paid or returned once', async () => {
    const admin = await house.person({ role: 'admin' })
    const all = await requests(20, null)
    await Promise.all(
      all.map(({ withdrawal }) =>
        house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin),
      ),
    )
    const counts = await Promise.all(
      all.map(({ withdrawal }, n) =>
        countAnswers([
          either(n).run('PayWithdrawal', { withdrawal, reference: `a ${withdrawal}` }, admin),
          either(n + 1).run('ReturnWithdrawal', { withdrawal, reason: 'came back' }, admin),
          either(n + 1).run('PayWithdrawal', { withdrawal, reference: `b ${withdrawal}` }, admin),
        ]),
      ),
    )
    for (const count of counts) expect(count).toEqual({ done: 1, not_approved: 2 })
  })

  test('is paid with a reference that another was paid with only once', async () => {
    const admin = await house.person({ role: 'admin' })
    const all = await requests(20, null)
    await Promise.all(
      all.map(({ withdrawal }) =>
        house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin),
      ),
    )
    const counts = await countAnswers(
      all.map(({ withdrawal }, n) =>
        either(n).run('PayWithdrawal', { withdrawal, reference: 'the same transaction' }, admin),
      ),
    )
    expect(counts).toEqual({ done: 1, reference_used: 19 })
  })
})

describe('transfers in opposite directions', () => {
  test('all arrive, and nothing waits for itself', async () => {
    const people = await Promise.all(times(3, () => house.person({ cash: 100_00n })))
    const admin = await house.person({ role: 'admin' })
    const accounts = await rows<{ id: string; account_id: string }>(
      'select id, account_id from owners where id = any ($1)',
      [people],
    )
    const pairs = people.flatMap((from) =>
      people.filter((to) => to !== from).map((to) => [from, to] as const),
    )
    const requested = await Promise.all(
      times(120, async (n) => {
        const [owner, to] = pairs[n % pairs.length]!
        const recipientAccountId = accounts.find(({ id }) => id === to)!.account_id
        const reply = await either(n).run(
          'RequestWithdrawal',
          { owner, amount: 1_00n, target: { type: 'tradehub_transfer', recipientAccountId } },
          owner,
        )
        return JSON.parse(reply.text).data.withdrawal._id as string
      }),
    )
    expect(
      await countAnswers(
        requested.map((withdrawal, n) =>
          either(n).run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, admin),
        ),
      ),
    ).toEqual({ done: 120 })
    for (const person of people)
      expect(await house.balances(person)).toMatchObject({ cash: 100_00n, held: 0n })
  })
})

describe('a returns pool', () => {
  const poolNow = async () => (await house.balances(firm))['returns-pool']!

  test('that covers seven is promised seven times; filling it opens the plan again', async () => {
    await house.fund({ returns: 7n * 120_00n + 119_99n - (await poolNow()) })
    const people = await Promise.all(times(60, () => house.person({ cash: 1_000_00n })))
    const invest = (owner: string, n: number) =>
      either(n).run(
        'OpenInvestment',
        {
          owner,
          planId: plans.advanced,
          amount: 1_000_00n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        },
        owner,
      )
    const replies = await Promise.all(people.map(invest))
    expect(countOf(replies.map(({ outcome }) => outcome))).toEqual({ done: 7, not_covered: 53 })
    expect(replies.find(({ outcome }) => outcome === 'not_covered')!.text).toMatch(
      'Advanced Wealth Builder is sold out',
    )
    expect(await poolNow()).toBe(119_99n)

    const refused = people.filter((_, n) => replies[n]!.outcome === 'not_covered')
    await house.fund({ returns: 2n * 120_00n })
    expect(await countAnswers(refused.slice(0, 10).map(invest))).toEqual({
      done: 2,
      not_covered: 8,
    })
  })

  test('that is drained and filled at once never promises what it does not hold', async () => {
    const people = await Promise.all(times(30, () => house.person({ cash: 1_000_00n })))
    const before = await poolNow()
    const [filled, opened] = await Promise.all([
      Promise.all(
        times(5, (n) =>
          answerOf(
            either(n)
              .run('PayInCapital', { amount: 120_00n, reference: `fill ${n}` }, null)
              .then(() => either(n).run('FundPool', { pool: 'returns', amount: 120_00n }, null)),
          ),
        ),
      ),
      Promise.all(
        people.map((owner, n) =>
          answerOf(
            either(n).run(
              'OpenInvestment',
              {
                owner,
                planId: plans.advanced,
                amount: 1_000_00n,
                acceptedRiskVersion: 1,
                acceptedTermsVersion: 1,
              },
              owner,
            ),
          ),
        ),
      ),
    ])
    expect(countOf(filled)).toEqual({ done: 5 })
    const done = BigInt(opened.filter((outcome) => outcome === 'done').length)
    expect(await poolNow()).toBe(before + 5n * 120_00n - done * 120_00n)
  })
})

describe('the last two administrators', () => {
  test('who close each other’s accounts at once leave one', async () => {
    const others = await rows<{ id: string }>(
      `select id from owners where role = 'admin' and status <> 'closed'`,
    )
    let last = await house.person({ role: 'admin' })
    for (const { id } of others)
      expect(await answerOf(house.run('CloseUser', { user: id }, last))).toBe('done')
    for (let round = 0; round < 10; round += 1) {
      const other = await house.person({ role: 'admin' })
      const counts = await countAnswers([
        either(round).run('CloseUser', { user: other }, last),
        either(round + 1).run('CloseUser', { user: last }, other),
      ])
      // Whoever came second isn't an administrator any more.
      expect(counts).toEqual({ done: 1, account_closed: 1 })
      const left = await rows<{ id: string }>(
        `select id from owners where role = 'admin' and status <> 'closed'`,
      )
      expect(left).toHaveLength(1)
      last = left[0]!.id
    }
  })
})

describe('an outside reference', () => {
  test('brings capital in once', async () => {
    const counts = await countAnswers(
      times(40, (n) =>
        either(n).run('PayInCapital', { amount: 1_00n, reference: 'one receipt' }, null),
      ),
    )
    expect(counts).toEqual({ done: 1, reference_used: 39 })
  })
})

describe('an email', () => {
  test('goes to one of two people who get it at once', async () => {
    const admin = await house.person({ role: 'admin' })
    for (let round = 0; round < 10; round += 1) {
      const people = await Promise.all(times(2, () => house.person()))
      const counts = await countAnswers(
        people.map((user, n) =>
          either(n).run('CorrectUser', { user, email: `wanted-${round}@people.example` }, admin),
        ),
      )
      expect(counts).toEqual({ done: 1, email_taken: 1 })
    }
  })
})

describe('people and pools that are wanted in every order', () => {
  const ask = async (sql: string) =>
    Number(
      (
        await rows<{ n: bigint }>(
          `select ${sql} as n from pg_database where datname = current_database()`,
        )
      )[0]!.n,
    )
  const connections = () => ask('pg_stat_get_db_numbackends(oid)')
  const deadlocks = () => ask('pg_stat_get_db_deadlocks(oid)')

  test('are locked in one: nothing waits for itself', async () => {
    await house.fund({ returns: 10_000_00n, referral: 10_000_00n, corrections: 10_000_00n })
    const admin = await house.person({ role: 'admin' })
    const people = await Promise.all(times(12, () => house.person({ cash: 5_000_00n })))
    const accounts = await rows<{ id: string; account_id: string }>(
      'select id, account_id from owners where id = any ($1)',
      [people],
    )
    const [connected, before] = [await connections(), await deadlocks()]
    // Many small batches at once, so that some of them are at the same accounts in the same moment.
    const desks = times(2, () => createHouse(database, { batch: 4, inFlight: 6 }))
    // Where there is a limit, the administrator is locked too.
    const enough = 1_000_000_00n
    const round = (n: number) =>
      people.flatMap((owner, at) => {
        const desk = desks[(n + at) % 2]!
        const { account_id: recipientAccountId } = accounts.find(
          ({ id }) => id === people[(at + 1 + (n % 11)) % 12],
        )!
        return [
          desk
            .run(
              'RequestWithdrawal',
              { owner, amount: 1_00n, target: { type: 'tradehub_transfer', recipientAccountId } },
              owner,
            )
            .then(({ text }) =>
              desks[at % 2]!.run(
                'ApproveWithdrawal',
                {
                  withdrawal: JSON.parse(text).data.withdrawal._id,
                  secondApprovalAbove: at % 2 === 0 ? null : enough,
                },
                admin,
              ),
            ),
          desk.run(
            'OpenInvestment',
            {
              owner,
              planId: plans.starter,
              amount: 100_00n,
              acceptedRiskVersion: 1,
              acceptedTermsVersion: 1,
            },
            owner,
          ),
          desk.run('CreditPlayMoney', { owner, amount: 5_00n, asset: 'BTC' }, owner),
          desk.run(
            'CorrectUser',
            {
              user: owner,
              totalProfit: BigInt(n + 1),
              reason: 'a cent more',
              secondApprovalAbove: at % 3 === 0 ? enough : null,
            },
            admin,
          ),
          desk.run(
            'FundPool',
            { pool: (['returns', 'referral', 'corrections'] as const)[at % 3]!, amount: 1n },
            admin,
          ),
          desk.run('PayInCapital', { amount: 1n, reference: `round ${n}, ${at}` }, admin),
        ]
      })
    const ended: PromiseSettledResult<Reply>[] = []
    for (let n = 0; n < (everything ? 15 : 6); n += 1)
      ended.push(...(await Promise.allSettled(round(n))))
    // What a connection has seen is surely counted when it has ended.
    await Promise.all(desks.map(({ desk }) => desk.close()))
    await vi.waitFor(async () => expect(await connections()).toBe(connected))
    expect((await deadlocks()) - before).toBe(0)
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
  })
})
