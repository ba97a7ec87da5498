import { administrators, noRoles } from '../../contract/roles.ts'
import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { firm } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import { agreementToRole } from '../../../tests/support/agreements.ts'

const data = (reply: { text: string }) => JSON.parse(reply.text).data.treasury

describe('the treasury', () => {
  const { run, person } = createMemoryHouse()
  const admin = person('admin', { role: 'admin' })

  test('takes capital once per outside reference', () => {
    expect(data(run('PayInCapital', { amount: 1_000n, reference: 'r1' }, admin))).toMatchObject({
      capital: 10,
      assets: { firmBank: 10, clientBank: 0 },
    })
    expect(run('PayInCapital', { amount: 1_000n, reference: 'r1' }, admin).outcome).toBe(
      'reference_used',
    )
    expect(run('PayInCapital', { amount: 500n, reference: 'r2' }, admin).outcome).toBe('done')
  })

  test('funds a pool from capital, and the asset moves with it', () => {
    const treasury = data(run('FundPool', { pool: 'returns', amount: 1_500n }, admin))
    expect(treasury).toEqual({
      capital: 0,
      pools: { returns: 15, referral: 0, corrections: 0, loan: 0 },
      owedToInvestors: 0,
      suspense: 0,
      assets: { clientBank: 15, firmBank: 0 },
    })
  })

  test('funds nothing that capital does not hold', () => {
    expect(run('FundPool', { pool: 'referral', amount: 1n }, admin).outcome).toBe('capital_short')
    expect(run('PayInCapital', { amount: 1n, reference: 'r3' }, admin).outcome).toBe('done')
    expect(run('FundPool', { pool: 'referral', amount: 2n }, admin).outcome).toBe('capital_short')
    expect(run('FundPool', { pool: 'referral', amount: 1n }, admin).outcome).toBe('done')
  })

  test('owes investors what they paid in', () => {
    person('ada', { cash: 2_500n })
    run('PayInCapital', { amount: 1n, reference: 'r4' }, admin)
    expect(data(run('FundPool', { pool: 'returns', amount: 1n }, admin))).toMatchObject({
      owedToInvestors: 25,
      assets: { clientBank: 40.02 },
    })
  })
})

