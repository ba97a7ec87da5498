import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'

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
