import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { table } from '../../../tests/support/table.ts'
import { idFromName } from '../../platform/ids.ts'
import { canonical } from '../../lib/canonical.ts'
import { proposals } from '../proposals/table.ts'

const eventOf = {
  'profit-corrected': 'profit',
  'loss-corrected': 'loss',
  'balance-corrected': 'rest',
} as Record<string, string>

/** A person with this cash, profit and loss. */
function houseWith(
  cash: bigint,
  profit: bigint,
  loss: bigint,
  corrections = 1_000_000n,
  role: 'user' | 'admin' = 'user',
) {
  const house = createMemoryHouse({ corrections: 1_000_000n })
  const ada = house.person('ada', { cash: cash - profit + loss, role })
  const admin = house.person('admin', { role: 'admin' })
  if (profit + loss > 0n)
    house.run('CorrectUser', { user: ada, totalProfit: profit, totalLoss: loss }, admin)
  const pool = house.desk.world.balance('00000000-0000-0000-0000-000000000000', 'corrections-pool')
  const spare = house.person('spare')
  if (pool > corrections)
    house.run('CorrectUser', { user: spare, accountBalance: pool - corrections }, admin)
  return { ...house, ada, admin }
}

const optional = (cell: string) => (cell === '' ? {} : BigInt(cell))

describe('a staff edit posts the differences', () => {
  test.each(
    table(`
    cash | profit | loss | to balance | to profit | to loss | posted, in order                  | balance after
    1000 | 200    | 50   |            | 250       |         | profit +50                        | 1050
    1000 | 200    | 50   |            | 150       |         | profit -50                        | 950
    1000 | 200    | 50   |            |           | 80      | loss -30                          | 970
    1000 | 200    | 50   |            |           | 20      | loss +30                          | 1030
    1000 | 200    | 50   | 1500       |           |         | rest +500                         | 1500
    1000 | 200    | 50   | 400        |           |         | rest -600                         | 400
    1000 | 200    | 50   | 1050       | 250       |         | profit +50                        | 1050
    1000 | 200    | 50   | 1100       | 250       |         | profit +50, rest +50              | 1100
    1000 | 200    | 50   | 1000       | 250       |         | profit +50, rest -50              | 1000
    1000 | 200    | 50   | 1000       | 150       |         | rest +50, profit -50              | 1000
    1000 | 200    | 50   |            | 250       | 100     | profit +50, loss -50              | 1000
    1000 | 200    | 50   | 0          | 0         | 0       | loss +50, profit -200, rest -850  | 0
    1000 | 200    | 50   | 5          | 900       | 700     | profit +700, loss -650, rest -1045 | 5
    1000 | 200    | 50   | 1000       | 200       | 50      |                                   | 1000
  `),
  )(
    'from %s, %s, %s to balance “%s”, profit “%s”, loss “%s”: %s',
    (cash, profit, loss, toBalance, toProfit, toLoss, posted, after) => {
      const { desk, run, ada, admin } = houseWith(BigInt(cash!), BigInt(profit!), BigInt(loss!))
      const edit = Object.fromEntries(
        Object.entries({
          accountBalance: toBalance,
          totalProfit: toProfit,
          totalLoss: toLoss,
        }).flatMap(([field, cell]) =>
          typeof optional(cell!) === 'bigint' ? [[field, optional(cell!)]] : [],
        ),
      )
      const { id } = run('CorrectUser', { user: ada, ...edit }, admin)
      const { changes } = desk.journal.find((kept) => kept.id === id)!
      const lines = changes!.postings.map(
        ({ event, debit, amount }) =>
          `${eventOf[event]} ${debit.kind === 'cash' ? '-' : '+'}${amount}`,
      )
      expect(lines.join(', ')).toBe(posted)
      expect(desk.world.balance(ada, 'cash')).toBe(BigInt(after!))
      const { totals } = desk.world.owners.get(ada)!
      expect([totals.profit, totals.loss]).toEqual([
        BigInt(toProfit || profit!),
        BigInt(toLoss || loss!),
      ])
    },
  )

  test('tells the user who, why, and old and new', () => {
    const { desk, run, ada, admin } = houseWith(1_000n, 0n, 0n)
    const { id } = run(
      'CorrectUser',
      { user: ada, accountBalance: 1_500n, fullName: 'Ada Lovelace', reason: 'We counted again.' },
      admin,
    )
    const kept = desk.journal.find((one) => one.id === id)!
    expect(kept.actor).toBe(admin)
    expect(kept.changes!.activity).toEqual([{ owner: ada, kind: 'correction-made' }])
    expect(kept.changes!.texts).toEqual({
      reason: 'We counted again.',
      changes: [
        { field: 'fullName', from: 'ada', to: 'Ada Lovelace' },
        { field: 'accountBalance', from: '$10.00', to: '$15.00' },
      ],
    })
  })

  test('that changes nothing is nothing to tell', () => {
    const { desk, run, ada, admin } = houseWith(1_000n, 0n, 0n)
    const { version } = desk.world.owners.get(ada)!
    expect(
      run('CorrectUser', { user: ada, accountBalance: 1_000n, fullName: 'ada', version }, admin)
        .outcome,
    ).toBe('done')
    expect(desk.world.owners.get(ada)!.version).toBe(version)
  })
})

