/** The room of proposals, by the plans of a firm where one alone is not enough for them. */
import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { idFromName } from '../../platform/ids.ts'
import { planIn } from '../plans/table.ts'
import { canonical } from '../../lib/canonical.ts'
import { proposals } from './table.ts'

const dayMs = 86_400_000
const odd = idFromName('plan odd')

function town() {
  const house = createMemoryHouse({ returns: 1_000_000_00n })
  const [anna, ben, cleo] = ['anna', 'ben', 'cleo'].map((name) =>
    house.person(name, { role: 'admin' }),
  ) as [string, string, string]
  const plan = () => planIn(house.desk.world, odd)!
  const change = (profitPercent: number, by = anna) => {
    const { title, minimum, maximum, durationDays, riskWarning, termsVersion } = plan()
    const terms = { title, minimum, maximum, durationDays, profitPercent, riskWarning }
    return house.run(
      'ChangePlan',
      { plan: odd, termsVersion, terms, secondApprovalAbove: 100_000n },
      by,
    )
  }
  const shownOf = (reply: { text: string }) => canonical(JSON.parse(reply.text).data.proposal.facts)
  const agree = (proposal: { id: string; text: string }, by: string) =>
    house.run('AgreeToProposal', { proposal: proposal.id, shown: shownOf(proposal) }, by)
  const end = (kind: 'RefuseProposal' | 'WithdrawProposal', proposal: string, by: string) =>
    house.run(kind, { proposal, reason: 'too high' }, by).outcome
  const statusOf = (id: string) => house.desk.world.get(proposals, id)!.status
  return { ...house, anna, ben, cleo, plan, change, shownOf, agree, end, statusOf }
}

describe('a proposal', () => {
  test('changes nothing until somebody else agrees to what they were shown', () => {
    const { anna, ben, change, agree, plan, statusOf } = town()
    const before = plan().profitPercent
    const proposed = change(50)
    expect(proposed.status).toBe(202)
    expect(JSON.parse(proposed.text).data.proposal).toMatchObject({
      kind: 'plan-terms',
      about: null,
      proposedBy: { id: anna },
      needs: 1,
      agreements: [{ by: { id: anna } }],
      status: 'open',
      facts: { plan: odd, profitPercent: 50 },
    })
    expect(plan().profitPercent).toBe(before)
    expect(agree(proposed, anna).outcome).toBe('same_approver')
    const agreed = agree(proposed, ben)
    expect([agreed.outcome, statusOf(proposed.id), plan().profitPercent]).toEqual([
      'done',
      'done',
      50,
    ])
    expect(JSON.parse(agreed.text).data.proposal.agreements).toMatchObject([
      { by: { id: anna } },
      { by: { id: ben } },
    ])
    expect(agree(proposed, ben).outcome).toBe('already_decided')
  })

  test('is nothing where one is enough', () => {
    const { run, anna, plan } = town()
    const { title, minimum, maximum, durationDays, riskWarning, termsVersion } = plan()
    const terms = { title, minimum, maximum, durationDays, profitPercent: 9, riskWarning }
    const reply = run('ChangePlan', { plan: odd, termsVersion, terms }, anna)
    expect([reply.status, plan().profitPercent]).toEqual([200, 9])
  })

  test('is not agreed to as something else', () => {
    const { ben, change, run, shownOf, plan } = town()
    const proposed = change(50)
    const shown = shownOf(proposed).replace('"profitPercent":50', '"profitPercent":5')
    expect(run('AgreeToProposal', { proposal: proposed.id, shown }, ben).outcome).toBe(
      'not_as_shown',
    )
    expect(plan().profitPercent).not.toBe(50)
  })

  test('holds its place until it is decided, or can’t be agreed to any more', () => {
    const { ben, cleo, change, agree, desk, statusOf, plan } = town()
    const first = change(50)
    expect(change(40, ben).outcome).toBe('change_open')
    desk.now += 7 * dayMs
    expect(agree(first, ben).outcome).toBe('proposal_ended')
    const second = change(40, ben)
    expect([second.status, statusOf(first.id)]).toEqual([202, 'expired'])
    expect([agree(second, cleo).outcome, plan().profitPercent]).toEqual(['done', 40])
  })

  test('is refused by another, and withdrawn by who made it, each with a reason', () => {
    const { anna, ben, change, agree, end, statusOf, plan } = town()
    const before = plan()
    const first = change(50)
    expect(end('RefuseProposal', first.id, anna)).toBe('forbidden')
    expect(end('WithdrawProposal', first.id, ben)).toBe('forbidden')
    expect([end('RefuseProposal', first.id, ben), statusOf(first.id)]).toEqual(['done', 'refused'])
    const second = change(40)
    expect([end('WithdrawProposal', second.id, anna), statusOf(second.id)]).toEqual([
      'done',
      'withdrawn',
    ])
    expect(agree(second, ben).outcome).toBe('already_decided')
    expect(plan()).toEqual(before)
  })

  test('J1: stays open for another where who made it can’t act any more: whoever agrees is the first then', () => {
    const { anna, ben, cleo, change, agree, run, statusOf, plan } = town()
    const proposed = change(50)
    expect(run('FreezeUser', { user: anna, reason: 'gone' }, ben).outcome).toBe('done')
    expect([agree(proposed, ben).outcome, statusOf(proposed.id)]).toEqual(['done', 'open'])
    expect(plan().profitPercent).not.toBe(50)
    expect(agree(proposed, ben).outcome).toBe('same_approver')
    expect([agree(proposed, cleo).outcome, statusOf(proposed.id)]).toEqual(['done', 'done'])
    expect(plan().profitPercent).toBe(50)
  })

  test('J1: is not agreed to by a frozen administrator, nor by anybody else', () => {
    const { ben, cleo, change, agree, run, person, statusOf } = town()
    const proposed = change(50)
    run('FreezeUser', { user: ben, reason: 'gone' }, cleo)
    expect(agree(proposed, ben).outcome).toBe('staff_frozen')
    expect(agree(proposed, person('ada')).outcome).toBe('forbidden')
    expect(statusOf(proposed.id)).toBe('open')
  })

  test('takes effect only as things stand then', () => {
    const { anna, ben, run, agree, end, plan } = town()
    run('WithdrawPlan', { plan: odd }, anna)
    const back = run('ReofferPlan', { plan: odd, secondApprovalAbove: 1n }, anna)
    expect(back.status).toBe(202)
    expect(plan().onSale).toBe(false)
    expect([agree(back, ben).outcome, plan().onSale]).toEqual(['done', true])
    expect(end('RefuseProposal', back.id, ben)).toBe('already_decided')
  })
})
