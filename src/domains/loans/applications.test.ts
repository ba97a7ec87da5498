/** Applications for loans: who may ask, what fits, what waits, and what two lend. */
import { describe, expect, test } from 'vitest'
import { defineCommand, isRefusal, said } from '../../desk/command.ts'
import { MemoryDesk } from '../../desk/memory.ts'
import { firm } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import { idFromName } from '../../platform/ids.ts'
import { oneIsEnough } from '../approvals/rules.ts'
import { documentNumbers, documents } from '../documents/table.ts'
import { commands } from '../nouns.ts'
import { cases } from '../verification/table.ts'
import {
  answerLoanApplication,
  applyForLoan,
  askMoreForLoan,
  lend,
  needsToLend,
  refusalOfLending,
  withdrawLoanApplication,
} from './applications.ts'
import { loanApplications, loans } from './table.ts'

/** As two would agree to it, without the two. */
const lendOfTest = defineCommand<{ owner: string; application: string }>({
  recall: () => ({ command: { owner: '', application: '' } }),
  journal: () => ({}),
  subject: ({ owner }) => owner,
  needs: ({ owner, application }) => needsToLend(owner, application),
  decide(world, c, context) {
    const refusal = refusalOfLending(world, c, context.at)
    if (refusal) return refusal
    const made = lend(world, c, context)
    if (isRefusal(made)) throw new Error('It lends')
    return made
  },
  reply: () => said(200, 'Lent'),
})

const all = {
  ...commands,
  ApplyForLoan: applyForLoan,
  AnswerLoanApplication: answerLoanApplication,
  WithdrawLoanApplication: withdrawLoanApplication,
  AskMoreForLoan: askMoreForLoan,
  LendOfTest: lendOfTest,
}

const now = Date.UTC(2026, 10, 26, 12)

function createHouse({ pool = 20_000_000n, isVerified = true } = {}) {
  const desk = new MemoryDesk(all, now)
  let number = 0
  const run = (kind: keyof typeof all, command: object, actor: string | null) => {
    const id = idFromName(`step ${(number += 1)}`)
    const given = { kind, command, actor, id, key: null, bodyHash: '', requestId: 'test' }
    return { id, ...desk.run(given as unknown as Parameters<typeof desk.run>[0]) }
  }
  const person = (name: string, role = 'user') => {
    const owner = idFromName(name)
    const who = { owner, fullName: name, email: `${name}@people.example`, role }
    run('OpenOwner', { ...who, referralCode: null, fixed: false }, owner)
    return owner
  }
  const [ada, adam] = [person('ada'), person('adam', 'admin')]
  const document = (name: string, owner = ada, kind: 'income' | 'identity' = 'income') => {
    const id = idFromName(name)
    desk.world.set(documents, {
      ...{ id, owner, kind, content: id, mediaType: 'image/jpeg', size: 1, digest: 'd', pages: 1 },
      ...{ addedAt: now, status: 'added', verification: null, submittedAt: null, message: null },
    })
    return id
  }
  const verify = (owner: string, until: number) =>
    desk.world.set(cases, {
      ...{ id: idFromName(`case of ${owner}`), owner, legalName: 'A', birthDate: '1990-01-01' },
      ...{ country: 'DE', address: 'A street', documents: '', submittedAt: now },
      ...{ status: 'verified', isFinal: false, reason: null, decidedAt: now, decidedBy: adam },
      ...{ verifiedUntil: until, verifiedBy: adam, finalReason: null, checks: null },
    })
  if (isVerified) verify(ada, now + 365 * dayMs)
  if (pool > 0n) {
    run('PayInCapital', { amount: pool, reference: 'capital', ...oneIsEnough }, null)
    run('FundPool', { pool: 'loan', amount: pool, ...oneIsEnough }, null)
  }
  const bounds = { smallest: 5_000_00n, largest: 50_000_00n, minMonths: 12, maxMonths: 36 }
  const apply = ({
    owner = ada,
    amount = 10_000_00n,
    months = 36,
    income = document('pay'),
  } = {}) =>
    run(
      'ApplyForLoan',
      {
        ...{ owner, amount, months, income, bounds, yearlyRate: 500, securityPercent: 15 },
        ...{ lateFee: 50_00n, graceDays: 5 },
      },
      owner,
    )
  const lendTo = (application: string, owner = ada) =>
    run('LendOfTest', { owner, application }, adam)
  return { desk, run, person, ada, adam, document, verify, apply, lendTo }
}