describe('a staff edit is refused', () => {
  const { desk, run, person, ada, admin } = houseWith(1_000n, 200n, 50n, 100n)
  const ids: Record<string, string> = {
    nobody: idFromName('nobody'),
    firm: '00000000-0000-0000-0000-000000000000',
    ada,
    admin,
    closed: person('closed', { status: 'closed' }),
    fixed: person('fixed', { fixed: true }),
  }

  // Each line has all the faults of the lines below it, as far as they can meet.
  test.each(
    table(`
    whom   | version | email | profit | balance | outcome
    nobody | old     | ada   | -1     | -1      | unknown_user
    firm   | old     | ada   | -1     | -1      | unknown_user
    admin  | old     | ada   | -1     | -1      | not_on_yourself
    closed | old     | ada   | -1     | -1      | account_closed
    fixed  | old     | ada   | -1     | -1      | stale_version
    fixed  | now     | ada   | -1     | -1      | fixed_account
    ada    | now     | admin | -1     | -1      | email_taken
    ada    | now     | ada   | -1     | -1      | totals_below_zero
    ada    | now     | ada   | 200    | -1      | balance_below_zero
    ada    | now     | ada   | 301    | 0       | corrections_pool_short
    ada    | now     | ada   | 200    | 1101    | corrections_pool_short
    ada    | now     | ada   | 300    | 1100    | done
  `),
  )(
    '%s, %s version, email of %s, profit %s, balance %s: %s',
    (whom, version, email, profit, balance, outcome) => {
      const user = ids[whom!]!
      const at = desk.world.owners.get(user)?.version ?? 1
      const edit = {
        user,
        version: version === 'old' ? at - 1 : at,
        email: `${email}@people.example`,
        totalProfit: BigInt(profit!),
        accountBalance: BigInt(balance!),
      }
      expect(run('CorrectUser', edit, admin).outcome).toBe(outcome)
    },
  )
})

const atOnce = { waitMs: null, earlierForMs: null }

