import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { plans } from '../../../proofs/simulation/cast.ts'
import { table } from '../../../tests/support/table.ts'
import { isAccountId } from '../../lib/account-id.ts'
import { idFromName } from '../../platform/ids.ts'
import { openingNumbers } from '../people/opening.ts'
import { withdrawals } from '../withdrawals/table.ts'

describe('the numbers of a new account', () => {
  const owner = fc.uuid()

  test('are well-formed, and the same for the same id', () => {
    fc.assert(
      fc.property(owner, fc.nat(4), (id, attempt) => {
        const { accountId, referralCode } = openingNumbers(id, attempt)
        expect(isAccountId(accountId)).toBe(true)
        expect(referralCode).toMatch(/^[2-9A-HJKMNP-TV-Z]{10}$/)
        expect(openingNumbers(id, attempt)).toEqual({ accountId, referralCode })
      }),
    )
  })

  test('are others at every attempt', () => {
    fc.assert(
      fc.property(
        owner,
        (id) =>
          new Set([0, 1, 2, 3, 4].map((attempt) => openingNumbers(id, attempt).accountId)).size ===
          5,
      ),
    )
  })

  test('hardly ever meet: 20,000 ids that follow one another', () => {
    const numbers = Array.from({ length: 20_000 }, (_, n) =>
      openingNumbers(`00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`, 0),
    )
    expect(new Set(numbers.map(({ referralCode }) => referralCode)).size).toBe(20_000)
    // Of 900 million, 20,000 drawn by chance meet 0.2 times.
    expect(new Set(numbers.map(({ accountId }) => accountId)).size).toBeGreaterThan(19_996)
  })

  test('make way when an account ID is taken', () => {
    const { desk, person } = createMemoryHouse()
    const ada = idFromName('person ada')
    desk.world.accountIds
      .add(openingNumbers(ada, 0).accountId)
      .add(openingNumbers(ada, 1).accountId)
    person('ada')
    expect(desk.world.owners.get(ada)!.accountId).toBe(openingNumbers(ada, 2).accountId)
  })
})

const nobody = idFromName('nobody')

describe('opening an account', () => {
  const { desk, run, person } = createMemoryHouse()
  const ada = person('ada')
  const open = (owner: string, referralCode: string | null) =>
    run(
      'OpenOwner',
      {
        owner,
        fullName: 'New',
        email: 'new@people.example',
        role: 'user',
        referralCode,
        fixed: false,
      },
      owner,
    )

  test('is done once', () => expect(open(ada, 'ZZZZZZZZZZ').outcome).toBe('already_opened'))
  test('knows its referral code', () =>
    expect(open(nobody, 'ZZZZZZZZZZ').outcome).toBe('unknown_referral_code'))
  test('keeps who referred', () => {
    expect(open(nobody, desk.world.owners.get(ada)!.referralCode).outcome).toBe('done')
    expect(desk.world.owners.get(nobody)!.referrer).toBe(ada)
  })
})

describe('acts of staff on a person', () => {
  const house = createMemoryHouse({ returns: 100_000n })
  const ids: Record<string, string> = {
    nobody,
    firm: '00000000-0000-0000-0000-000000000000',
    admin: house.person('admin', { role: 'admin' }),
    closed: house.person('closed', { status: 'closed' }),
    frozen: house.person('frozen', { status: 'frozen' }),
    active: house.person('active'),
    fixed: house.person('fixed', { fixed: true }),
  }

  test.each(
    table(`
    whom   | freeze          | unfreeze
    nobody | unknown_user    | unknown_user
    firm   | unknown_user    | unknown_user
    admin  | not_on_yourself | not_on_yourself
    closed | account_closed  | account_closed
    frozen | already_frozen  | done
    active | done            | done
    fixed  | done            | done
  `),
  )('%s: freeze %s, unfreeze %s', (whom, freeze, unfreeze) => {
    expect(
      house.run('FreezeUser', { user: ids[whom!]!, reason: 'a test' }, ids.admin!).outcome,
    ).toBe(freeze)
    expect(
      house.run('UnfreezeUser', { user: ids[whom!]!, reason: 'a test' }, ids.admin!).outcome,
    ).toBe(unfreeze)
    if (unfreeze === 'done')
      expect(
        house.run('UnfreezeUser', { user: ids[whom!]!, reason: 'a test' }, ids.admin!).outcome,
      ).toBe('not_frozen')
  })

  test.each(
    table(`
    whom   | close
    nobody | unknown_user
    firm   | unknown_user
    admin  | not_on_yourself
    closed | account_closed
    fixed  | fixed_account
    active | done
    frozen | done
  `),
  )('%s: close %s', (whom, close) =>
    expect(house.run('CloseUser', { user: ids[whom!]! }, ids.admin!).outcome).toBe(close),
  )
})

