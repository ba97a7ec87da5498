import { describe, expect, test } from 'vitest'
import { ProblemError } from '../../src/contract/problems.ts'
import { believe } from '../support/believe.ts'
import { createTestDatabase } from '../support/database.ts'
import { createHouse, moveDays, seedPlans } from '../support/house.ts'
import { auditBooks } from '../../src/ledger/store/audit.ts'
import { settleDue } from '../../src/domains/investments/due.ts'

const database = await createTestDatabase()
const house = createHouse(database)
const plans = await seedPlans(database)
await house.fund({ returns: 500_000_00n, referral: 1_000_00n, corrections: 1_000_00n })

describe('J8: a command that is made of what is read', () => {
  const asked = (actor: string, key: string | null, bodyHash = 'body') => ({
    actor,
    key,
    bodyHash,
    requestId: 'test',
    kind: 'CreditPlayMoney' as const,
  })

  test('is made once for a key, and answered byte for byte whatever has changed since', async () => {
    const owner = await house.person()
    let made = 0
    const prepare = async () => {
      made += 1
      if (made > 1) throw new ProblemError('batch_ended')
      return { owner, amount: 5_00n, asset: 'BTC' as const, limits: null }
    }
    const once = () => house.desk.runPrepared({ ...asked(owner, 'one key'), prepare })
    const [first, twin] = await Promise.all([once(), once()])
    expect([first.status, await once(), twin]).toEqual([first.status, first, first])
    const other = { ...asked(owner, 'one key', 'another body'), prepare }
    expect((await house.desk.runPrepared(other)).outcome).toBe('key_reused')
    expect([made, (await house.balances(owner)).cash]).toEqual([1, 5_00n])
  })

  test('leaves its key to the next try where it could not be made', async () => {
    const owner = await house.person()
    const refused = {
      ...asked(owner, 'try'),
      prepare: () => Promise.reject(new ProblemError('busy')),
    }
    await expect(house.desk.runPrepared(refused)).rejects.toThrow()
    const prepare = async () => ({ owner, amount: 1_00n, asset: 'BTC' as const, limits: null })
    expect((await house.desk.runPrepared({ ...asked(owner, 'try'), prepare })).outcome).toBe('done')
  })
})

const settling = { pool: database.pool, desk: house.desk }

describe('the desk', () => {
  test('carries the main job from the deposit to the payout', async () => {
    const ada = await house.person()
    const admin = await house.person({ role: 'admin', fullName: 'Adam Admin' })
    await house.run('CreditPlayMoney', { owner: ada, amount: 1_000_00n, asset: 'BTC' }, ada)
    const opened = await house.run(
      'OpenInvestment',
      {
        owner: ada,
        planId: plans.advanced,
        amount: 1_000_00n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada,
    )
    expect(opened.status).toBe(201)
    expect(JSON.parse(opened.text).data.investment).toMatchObject({
      amount: 1000,
      profit: 120,
      status: 'running',
    })
    expect(await house.balances(ada)).toMatchObject({
      cash: 0n,
      invested: 1_000_00n,
      promised: 120_00n,
    })

    await moveDays(database, 16)
    expect(await settleDue(settling)).toBe(1)
    expect(await house.balances(ada)).toMatchObject({ cash: 1_120_00n, invested: 0n, promised: 0n })

    const requested = await house.run(
      'RequestWithdrawal',
      {
        owner: ada,
        amount: 500_00n,
        target: { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'any kind' },
      },
      ada,
    )
    expect(requested.status).toBe(201)
    const withdrawal = JSON.parse(requested.text).data.withdrawal._id
    expect(await house.balances(ada)).toMatchObject({ cash: 620_00n, held: 500_00n })
    const approved = await house.run(
      'ApproveWithdrawal',
      { withdrawal, secondApprovalAbove: null },
      admin,
    )
    expect(JSON.parse(approved.text).data.withdrawal).toMatchObject({
      status: 'approved',
      decidedBy: 'Adam Admin',
    })
    const paid = await house.run('PayWithdrawal', { withdrawal, reference: 'tx-1' }, admin)
    expect(JSON.parse(paid.text).data.withdrawal).toMatchObject({
      status: 'paid',
      payoutReference: 'tx-1',
    })
    expect(await house.balances(ada)).toMatchObject({ cash: 620_00n, held: 0n })
    expect(house.errors).toEqual([])
    expect((await auditBooks(database.pool)).faults).toEqual([])
  })

  test('promises no profit that rounds to nothing', async () => {
    const ada = await house.person({ cash: 100n })
    await database.owner.query('update plan_terms set minimum = 1 where plan_id = $1', [
      plans.starter,
    ])
    await believe(database.owner, 'plan_terms')
    const refused = await house.run(
      'OpenInvestment',
      {
        owner: ada,
        planId: plans.starter,
        amount: 5n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada,
    )
    const opened = await house.run(
      'OpenInvestment',
      {
        owner: ada,
        planId: plans.starter,
        amount: 6n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada,
    )
    await database.owner.query('update plan_terms set minimum = 10000 where plan_id = $1', [
      plans.starter,
    ])
    await believe(database.owner, 'plan_terms')
    expect([refused.status, refused.outcome]).toEqual([422, 'profit_rounds_to_zero'])
    expect(JSON.parse(opened.text).data.investment).toMatchObject({ amount: 0.06, profit: 0.01 })
  })
})