describe('a correction that needs two administrators', () => {
  /** A person with 10.00; one administrator proposed to bring the balance to 15.00. */
  function proposed(edit: object = { accountBalance: 1_500n }, above = 499n) {
    const house = houseWith(1_000n, 200n, 50n, undefined, 'admin')
    const second = house.person('second', { role: 'admin' })
    const reply = house.run(
      'CorrectUser',
      { user: house.ada, ...edit, reason: 'We counted again.', secondApprovalAbove: above },
      house.admin,
    )
    const { cash, ...totals } = {
      cash: () => house.desk.world.balance(house.ada, 'cash'),
      owner: () => house.desk.world.owners.get(house.ada)!,
    }
    const agree = (by: string, waits: typeof edit = {}) => {
      const shown = canonical(JSON.parse(reply.text).data.proposal.facts)
      const terms = 'emailWait' in waits ? { waitMs: '0', earlierForMs: '0' } : atOnce
      return house.run('AgreeToProposal', { proposal: reply.id, shown, answer: terms }, by)
    }
    const end = (by: string, reason = 'no') =>
      house.run(
        by === house.admin ? 'WithdrawProposal' : 'RefuseProposal',
        { proposal: reply.id, reason },
        by,
      )
    return { ...house, second, reply, proposal: reply.id, agree, end, cash, owner: totals.owner }
  }
  const kept = ({ desk }: ReturnType<typeof houseWith>, id: string) =>
    desk.journal.find((one) => one.id === id)!

  test.each(
    table(`
    limit | to balance | to profit | to loss | status
    off   | 999999     |           |         | 200
    500   | 1500       |           |         | 200
    499   | 1500       |           |         | 202
    499   | 500        |           |         | 202
    0     | 1001       |           |         | 202
    149   | 1050       | 250       | 150     | 202
    250   | 1050       | 250       | 150     | 200
    99    | 1000       | 250       |         | 202
    100   | 1000       | 250       |         | 200
  `),
  )(
    'with a limit of %s: to balance “%s”, profit “%s”, loss “%s” answers %s',
    (limit, toBalance, toProfit, toLoss, status) => {
      const { run, ada, admin } = houseWith(1_000n, 200n, 50n)
      const edit = Object.fromEntries(
        Object.entries({
          accountBalance: toBalance,
          totalProfit: toProfit,
          totalLoss: toLoss,
        }).flatMap(([field, cell]) => (cell === '' ? [] : [[field, BigInt(cell!)]])),
      )
      expect(
        run(
          'CorrectUser',
          { user: ada, ...edit, secondApprovalAbove: limit === 'off' ? null : BigInt(limit!) },
          admin,
        ).status,
      ).toBe(Number(status))
    },
  )

  test('of a name alone needs one', () => {
    const { run, ada, admin } = houseWith(1_000n, 0n, 0n)
    expect(
      run('CorrectUser', { user: ada, fullName: 'Ada Lovelace', secondApprovalAbove: 0n }, admin)
        .status,
    ).toBe(200)
  })

  test('posts nothing when it is proposed, and says so to the user', () => {
    const house = proposed({ accountBalance: 1_500n, fullName: 'Ada Lovelace' })
    expect(house.cash()).toBe(1_000n)
    expect(house.owner().fullName).toBe('ada')
    const { changes } = kept(house, house.proposal)
    expect(changes!.postings).toEqual([])
    expect(changes!.effects).toEqual([])
    expect(changes!.activity).toEqual([{ owner: house.ada, kind: 'correction-proposed' }])
    expect(changes!.texts).toEqual({
      reason: 'We counted again.',
      changes: [
        { field: 'fullName', from: 'ada', to: 'Ada Lovelace' },
        { field: 'accountBalance', from: '$10.00', to: '$15.00' },
      ],
    })
    expect(JSON.parse(house.reply.text)).toMatchObject({
      message:
        'A second, different person must agree. Nothing has been changed yet. Amounts above $4.99 need a second, different person.',
      data: {
        user: { accountBalance: 10 },
        proposal: { status: 'open', facts: { balanceFrom: 10, balanceTo: 15, edits: 'fullName' } },
        correction: { status: 'pending', amount: 5, proposedBy: 'admin', decidedBy: null },
      },
    })
  })

  test('is posted with the approval of another one, who is told of beside the first', () => {
    const house = proposed({
      accountBalance: 1_500n,
      totalProfit: 250n,
      fullName: 'Ada Lovelace',
      email: 'new@people.example',
    })
    const reply = house.agree(house.second)
    expect([
      reply.status,
      reply.outcome,
      house.cash(),
      house.owner().totals.profit,
      house.owner().fullName,
      house.owner().email,
    ]).toEqual([200, 'done', 1_500n, 250n, 'Ada Lovelace', 'new@people.example'])
    const { changes, input, actor } = kept(house, reply.id)
    expect(changes!.postings.map(({ event, amount }) => [event, amount])).toEqual([
      ['profit-corrected', 50n],
      ['balance-corrected', 450n],
    ])
    expect(changes!.activity).toEqual([{ owner: house.ada, kind: 'correction-made' }])
    expect([actor, changes!.facts]).toEqual([
      house.second,
      { of: 'correction', proposedBy: house.admin, firstAgreedBy: house.admin },
    ])
    expect(input).toMatchObject({ proposal: house.proposal })
    expect(changes!.texts).toMatchObject({ reason: 'We counted again.' })
    expect(JSON.parse(reply.text).data.proposal).toMatchObject({
      status: 'done',
      agreements: [{ by: { fullName: 'admin' } }, { by: { fullName: 'second' } }],
    })
  })

  test.each(
    table(`
    what    | by     | before            | outcome
    approve | admin  | -                 | same_approver
    approve | ada    | -                 | not_on_yourself
    reject  | ada    | -                 | not_on_yourself
    approve | second | approved          | already_decided
    reject  | second | approved          | already_decided
    approve | second | rejected          | already_decided
    approve | second | deposit           | stale_version
    approve | second | pool emptied      | corrections_pool_short
    approve | second | frozen            | done
    reject  | admin  | -                 | done
    reject  | second | deposit           | done
  `),
  )('%s by %s after “%s”: %s', (what, by, before, outcome) => {
    const house = proposed()
    const ids: Record<string, string> = { admin: house.admin, second: house.second, ada: house.ada }
    const spare = house.person('another')
    const prepare: Record<string, () => unknown> = {
      approved: () => house.agree(house.second),
      rejected: () => house.end(house.second),
      deposit: () =>
        house.run('CreditPlayMoney', { owner: house.ada, amount: 1n, asset: 'BTC' }, house.ada),
      frozen: () => house.run('FreezeUser', { user: house.ada, reason: 'a call' }, house.admin),
      'pool emptied': () =>
        house.run(
          'CorrectUser',
          {
            user: spare,
            accountBalance: house.desk.world.balance(
              '00000000-0000-0000-0000-000000000000',
              'corrections-pool',
            ),
          },
          house.admin,
        ),
    }
    prepare[before!]?.()
    const decide = what === 'approve' ? house.agree : house.end
    expect(decide(ids[by!]!).outcome).toBe(outcome)
  })

  test('that the system proposes is refused', () => {
    const { run, ada } = houseWith(1_000n, 0n, 0n)
    expect(
      run('CorrectUser', { user: ada, accountBalance: 5_000n, secondApprovalAbove: 0n }, null)
        .outcome,
    ).toBe('forbidden')
  })

  test('says what has changed since it was proposed', () => {
    const house = proposed()
    house.run('CorrectUser', { user: house.ada, totalProfit: 300n }, house.admin)
    expect(JSON.parse(house.agree(house.second).text).message).toBe(
      'This user changed since the correction was proposed: balance from $10.00 to $11.00, profit from $2.00 to $3.00. Nothing was posted; withdraw it and propose it again.',
    )
  })

  test('that has come true meanwhile is approved: the user’s list says so, and no mail tells of a change', () => {
    const edit = {
      fullName: 'Ada Renamed',
      email: 'renamed@people.example',
      emailWait: { waitMs: 0, earlierForMs: 0 },
    }
    const { desk, run, ada, admin, second, agree } = proposed(edit)
    run('CorrectUser', { user: ada, fullName: 'Ada Renamed' }, admin)
    run('CorrectUser', { user: ada, email: 'renamed@people.example' }, admin)
    expect(agree(second, edit).outcome).toBe('done')
    const { changes } = desk.journal.at(-1)!
    expect([changes!.activity, changes!.effects]).toEqual([
      [{ owner: ada, kind: 'correction-made' }],
      [],
    ])
  })

  test('whose email was taken meanwhile is refused', () => {
    const house = proposed({ accountBalance: 1_500n, email: 'wanted@people.example' })
    house.run(
      'CorrectUser',
      { user: house.person('faster'), email: 'wanted@people.example' },
      house.admin,
    )
    expect(house.agree(house.second).outcome).toBe('email_taken')
  })

  test.each([
    ['admin', 'withdrawn'],
    ['second', 'refused'],
  ] as const)('that %s refuses is %s, and the user is told why', (by, status) => {
    const house = proposed()
    const reply = house.end(house[by], 'It was booked in time.')
    expect(JSON.parse(reply.text).data.proposal).toMatchObject({
      status,
      refusal: { by: { fullName: by }, reason: 'It was booked in time.' },
    })
    const { changes } = kept(house, reply.id)
    expect([changes!.activity, changes!.texts, house.cash()]).toEqual([
      [{ owner: house.ada, kind: 'correction-refused' }],
      {
        reason: 'It was booked in time.',
        changes: [{ field: 'accountBalance', from: '$10.00', to: '$15.00' }],
      },
      1_000n,
    ])
  })

  test('waits no longer when the account is closed, and keeps nothing of the person', () => {
    const house = proposed({ totalProfit: 1_000n, fullName: 'Ada Lovelace' })
    house.run('CorrectUser', { user: house.ada, accountBalance: 0n }, house.admin)
    expect(house.run('CloseUser', { user: house.ada }, house.admin).outcome).toBe('done')
    expect(house.desk.world.get(proposals, house.proposal)).toMatchObject({
      status: 'withdrawn',
      words: null,
    })
    expect(house.agree(house.second).outcome).toBe('already_decided')
  })
})

