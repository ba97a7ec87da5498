import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { planTermsBody, type PlanTerms } from '../../contract/plan.ts'
import { idFromName } from '../../platform/ids.ts'
import { investments } from '../investments/table.ts'
import { planIn } from './table.ts'

const data = (reply: { text: string }) => JSON.parse(reply.text).data.plan
const said = (reply: { outcome: string; text: string }) =>
  `${reply.outcome}: ${JSON.parse(reply.text).message}`
const idOf = (name: string) => idFromName(`plan ${name}`)

/** Plans from $0.04 to $99.99, $100.00 to $499.99, $500.00 to $749,999.99, and one without a maximum from $750,000, which is not on sale. */
function town() {
  const house = createMemoryHouse({ returns: 1_000_000_00n })
  const admin = house.person('admin', { role: 'admin' })
  const planOf = (id: string) => planIn(house.desk.world, id)!
  const termsOf = (name: string, changes: Partial<PlanTerms> = {}): PlanTerms => {
    const { title, minimum, maximum, durationDays, profitPercent, riskWarning } = planOf(idOf(name))
    return { title, minimum, maximum, durationDays, profitPercent, riskWarning, ...changes }
  }
  return {
    ...house,
    admin,
    planOf,
    termsOf,
    change: (
      name: string,
      changes: Partial<PlanTerms>,
      termsVersion = planOf(idOf(name)).termsVersion,
    ) =>
      house.run(
        'ChangePlan',
        { plan: idOf(name), termsVersion, terms: termsOf(name, changes) },
        admin,
      ),
    offer: (changes: Partial<PlanTerms>) =>
      house.run('OfferPlan', { terms: termsOf('large', { title: 'Another', ...changes }) }, admin),
  }
}

describe('a new plan', () => {
  test('is on sale at once, takes what lies below the next plan, and ends where the one before reached to', () => {
    const { run, offer, change, planOf, person } = town()
    expect(change('large', { maximum: 99_999n }).outcome).toBe('done')
    const offered = offer({
      minimum: 100_000n,
      maximum: 149_999n,
      durationDays: 3,
      profitPercent: 5,
    })
    expect(data(offered)).toMatchObject({
      title: 'Another',
      range: '$1,000-$1,499.99',
      onSale: true,
      termsVersion: 1,
      riskVersion: 1,
      minimum: 1_000,
      maximum: 1_499.99,
    })
    expect([planOf(idOf('large')).below, planOf(offered.id).below]).toEqual([100_000n, 150_000n])
    const ada = person('ada', { cash: 1_000_00n })
    expect(
      run(
        'OpenInvestment',
        {
          owner: ada,
          planId: offered.id,
          amount: 100_000n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        },
        ada,
      ).outcome,
    ).toBe('done')
  })

  test.each<[string, Partial<PlanTerms>, string]>([
    [
      'that begins where another does',
      { minimum: 10_000n, maximum: 10_000n },
      'plans_overlap: Plan odd begins at $100.00: the maximum must be lower. Nothing was changed.',
    ],
    [
      'that reaches into the next',
      { minimum: 2n, maximum: 4n },
      'plans_overlap: Plan small begins at $0.04: the maximum must be lower. Nothing was changed.',
    ],
    [
      'without a maximum below others',
      { minimum: 2n, maximum: null },
      'plans_overlap: Plan small begins at $0.04: the maximum must be lower. Nothing was changed.',
    ],
    [
      'that begins inside another',
      { minimum: 20_000n, maximum: 20_000n },
      'plans_overlap: Plan odd takes amounts up to $499.99: the minimum must be higher. Nothing was changed.',
    ],
    [
      'above one that has no maximum, on sale or not',
      { minimum: 80_000_000n, maximum: null },
      'plans_overlap: Plan withdrawn has no maximum and already covers this minimum. Give it a maximum first. Nothing was changed.',
    ],
  ])('%s is refused', (_, changes, words) => expect(said(town().offer(changes))).toBe(words))

  test('with a warning of its own has a version that nobody has accepted', () => {
    expect(
      data(town().offer({ minimum: 2n, maximum: 3n, riskWarning: 'Everything can be lost.' })),
    ).toMatchObject({ riskVersion: 2 })
  })
})