describe('closing an account', () => {
  test('leaves one administrator, and counts no closed one', () => {
    const { run, person } = createMemoryHouse()
    const [first, second, third] = ['first', 'second', 'third'].map((name) =>
      person(name, { role: 'admin', cash: 1n }),
    ) as [string, string, string]
    run('CorrectUser', { user: first, accountBalance: 0n }, second)
    run('CorrectUser', { user: third, accountBalance: 0n }, second)
    expect(run('CloseUser', { user: first }, second).outcome).toBe('done')
    expect(run('CloseUser', { user: third }, second).outcome).toBe('done')
    expect(run('CloseUser', { user: second }, null).outcome).toBe('last_administrator')
  })

  test('says what is left of money and obligations, each by itself', () => {
    const { run, person } = createMemoryHouse({ returns: 100_000n })
    const admin = person('admin', { role: 'admin' })
    const ada = person('ada', { cash: 120_000n })
    run(
      'OpenInvestment',
      {
        owner: ada,
        planId: plans[2]!.id,
        amount: 100_000n,
        acceptedRiskVersion: 1,
        acceptedTermsVersion: 1,
      },
      ada,
    )
    run(
      'RequestWithdrawal',
      {
        owner: ada,
        amount: 15_000n,
        target: { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' },
      },
      ada,
    )
    const refused = run('CloseUser', { user: ada }, admin)
    expect(refused.outcome).toBe('money_left')
    expect(JSON.parse(refused.text).message).toBe(
      'This account cannot be closed while it still holds: $50.00 balance, $150.00 held for withdrawals, $1,000.00 in running investments, $120.00 promised profit.',
    )
  })

  test('erases the person and keeps the books', () => {
    const { desk, run, person } = createMemoryHouse()
    const admin = person('admin', { role: 'admin' })
    const ada = person('ada', { cash: 100n })
    const { id } = run(
      'RequestWithdrawal',
      {
        owner: ada,
        amount: 100n,
        target: { type: 'bank_transfer', walletName: 'Ada’s', walletAddress: 'home' },
      },
      ada,
    )
    run('ApproveWithdrawal', { withdrawal: id, secondApprovalAbove: null }, admin)
    run('PayWithdrawal', { withdrawal: id, reference: 'tx' }, admin)
    expect(run('CloseUser', { user: ada }, admin).outcome).toBe('done')
    expect(desk.world.owners.get(ada)).toMatchObject({
      status: 'closed',
      fullName: 'Closed account',
      email: '',
      totals: { deposits: 100n, withdrawn: 100n },
    })
    expect(desk.world.get(withdrawals, id)).toMatchObject({
      walletName: null,
      walletAddress: null,
      amount: 100n,
      status: 'paid',
    })
    expect(run('CreditPlayMoney', { owner: ada, amount: 1n, asset: 'BTC' }, ada).outcome).toBe(
      'account_closed',
    )
    expect(run('ChangeName', { owner: ada, fullName: 'Back' }, ada).outcome).toBe('account_closed')
  })
})