describe('a credit', () => {
  test('is agreed to by nobody whom it is about, neither as the first nor as the second', () => {
    const house = createMemoryHouse({ referral: 10_000n })
    const [first, second] = ['first', 'second'].map((name) => house.person(name, { role: 'admin' }))
    const referrer = house.person('referrer', { role: 'admin' })
    const friend = house.person('friend', { referredBy: referrer, role: 'admin' })
    const asked = { user: friend, fundingAmount: 1_000n, secondApprovalAbove: 0n }
    const { id: proposal, text } = house.run('CreditReferrer', asked, first!)
    const { data } = JSON.parse(text)
    expect(data.proposal).toMatchObject({ about: { id: referrer }, besides: { id: friend } })
    expect(data.correction).toMatchObject({ amount: 1, credit: { userId: friend } })
    const shown = canonical(data.proposal.facts)
    const agree = (by: string) => house.run('AgreeToProposal', { proposal, shown }, by).outcome
    expect([agree(referrer), agree(friend)]).toEqual(['not_on_yourself', 'not_on_yourself'])
    house.run('FreezeUser', { user: first!, reason: 'away' }, second!)
    expect([agree(friend), agree(referrer)]).toEqual(['not_on_yourself', 'not_on_yourself'])
    expect(house.run('RefuseProposal', { proposal, reason: 'mine' }, friend).outcome).toBe(
      'not_on_yourself',
    )
    house.run('UnfreezeUser', { user: first!, reason: 'back' }, second!)
    expect([agree(second!), house.desk.world.balance(referrer, 'cash')]).toEqual(['done', 100n])
    const { facts } = house.desk.journal.at(-1)!.changes!
    expect(facts).toMatchObject({ user: friend, fundingAmount: '1000', credited: '100' })
  })
})
