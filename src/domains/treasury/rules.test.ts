import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { firm } from '../../ledger/core/chart.ts'

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
      pools: { returns: 15, referral: 0, corrections: 0 },
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
    const [anna, ben] = ['anna', 'ben'].map((name) => made.person(name, { role: 'admin' }))
    const capital = () => made.desk.world.balance(firm, 'capital')
    return { ...made, anna: anna!, ben: ben!, capital }
  }

  test('waits for another administrator, and books nothing until then', () => {
    const { run, anna, ben, capital } = house()
    const given = { amount: 1_001n, reference: 'wire', ...limit }
    const asked = run('PayInCapital', given, anna)
    expect([asked.status, capital()]).toEqual([202, 100_000n])
    expect(JSON.parse(asked.text)).toMatchObject({
      message:
        'A second, different administrator must agree. Nothing has been booked yet. Amounts above $10.00 need a second, different administrator.',
      data: {
        proposal: {
          kind: 'capital',
          about: null,
          proposedBy: { id: anna, fullName: 'anna' },
          needs: 1,
          agreements: [],
          status: 'open',
          facts: { amount: 10.01, pool: null, reference: 'wire' },
        },
      },
    })
    expect(run('PayInCapital', given, ben).outcome).toBe('reference_used')
    const agree = (by: string, shown = {}) =>
      run('ApproveFunding', { funding: asked.id, shown }, by).outcome
    expect(agree(anna)).toBe('same_approver')
    expect([agree(ben, { amount: 1_002n }), agree(ben, { pool: 'returns' })]).toEqual([
      'not_as_shown',
      'not_as_shown',
    ])
    expect([agree(ben, { amount: 1_001n }), capital()]).toEqual(['done', 101_001n])
    expect(run('ApproveFunding', { funding: anna }, ben).outcome).toBe('unknown_proposal')
    expect([agree(ben), run('PayInCapital', given, ben).outcome]).toEqual([
      'already_decided',
      'reference_used',
    ])
  })

  test('is reached by many small amounts too, of either kind, and not by what two agreed to', () => {
    const { run, anna, ben } = house()
    const pay = (amount: bigint, reference: string) =>
      run('PayInCapital', { amount, reference, ...limit }, anna).status
    const fund = (amount: bigint, by = anna) =>
      run('FundPool', { pool: 'returns', amount, ...limit }, by)
    expect([pay(600n, 'a'), fund(400n).status, fund(1n).status, pay(1n, 'b')]).toEqual([
      200, 200, 202, 202,
    ])
    const waits = fund(5_000n)
    run('ApproveFunding', { funding: waits.id }, ben)
    expect([fund(1_000n, ben).status, fund(1n, ben).status]).toEqual([200, 202])
  })

  test('is refused by another or withdrawn by whoever proposed it, and its reference is free again', () => {
    const { run, anna, ben, capital } = house()
    const pay = () => run('PayInCapital', { amount: 2_000n, reference: 'wire', ...limit }, anna)
    const end = (funding: string, by: string) =>
      JSON.parse(run('RefuseFunding', { funding, reason: 'mistyped' }, by).text)
    expect(end(pay().id, ben)).toMatchObject({
      message: 'Proposal refused. Nothing was booked.',
      data: { proposal: { status: 'refused', facts: { refusal: { reason: 'mistyped' } } } },
    })
    expect(end(pay().id, anna).message).toBe('Proposal withdrawn. Nothing was booked.')
    expect([pay().status, capital()]).toEqual([202, 100_000n])
  })

  test('holds its reference in every spelling while it waits, also against a cent that one books alone', () => {
    const { run, anna, ben, capital } = house()
    const pay = (amount: bigint, reference: string, by = ben) =>
      run('PayInCapital', { amount, reference, ...limit }, by)
    const { id: funding } = pay(700_000n, 'Wire 9', anna)
    const spellings = ['Wire 9', 'wire 9', 'Wire  9', 'Wire 9\u200B', 'Ｗire 9', 'Wire-9']
    for (const amount of [1n, 700_000n])
      expect(spellings.map((reference) => pay(amount, reference).outcome)).toEqual(
        spellings.map(() => 'reference_used'),
      )
    expect(run('ApproveFunding', { funding }, ben).outcome).toBe('done')
    expect(capital()).toBe(800_000n)
    expect(spellings.map((reference) => pay(1n, reference).outcome)).toEqual(
      spellings.map(() => 'reference_used'),
    )
    const { id: other } = pay(700_000n, 'Wire 10', anna)
    run('RefuseFunding', { funding: other, reason: 'mistyped' }, ben)
    expect(pay(1n, 'wire-10').outcome).toBe('done')
  })

  test('was compared letter by letter before, as the journal says, and goes on from there', () => {
    const { run, anna, ben } = house()
    const pay = (amount: bigint, reference: string, byKey: boolean) =>
      run('PayInCapital', { amount, reference, byKey, ...limit }, anna)
    const first = pay(2_000n, 'Wire 9', false)
    const second = pay(2_000n, 'wire-9', false)
    expect([first.status, second.status]).toEqual([202, 202])
    expect(pay(1n, 'Wire 9', false).status).toBe(200)
    const agree = (funding: string) => run('ApproveFunding', { funding }, ben).outcome
    expect([agree(first.id), agree(second.id)]).toEqual(['reference_used', 'done'])
    expect(pay(1n, 'WIRE9', true).outcome).toBe('reference_used')
  })

  test('is booked as the books stand when the second agrees', () => {
    const { run, anna, ben } = house()
    const { id: funding } = run('FundPool', { pool: 'returns', amount: 90_000n, ...limit }, anna)
    run('FundPool', { pool: 'referral', amount: 50_000n }, null)
    expect(run('ApproveFunding', { funding }, ben).outcome).toBe('capital_short')
    run('PayInCapital', { amount: 50_000n, reference: 'more' }, null)
    expect(run('ApproveFunding', { funding }, ben).outcome).toBe('done')
  })

  test('takes one alone where no limit is set', () => {
    const { run, anna } = house()
    expect(run('FundPool', { pool: 'returns', amount: 100_000n }, anna).status).toBe(200)
  })
})