describe('a changed plan', () => {
  test('has its new terms for new investments; what is running keeps the ones it was opened under', () => {
    const { run, desk, change, person } = town()
    const ada = person('ada', { cash: 1_000_00n })
    const open = (terms?: number) =>
      run(
        'OpenInvestment',
        {
          owner: ada,
          planId: idOf('odd'),
          amount: 10_000n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: terms,
        },
        ada,
      )
    const first = open(1)
    expect(
      data(change('odd', { profitPercent: 9, durationDays: 30, title: 'Odder' })),
    ).toMatchObject({ termsVersion: 2, profitPercent: 9, range: '' })
    const [under1, second, unsaid] = [open(1), open(2), open()]
    expect([under1, second, unsaid].map(({ outcome }) => outcome)).toEqual([
      'terms_changed',
      'done',
      'terms_changed',
    ])
    const terms = (id: string) => [
      desk.world.get(investments, id)!.planTitle,
      desk.world.get(investments, id)!.profit,
      (desk.world.get(investments, id)!.maturesAt - desk.world.get(investments, id)!.openedAt) /
        86_400_000,
    ]
    expect([terms(first.id), terms(second.id)]).toEqual([
      ['Plan odd', 700n, 8],
      ['Odder', 900n, 30],
    ])
  })

  test('moves where the one before ends, in the same moment', () => {
    const { change, planOf } = town()
    expect(change('small', { maximum: 9_900n }).outcome).toBe('done')
    expect(planOf(idOf('small')).below).toBe(10_000n)
    expect(change('odd', { minimum: 9_950n }).outcome).toBe('done')
    expect(planOf(idOf('small')).below).toBe(9_950n)
    expect(data(change('odd', { maximum: 40_000n }))).toMatchObject({
      range: '$99.50-$400',
      termsVersion: 3,
    })
    expect(planOf(idOf('odd')).below).toBe(40_100n)
  })

  test('without a plan after it still ends at its maximum', () => {
    const { change, run, person, planOf, admin } = town()
    run('ReofferPlan', { plan: idOf('withdrawn') }, admin)
    change('withdrawn', { maximum: 75_000_100n })
    expect(planOf(idOf('withdrawn')).below).toBe(75_000_200n)
    const ada = person('ada', { cash: 80_000_000n })
    const open = (amount: bigint) =>
      run(
        'OpenInvestment',
        {
          owner: ada,
          planId: idOf('withdrawn'),
          amount,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: planOf(idOf('withdrawn')).termsVersion,
        },
        ada,
      ).outcome
    expect([open(75_000_200n), open(75_000_199n)]).toEqual(['above_maximum', 'done'])
  })

  test('asks for its warning to be accepted again when the words have changed, and never under a number that was accepted before', () => {
    const { change, run, person, planOf } = town()
    const ada = person('ada', { cash: 1_000_00n })
    const acceptedTermsVersion = () => planOf(idOf('odd')).termsVersion
    const open = (version: number) =>
      run(
        'OpenInvestment',
        {
          owner: ada,
          planId: idOf('odd'),
          amount: 10_000n,
          acceptedRiskVersion: version,
          acceptedTermsVersion: acceptedTermsVersion(),
        },
        ada,
      ).outcome
    const other = 'Other words: it can be lost.'
    expect(data(change('odd', { riskWarning: other })).riskVersion).toBe(2)
    expect([open(1), open(2)]).toEqual(['risk_warning_changed', 'done'])
    expect(data(change('odd', { profitPercent: 8 })).riskVersion).toBe(2)
    // The other plan takes the same words over, and with them their number.
    expect(data(change('small', { riskWarning: other })).riskVersion).toBe(2)
    // Back to words that were version 1 here once: to a person who accepted version 2, they are new.
    expect(data(change('odd', { riskWarning: 'All of it can be lost.' })).riskVersion).toBe(3)
  })

  test.each<[string, (house: ReturnType<typeof town>) => { outcome: string }, string]>([
    [
      'that nobody knows',
      ({ run, termsOf, admin }) =>
        run('ChangePlan', { plan: idOf('none'), termsVersion: 1, terms: termsOf('odd') }, admin),
      'unknown_plan',
    ],
    [
      'that was changed since',
      ({ change }) => {
        change('odd', { profitPercent: 8 })
        return change('odd', { profitPercent: 9 }, 1)
      },
      'plan_changed',
    ],
    ['to what it is', ({ change }) => change('odd', {}), 'nothing_to_change'],
    ['into its neighbour', ({ change }) => change('odd', { maximum: 50_000n }), 'plans_overlap'],
    [
      'to begin in its neighbour',
      ({ change }) => change('odd', { minimum: 9_999n }),
      'plans_overlap',
    ],
  ])('%s is refused', (_, change, outcome) => expect(change(town()).outcome).toBe(outcome))
})