describe('an application', () => {
  test('waits for a decision within three working days, on the terms that were shown', () => {
    const { desk, apply } = createHouse()
    // On a Thursday.
    const { id, outcome, text } = apply()
    expect(outcome).toBe('done')
    expect(JSON.parse(text).data.application).toEqual({ id, decideBy: '2026-12-01' })
    expect(desk.world.get(loanApplications, id)).toMatchObject({
      ...{ amount: 10_000_00n, months: 36, yearlyRate: 500, securityPercent: 15 },
      ...{ lateFee: 50_00n, graceDays: 5, status: 'submitted' },
    })
  })

  test('is for who is verified, by themselves, with a proof of income of their own', () => {
    const { run, apply, person, document, ada } = createHouse()
    const ben = person('ben')
    expect(apply({ owner: ben, income: document('bens', ben) }).outcome).toBe(
      'loan_needs_verification',
    )
    expect(apply({ income: document('bens') }).outcome).toBe('done')
    const house = createHouse()
    expect(house.apply({ income: house.document('theirs', house.adam) }).outcome).toBe(
      'unknown_document',
    )
    expect(house.apply({ income: house.document('card', house.ada, 'identity') }).outcome).toBe(
      'unknown_document',
    )
    expect(run('WithdrawLoanApplication', { owner: ada, application: ada }, ada).outcome).toBe(
      'unknown_loan',
    )
  })

  test('is refused where a verification has ended', () => {
    const { desk, apply } = createHouse()
    desk.now += 366 * dayMs
    expect(apply().outcome).toBe('loan_needs_verification')
  })

  test.each([
    [{ amount: 4_999_99n }, 'loan_not_offered'],
    [{ amount: 50_000_01n }, 'loan_not_offered'],
    [{ months: 11 }, 'loan_not_offered'],
    [{ months: 37 }, 'loan_not_offered'],
    [{ amount: 5_000_00n, months: 12 }, 'done'],
    [{ amount: 50_000_00n, months: 36 }, 'done'],
  ])('of %o fits what is offered, or is refused', (of, outcome) =>
    expect(createHouse().apply(of).outcome).toBe(outcome),
  )

  test('is one at a time, and none while a loan runs', () => {
    const { apply, lendTo } = createHouse()
    const { id } = apply()
    expect(apply().outcome).toBe('loan_applied_for')
    expect(lendTo(id).outcome).toBe('done')
    expect(apply().outcome).toBe('loan_running')
  })

  test('is none while a loan runs under another account with the same document, and nothing is lent then', () => {
    const { desk, apply, lendTo, person, verify, document, ada } = createHouse()
    const [ben, cy] = [person('ben'), person('cy')]
    for (const [owner, digest] of [
      [ada, 'one'],
      [ben, 'one'],
      [cy, 'another'],
    ] as const) {
      const id = idFromName(`number of ${owner}`)
      desk.world.set(documentNumbers, { id, owner, content: id, digest, recordedAt: now })
      if (owner !== ada) verify(owner, now + 365 * dayMs)
    }
    const asks = (owner: string) => apply({ owner, income: document(`pay of ${owner}`, owner) })
    const waiting = asks(ben).id
    expect(lendTo(apply().id).outcome).toBe('done')
    expect(lendTo(waiting, ben).text).toContain('under another account with the same document')
    desk.world.set(loanApplications, {
      ...desk.world.get(loanApplications, waiting)!,
      ...{ status: 'withdrawn', decidedAt: now },
    })
    expect(asks(ben).text).toContain('under another account with the same document')
    expect(lendTo(asks(cy).id, cy).outcome).toBe('done')
  })

  test('is answered where staff ask for more, and then waits anew', () => {
    const { desk, run, ada, adam, apply, document } = createHouse()
    const { id: application } = apply()
    const answer = (income: string) =>
      run('AnswerLoanApplication', { owner: ada, application, income }, ada)
    expect(answer(document('another')).outcome).toBe('loan_nothing_asked')
    const words = 'Please send a newer one.'
    expect(run('AskMoreForLoan', { application, words }, ada).outcome).toBe('forbidden')
    expect(run('AskMoreForLoan', { application: ada, words }, adam).outcome).toBe('unknown_loan')
    expect(run('AskMoreForLoan', { application, words }, adam).outcome).toBe('done')
    expect(desk.world.get(loanApplications, application)).toMatchObject({
      ...{ status: 'more-asked', askedFor: words },
    })
    desk.now += 7 * dayMs
    expect(answer(document('another')).outcome).toBe('done')
    expect(desk.world.get(loanApplications, application)).toMatchObject({
      ...{ status: 'submitted', askedFor: null, decideBy: '2026-12-08' },
      income: idFromName('another'),
    })
  })

  test('is withdrawn by whoever sent it, until it is decided', () => {
    const { run, ada, adam, apply, lendTo } = createHouse()
    const { id: application } = apply()
    const withdraw = (as: string) =>
      run('WithdrawLoanApplication', { owner: ada, application }, as).outcome
    expect(withdraw(adam)).toBe('forbidden')
    expect(withdraw(ada)).toBe('done')
    expect(withdraw(ada)).toBe('loan_decided')
    expect(lendTo(application).outcome).toBe('loan_decided')
  })
})

