import { describe, expect, test } from 'vitest'
import { oneIsEnough } from '../approvals/rules.ts'
import { createMemoryHouse, type MemoryHouse } from '../../../tests/support/memory-house.ts'
import { table } from '../../../tests/support/table.ts'
import type { CommandOf } from '../nouns.ts'
import { idFromName } from '../../platform/ids.ts'
import { withdrawals } from './table.ts'

const nobody = idFromName('nobody')
const wallet = { type: 'bank_transfer', walletName: 'Mine', walletAddress: 'of any kind' } as const

describe('asking for a withdrawal', () => {
  const house = createMemoryHouse()
  const people: Record<string, string> = {
    nobody,
    closed: house.person('closed', { status: 'closed' }),
    frozen: house.person('frozen', { cash: 1n, status: 'frozen' }),
    ada: house.person('ada', { cash: 500n }),
    ben: house.person('ben'),
  }
  const accountIdOf = (name: string) =>
    house.desk.world.owners.get(people[name]!)?.accountId ?? 'GH-9999999990'
  const targets = (name: string): CommandOf<'RequestWithdrawal'>['target'] =>
    name === 'mistyped'
      ? { ...wallet, walletAddress: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb' }
      : name === 'wallet'
        ? wallet
        : { type: 'tradehub_transfer', recipientAccountId: accountIdOf(name) }

  // Each line has all the faults of the lines below it, as far as they can meet.
  test.each(
    table(`
    who    | to       | amount | outcome
    nobody | mistyped | 501    | unknown_user
    closed | mistyped | 501    | account_closed
    frozen | mistyped | 501    | account_frozen
    ada    | mistyped | 501    | address_mistyped
    ada    | nobody   | 501    | unknown_recipient
    ada    | ada      | 501    | own_account
    ada    | closed   | 501    | recipient_closed
    ada    | ben      | 501    | insufficient_balance
    ada    | wallet   | 501    | insufficient_balance
    ada    | frozen   | 100    | done
    ada    | ben      | 200    | done
    ada    | wallet   | 200    | done
    ada    | wallet   | 1      | insufficient_balance
  `),
  )('%s to %s, %s: %s', (who, to, amount, outcome) => {
    expect(
      house.run(
        'RequestWithdrawal',
        { owner: people[who!]!, amount: BigInt(amount!), target: targets(to!) },
        people[who!]!,
      ).outcome,
    ).toBe(outcome)
  })
})

describe('J7: the bounds that the firm has set', () => {
  test.each(
    table(`
    smallest | cash | to     | amount | outcome
    none     | 900  | wallet | 1      | done
    500      | 900  | wallet | 499    | below_smallest
    500      | 900  | wallet | 500    | done
    500      | 900  | ben    | 1      | done
    500      | 400  | wallet | 400    | done
    500      | 400  | wallet | 399    | below_smallest
    500      | 400  | wallet | 401    | insufficient_balance
    500      | 400  | bank   | 399    | below_smallest
    500      | 400  | bank   | 400    | done
  `),
  )('smallest %s: of %s to %s, %s: %s', (smallest, cash, to, amount, outcome) => {
    const house = createMemoryHouse()
    const owner = house.person('ada', { cash: BigInt(cash!) })
    const recipientAccountId = house.desk.world.owners.get(house.person('ben'))!.accountId
    const target = {
      wallet,
      bank: { type: 'bank_account', holder: 'Ada', account: 'DE89370400440532013000' } as const,
      ben: { type: 'tradehub_transfer', recipientAccountId } as const,
    }[to as 'wallet' | 'bank' | 'ben']
    const bounds = {
      pendingAtMost: 1_000,
      smallest: smallest === 'none' ? null : BigInt(smallest!),
    }
    const command = { owner, amount: BigInt(amount!), target, bounds }
    expect(house.run('RequestWithdrawal', command, owner).outcome).toBe(outcome)
  })
})

/** A request of Ada to her wallet or to Ben, in a state that others brought it to. */
function requested(house: MemoryHouse, { to, state }: { to: string; state: string }) {
  const [ada, ben, admin] = ['ada', 'ben', 'admin'].map((name) => idFromName(`person ${name}`)) as [
    string,
    string,
    string,
  ]
  const recipientAccountId = house.desk.world.owners.get(ben)!.accountId
  const target =
    to === 'wallet' ? wallet : ({ type: 'tradehub_transfer', recipientAccountId } as const)
  const { id } = house.run('RequestWithdrawal', { owner: ada, amount: 100n, target }, ada)
  const reach: Record<string, () => void> = {
    pending() {},
    approved: () =>
      void house.run('ApproveWithdrawal', { withdrawal: id, secondApprovalAbove: null }, admin),
    rejected: () => void house.run('RejectWithdrawal', { withdrawal: id, reason: 'no' }, admin),
    cancelled: () => void house.run('CancelWithdrawal', { withdrawal: id, owner: ada }, ada),
    paid() {
      reach.approved!()
      house.run('PayWithdrawal', { withdrawal: id, reference: `ref ${id}` }, admin)
    },
    returned() {
      reach.approved!()
      house.run('ReturnWithdrawal', { withdrawal: id, reason: 'came back' }, admin)
    },
    unknown() {},
  }
  reach[state]!()
  return state === 'unknown' ? nobody : id
}

function houseOfThree(role: 'user' | 'admin' = 'user') {
  const house = createMemoryHouse()
  house.person('ada', { cash: 1_000n, role })
  house.person('ben', { role })
  house.person('admin', { role: 'admin' })
  house.person('other', { role: 'admin' })
  return house
}

const idOf = (name: string) => idFromName(`person ${name}`)

describe('a decision on a withdrawal', () => {
  test.each(
    table(`
    to     | state     | approve by admin | reject          | cancel by ada   | pay           | return
    wallet | pending   | done             | done            | done            | not_approved  | not_approved
    ben    | pending   | done             | done            | done            | not_approved  | not_approved
    wallet | approved  | already_decided  | already_decided | not_pending     | done          | done
    ben    | approved  | already_decided  | already_decided | not_pending     | not_approved  | not_approved
    wallet | rejected  | already_decided  | already_decided | not_pending     | not_approved  | not_approved
    wallet | cancelled | already_decided  | already_decided | not_pending     | not_approved  | not_approved
    wallet | paid      | already_decided  | already_decided | not_pending     | not_approved  | not_approved
    wallet | returned  | already_decided  | already_decided | not_pending     | not_approved  | not_approved
    wallet | unknown   | unknown_withdrawal | unknown_withdrawal | unknown_withdrawal | unknown_withdrawal | unknown_withdrawal
  `),
  )(
    'to %s that is %s: approve %s, reject %s, cancel %s, pay %s, return %s',
    (to, state, approve, reject, cancel, pay, giveBack) => {
      const decide = <N extends Parameters<MemoryHouse['run']>[0]>(
        kind: N,
        command: (withdrawal: string) => CommandOf<N>,
        as: string,
      ) => {
        const house = houseOfThree()
        return house.run(kind, command(requested(house, { to: to!, state: state! })), idOf(as))
          .outcome
      }
      expect(
        decide(
          'ApproveWithdrawal',
          (withdrawal) => ({ withdrawal, ...oneIsEnough, limits: null }),
          'other',
        ),
      ).toBe(approve)
      expect(
        decide('RejectWithdrawal', (withdrawal) => ({ withdrawal, reason: 'no' }), 'other'),
      ).toBe(reject)
      expect(
        decide('CancelWithdrawal', (withdrawal) => ({ withdrawal, owner: idOf('ada') }), 'ada'),
      ).toBe(cancel)
      expect(
        decide(
          'PayWithdrawal',
          (withdrawal) => ({ withdrawal, reference: 'tx 1', ...oneIsEnough }),
          'other',
        ),
      ).toBe(pay)
      expect(
        decide('ReturnWithdrawal', (withdrawal) => ({ withdrawal, reason: 'came back' }), 'other'),
      ).toBe(giveBack)
    },
  )

  test('is nobody’s on their own request, nor on a transfer to themselves, whatever its state', () => {
    for (const [as, to, state] of [
      ['ada', 'wallet', 'pending'],
      ['ada', 'wallet', 'approved'],
      ['ben', 'ben', 'pending'],
      ['ben', 'ben', 'rejected'],
    ] as const) {
      const house = houseOfThree('admin')
      const withdrawal = requested(house, { to, state })
      expect(
        house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, idOf(as)).outcome,
      ).toBe('not_on_yourself')
      expect(house.run('RejectWithdrawal', { withdrawal, reason: 'no' }, idOf(as)).outcome).toBe(
        'not_on_yourself',
      )
      expect(house.run('PayWithdrawal', { withdrawal, reference: 'tx' }, idOf(as)).outcome).toBe(
        'not_on_yourself',
      )
      expect(house.run('ReturnWithdrawal', { withdrawal, reason: 'no' }, idOf(as)).outcome).toBe(
        'not_on_yourself',
      )
    }
  })

  test('names who decided before', () => {
    const house = houseOfThree()
    const withdrawal = requested(house, { to: 'wallet', state: 'rejected' })
    expect(
      JSON.parse(
        house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, idOf('other'))
          .text,
      ).message,
    ).toBe('This request has already been decided: rejected by admin. Nothing was booked.')
  })

  test('of another’s request can’t be to cancel it', () => {
    const house = houseOfThree()
    const withdrawal = requested(house, { to: 'ben', state: 'pending' })
    expect(
      house.run('CancelWithdrawal', { withdrawal, owner: idOf('ben') }, idOf('ben')).outcome,
    ).toBe('unknown_withdrawal')
  })

  test('lets no money out of a frozen account, but lets a request be rejected or cancelled', () => {
    const house = houseOfThree()
    const first = requested(house, { to: 'wallet', state: 'pending' })
    const second = requested(house, { to: 'ben', state: 'pending' })
    house.run('FreezeUser', { user: idOf('ada'), reason: 'a test' }, idOf('admin'))
    expect(
      house.run(
        'ApproveWithdrawal',
        { withdrawal: first, secondApprovalAbove: null },
        idOf('admin'),
      ).outcome,
    ).toBe('account_frozen')
    expect(
      house.run(
        'ApproveWithdrawal',
        { withdrawal: second, secondApprovalAbove: null },
        idOf('admin'),
      ).outcome,
    ).toBe('account_frozen')
    expect(
      house.run('RejectWithdrawal', { withdrawal: first, reason: 'no' }, idOf('admin')).outcome,
    ).toBe('done')
    expect(
      house.run('CancelWithdrawal', { withdrawal: second, owner: idOf('ada') }, idOf('ada'))
        .outcome,
    ).toBe('done')
  })

  test('sends no transfer to an account that was closed meanwhile', () => {
    const house = houseOfThree()
    const withdrawal = requested(house, { to: 'ben', state: 'pending' })
    house.run('CloseUser', { user: idOf('ben') }, idOf('admin'))
    expect(
      house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, idOf('admin'))
        .outcome,
    ).toBe('recipient_closed')
    expect(house.desk.world.balance(idOf('ada'), 'held')).toBe(100n)
  })

  test.each(
    table(`
    above | first by | then by | outcomes                        | status
    off   | admin    | -       | done                            | approved
    100   | admin    | -       | done                            | approved
    99    | admin    | -       | done                            | pending
    99    | admin    | admin   | done, same_approver             | pending
    99    | admin    | other   | done, done                      | approved
    0     | admin    | other   | done, done                      | approved
  `),
  )(
    'of $1.00 with two wanted above %s, by %s and then %s: %s, and it is %s',
    (above, first, then, outcomes, status) => {
      for (const to of ['wallet', 'ben']) {
        const house = houseOfThree()
        const withdrawal = requested(house, { to, state: 'pending' })
        const secondApprovalAbove = above === 'off' ? null : BigInt(above!)
        const by = [first!, then!].filter((name) => name !== '-')
        expect(
          by
            .map(
              (name) =>
                house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove }, idOf(name))
                  .outcome,
            )
            .join(', '),
        ).toBe(outcomes)
        expect(house.desk.world.get(withdrawals, withdrawal)!.status).toBe(status)
        // A transfer moves with the last approval, and not before.
        expect(house.desk.world.balance(idOf('ben'), 'cash')).toBe(
          to === 'ben' && status === 'approved' ? 100n : 0n,
        )
      }
    },
  )

  test('C4: by the first of two moves nothing, is told, and lets one person reject or cancel', () => {
    const house = houseOfThree()
    const [first, second] = [
      requested(house, { to: 'wallet', state: 'pending' }),
      requested(house, { to: 'wallet', state: 'pending' }),
    ]
    const reply = house.run(
      'ApproveWithdrawal',
      { withdrawal: first, secondApprovalAbove: 50n },
      idOf('admin'),
    )
    expect(reply.status).toBe(202)
    expect(JSON.parse(reply.text)).toMatchObject({
      message: 'Your approval is recorded. Amounts above $0.50 need a second, different person.',
      data: { withdrawal: { status: 'pending', approvals: [{ by: 'admin' }], decidedBy: null } },
    })
    expect(house.desk.journal.at(-1)!.changes!.activity).toEqual([
      { owner: idOf('ada'), kind: 'withdrawal-first-approval' },
    ])
    expect(house.desk.world.balance(idOf('ada'), 'held')).toBe(200n)
    expect(
      house.run('RejectWithdrawal', { withdrawal: first, reason: 'no' }, idOf('admin')).outcome,
    ).toBe('done')
    house.run('ApproveWithdrawal', { withdrawal: second, secondApprovalAbove: 50n }, idOf('admin'))
    expect(
      house.run('CancelWithdrawal', { withdrawal: second, owner: idOf('ada') }, idOf('ada'))
        .outcome,
    ).toBe('done')
  })

  test('names both who approved, in their order', () => {
    const house = houseOfThree()
    const withdrawal = requested(house, { to: 'wallet', state: 'pending' })
    house.run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: 0n }, idOf('admin'))
    const { text } = house.run(
      'ApproveWithdrawal',
      { withdrawal, secondApprovalAbove: 0n },
      idOf('other'),
    )
    expect(JSON.parse(text)).toMatchObject({
      message: 'Withdrawal approved',
      data: { withdrawal: { approvals: [{ by: 'admin' }, { by: 'other' }], decidedBy: 'other' } },
    })
  })

  test.each(
    table(`
    shown amount | shown destination | outcome
    100          | of any kind       | done
    101          | of any kind       | not_as_shown
    100          | of any kind!      | not_as_shown
  `),
  )('C5: of what the screen showed, %s to “%s”: %s', (amount, destination, outcome) => {
    const house = houseOfThree()
    const withdrawal = requested(house, { to: 'wallet', state: 'pending' })
    const shown = { amount: BigInt(amount!), destination: destination! }
    expect(
      house.run(
        'ApproveWithdrawal',
        { withdrawal, secondApprovalAbove: null, shown },
        idOf('admin'),
      ).outcome,
    ).toBe(outcome)
  })

  test('records a payout’s reference once', () => {
    const house = houseOfThree()
    const [first, second] = [
      requested(house, { to: 'wallet', state: 'approved' }),
      requested(house, { to: 'wallet', state: 'approved' }),
    ]
    expect(
      house.run('PayWithdrawal', { withdrawal: first, reference: 'tx 1' }, idOf('admin')).outcome,
    ).toBe('done')
    expect(
      house.run('PayWithdrawal', { withdrawal: second, reference: 'tx 1' }, idOf('admin')).outcome,
    ).toBe('reference_used')
    expect(
      house.run('PayWithdrawal', { withdrawal: second, reference: 'tx 2' }, idOf('admin')).outcome,
    ).toBe('done')
  })

  describe('J7: a payout’s reference is taken', () => {
    const spellings = ['Tx-1', 'tx 1', 'TX1', 'Tx-1\u200B', 'Ｔx-1']
    function paying(house: ReturnType<typeof houseOfThree>, reference: string) {
      const withdrawal = requested(house, { to: 'wallet', state: 'approved' })
      return house.run('PayWithdrawal', { withdrawal, reference }, idOf('admin')).outcome
    }

    test('in every spelling, and shown as it was typed', () => {
      const house = houseOfThree()
      expect(spellings.map((reference) => paying(house, reference))).toEqual([
        'done',
        ...spellings.slice(1).map(() => 'reference_used'),
      ])
      expect(paying(house, 'Tx-2')).toBe('done')
      expect(house.desk.world.rows(withdrawals).map((one) => one.payoutReference)).toContain('Tx-1')
    })
  })
})