describe('J12: the firm’s own money above the limit of one', () => {
  const limit = { secondApprovalAbove: 1_000n }
  function house() {
    const made = createMemoryHouse({ capital: 100_000n })
    const [anna, ben, cleo] = ['anna', 'ben', 'cleo'].map((name) =>
      made.person(name, { role: 'admin' }),
    ) as [string, string, string]
    const { run, desk } = made
    const capital = () => desk.world.balance(firm, 'capital')
    const pay = (amount: bigint, reference: string, by = anna) =>
      run('PayInCapital', { amount, reference, ...limit }, by)
    const fund = (amount: bigint, by = anna) =>
      run('FundPool', { pool: 'returns', amount, ...limit }, by)
    const proposed = ({ text }: { text: string }) => JSON.parse(text).data.proposal
    const agree = (asked: { id: string; text: string }, by = ben, other = {}) => {
      const shown = canonical({ ...proposed(asked).facts, ...other })
      return run('AgreeToProposal', { proposal: asked.id, shown }, by).outcome
    }
    const end = (kind: 'RefuseProposal' | 'WithdrawProposal', proposal: string, by: string) =>
      run(kind, { proposal, reason: 'mistyped' }, by).outcome
    return { ...made, anna, ben, cleo, capital, pay, fund, proposed, agree, end }
  }

  test('waits for somebody else, and books nothing until then', () => {
    const { run, anna, ben, capital, pay, proposed, agree } = house()
    const asked = pay(1_001n, 'wire')
    expect([asked.status, capital()]).toEqual([202, 100_000n])
    expect(JSON.parse(asked.text).message).toBe(
      'A second, different person must agree. Nothing has been changed yet. Amounts above $10.00 need a second, different person.',
    )
    expect(proposed(asked)).toMatchObject({
      kind: 'capital',
      about: null,
      proposedBy: { id: anna, fullName: 'anna' },
      needs: 1,
      agreements: [{ by: { id: anna } }],
      status: 'open',
      endsAt: null,
      facts: { amount: 10.01, reference: 'wire' },
    })
    expect(pay(1_001n, 'wire', ben).outcome).toBe('change_open')
    expect(agree(asked, anna)).toBe('same_approver')
    const others = [{ amount: 10.02 }, { amount: 10 }, { reference: 'Wire' }, { pool: 'returns' }]
    expect(others.map((other) => agree(asked, ben, other))).toEqual(
      others.map(() => 'not_as_shown'),
    )
    expect([agree(asked), capital()]).toEqual(['done', 101_001n])
    expect(run('AgreeToProposal', { proposal: anna, shown: '{}' }, ben).outcome).toBe(
      'unknown_proposal',
    )
    expect([agree(asked), pay(1_001n, 'wire', ben).outcome]).toEqual([
      'already_decided',
      'reference_used',
    ])
    expect(capital()).toBe(101_001n)
  })

  test('is reached by many small amounts too, of either kind, and not by what two agreed to', () => {
    const { ben, pay, fund, agree } = house()
    expect(
      [pay(600n, 'a'), fund(400n), fund(1n), pay(1n, 'b')].map(({ status }) => status),
    ).toEqual([200, 200, 202, 202])
    expect(agree(fund(5_000n))).toBe('done')
    expect([fund(1_000n, ben).status, fund(1n, ben).status]).toEqual([200, 202])
  })

  test('is refused by another or withdrawn by whoever proposed it, and its reference is free again', () => {
    const { anna, ben, capital, pay, end, agree } = house()
    const first = pay(2_000n, 'wire')
    expect([
      end('RefuseProposal', first.id, anna),
      end('WithdrawProposal', first.id, ben),
      end('RefuseProposal', first.id, ben),
      agree(first),
    ]).toEqual(['forbidden', 'forbidden', 'done', 'already_decided'])
    const second = pay(2_000n, 'wire')
    expect(end('WithdrawProposal', second.id, anna)).toBe('done')
    expect([pay(2_000n, 'wire').status, capital()]).toEqual([202, 100_000n])
  })

  test('holds its reference in every spelling while it waits, also against a cent that one books alone', () => {
    const { ben, capital, pay, agree, end } = house()
    const asked = pay(700_000n, 'Wire 9')
    const spellings = ['Wire 9', 'wire 9', 'Wire  9', 'Wire 9\u200B', 'Ｗire 9', 'Wire-9']
    const outcomes = (amount: bigint) =>
      spellings.map((reference) => pay(amount, reference, ben).outcome)
    for (const amount of [1n, 700_000n])
      expect(outcomes(amount)).toEqual(spellings.map(() => 'change_open'))
    expect([agree(asked), capital()]).toEqual(['done', 800_000n])
    for (const amount of [1n, 700_000n])
      expect(outcomes(amount)).toEqual(spellings.map(() => 'reference_used'))
    expect(end('RefuseProposal', pay(700_000n, 'Wire 10').id, ben)).toBe('done')
    expect(pay(1n, 'wire-10', ben).outcome).toBe('done')
  })

  test('waits until it is decided, however long', () => {
    const { desk, pay, agree } = house()
    const asked = pay(2_000n, 'wire')
    desk.now += 400 * 86_400_000
    expect([pay(1n, 'wire').outcome, agree(asked)]).toEqual(['change_open', 'done'])
  })

  test('is booked as the books stand when the second agrees', () => {
    const { run, fund, agree } = house()
    const [asked, other] = [fund(90_000n), fund(50_000n)]
    expect([agree(other), agree(asked)]).toEqual(['done', 'capital_short'])
    run('PayInCapital', { amount: 50_000n, reference: 'more' }, null)
    expect(agree(asked)).toBe('done')
  })

  test.each(['was frozen', 'lost the role'])(
    'is booked by two others where whoever proposed it %s meanwhile',
    (how) => {
      const { run, anna, ben, cleo, capital, pay, agree, person } = house()
      const asked = pay(2_000n, 'wire')
      if (how === 'was frozen') run('FreezeUser', { user: anna, reason: 'gone' }, ben)
      else {
        const change = { user: anna, roles: noRoles, reason: 'gone' } as const
        const { id } = run('ProposeRoleChange', change, ben)
        run(
          'AgreeToProposal',
          agreementToRole(id, { user: anna, from: administrators, roles: noRoles }),
          cleo,
        )
      }
      expect(agree(asked, anna)).toBe(how === 'was frozen' ? 'staff_frozen' : 'forbidden')
      expect(agree(asked, person('ada'))).toBe('forbidden')
      expect([agree(asked, ben), capital()]).toEqual(['done', 100_000n])
      expect([agree(asked, ben), capital()]).toEqual(['same_approver', 100_000n])
      expect([agree(asked, cleo), capital()]).toEqual(['done', 102_000n])
    },
  )

  test('is not booked by one who proposes it, leaves and comes back', () => {
    const { run, anna, ben, capital, pay, agree } = house()
    const asked = pay(2_000n, 'wire')
    run('FreezeUser', { user: anna, reason: 'gone' }, ben)
    run('UnfreezeUser', { user: anna, reason: 'back' }, ben)
    expect([agree(asked, anna), capital()]).toEqual(['same_approver', 100_000n])
    expect([agree(asked), capital()]).toEqual(['done', 102_000n])
  })

  test('takes one alone where no limit is set, and is proposed by nobody but an administrator', () => {
    const { run, anna } = house()
    const funding = { pool: 'returns', amount: 50_000n } as const
    expect(run('FundPool', { ...funding, ...limit }, null).outcome).toBe('forbidden')
    expect([run('FundPool', funding, anna).status, run('FundPool', funding, null).status]).toEqual([
      200, 200,
    ])
  })
})