test('an application of an account that is closed waits for nobody', () => {
  for (const isAsked of [false, true]) {
    const { desk, run, ada, adam, apply } = createHouse()
    const { id: application } = apply()
    if (isAsked) run('AskMoreForLoan', { application, words: 'Please send a newer one.' }, adam)
    const closing = { user: ada, unverified: false, asked: false, kept: null }
    expect(run('CloseUser', closing, adam).outcome).toBe('done')
    expect(desk.world.get(loanApplications, application)).toMatchObject({
      ...{ status: 'withdrawn', askedFor: null },
    })
  }
})

describe('what is lent', () => {
  test('is paid out at once, but for its security, on the terms of the application', () => {
    const { desk, ada, apply, lendTo } = createHouse()
    const { id } = lendTo(apply().id)
    expect(desk.world.get(loans, id)).toMatchObject({
      ...{ amount: 10_000_00n, instalment: 299_71n, firstDue: '2026-12-26', nextDue: '2026-12-26' },
      ...{ security: 1_500_00n, lateFee: 50_00n, graceDays: 5, status: 'running' },
    })
    expect(desk.world.balance(ada, 'cash')).toBe(8_500_00n)
    expect(desk.world.balance(ada, 'owed')).toBe(-10_000_00n)
    expect(desk.world.balance(firm, 'loan-pool')).toBe(190_000_00n)
  })

  test('is in the pool, and goes to nobody who is frozen by then or isn’t verified any more', () => {
    const short = createHouse({ pool: 9_999_99n })
    expect(short.lendTo(short.apply().id).outcome).toBe('loan_pool_short')
    const { run, ada, adam, apply, lendTo } = createHouse()
    const { id } = apply()
    run('FreezeUser', { user: ada, reason: 'A question' }, adam)
    expect(lendTo(id).outcome).toBe('account_frozen')
    const later = createHouse()
    const waiting = later.apply().id
    later.desk.now += 366 * dayMs
    expect(later.lendTo(waiting).outcome).toBe('loan_needs_verification')
  })
})