describe('a plan withdrawn from sale', () => {
  test('takes nothing new, pays what is running, keeps its place, and can be put back', () => {
    const { run, admin, person, offer, desk } = town()
    const ada = person('ada', { cash: 1_000_00n })
    const open = () =>
      run(
        'OpenInvestment',
        {
          owner: ada,
          planId: idOf('odd'),
          amount: 10_000n,
          acceptedRiskVersion: 1,
          acceptedTermsVersion: 1,
        },
        ada,
      )
    const running = open()
    const sell = (kind: 'WithdrawPlan' | 'ReofferPlan') =>
      run(kind, { plan: idOf('odd') }, admin).outcome
    expect([sell('ReofferPlan'), sell('WithdrawPlan'), sell('WithdrawPlan')]).toEqual([
      'already_on_sale',
      'done',
      'already_withdrawn',
    ])
    expect(open().outcome).toBe('plan_not_offered')
    expect(offer({ minimum: 10_000n, maximum: 49_999n }).outcome).toBe('plans_overlap')
    desk.now += 8 * 86_400_000
    expect(run('SettleInvestment', { investment: running.id, owner: ada }, null).outcome).toBe(
      'done',
    )
    expect([sell('ReofferPlan'), open().outcome]).toEqual(['done', 'done'])
    expect(run('WithdrawPlan', { plan: idOf('none') }, admin).outcome).toBe('unknown_plan')
  })
})

describe('every change', () => {
  test('stands in the firm’s list with what is another than before', () => {
    const { change, run, admin, desk } = town()
    change('odd', { profitPercent: 8, maximum: null, minimum: 80_000_000n })
    change('odd', { profitPercent: 8, maximum: 40_000n })
    run('WithdrawPlan', { plan: idOf('odd') }, admin)
    const kept = desk.journal.slice(-2)
    expect(
      kept.map(({ changes }) => [changes!.activity[0]!.kind, changes!.facts, changes!.texts]),
    ).toEqual([
      [
        'plan-changed',
        { plan: 'Plan odd' },
        {
          changes: [
            { field: 'maximum', from: '$499.99', to: '$400.00' },
            { field: 'profitPercent', from: '7%', to: '8%' },
          ],
        },
      ],
      ['plan-withdrawn', { plan: 'Plan odd' }, undefined],
    ])
  })
})

describe('the words of a plan', () => {
  const terms = {
    title: 'Steady',
    minimum: 100,
    maximum: null,
    durationDays: 8,
    profitPercent: 10,
    riskWarning: 'What you invest can be lost.',
  }
  test.each([
    ['a title that promises safety', { title: 'Risk-free Growth' }, 'title'],
    [
      'a warning that promises safety',
      { riskWarning: 'It can be lost, but the profit is guaranteed.' },
      'riskWarning',
    ],
    ['a warning that warns of nothing', { riskWarning: 'Enjoy.' }, 'riskWarning'],
    ['a maximum below the minimum', { maximum: 99.99 }, 'maximum'],
    ['half a day', { durationDays: 0.5 }, 'durationDays'],
    ['more than all', { profitPercent: 101 }, 'profitPercent'],
  ])('cannot have %s', (_, changes, field) => {
    const { error } = planTermsBody.safeParse({ ...terms, ...changes })
    expect(error?.issues.map(({ path }) => path[0])).toEqual([field])
  })
  test('are taken as they are otherwise', () =>
    expect(planTermsBody.safeParse(terms).success).toBe(true))
})
