/** What is kept apart per matter, whatever roles somebody has, and what each role can't do alone. */
import { describe, expect, test } from 'vitest'
import { agreementToRole } from '../../../tests/support/agreements.ts'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { proposalRights } from '../../contract/proposal.ts'
import {
  administrators,
  auditors,
  capabilitiesOf,
  labelsOf,
  lackingTwo,
  noRoles,
  rolesOf,
  staffRole,
  takesTwo,
  type BuiltInRole,
  type StaffRole,
} from '../../contract/roles.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { canonical } from '../../lib/canonical.ts'
import { cases } from '../verification/table.ts'
import { withdrawals } from '../withdrawals/table.ts'

const reason = 'a test'
const upTo = { secondApprovalAbove: 1_000_00n }

/** Two administrators, somebody with money, and whoever is given roles by the two. */
function office() {
  const house = createMemoryHouse({ capital: 1_000_000n })
  const [anna, berta] = [
    house.person('anna', { role: 'admin' }),
    house.person('berta', { role: 'admin' }),
  ]
  const ada = house.person('ada', { cash: 100_000n })
  const { run, desk } = house
  function propose(user: string, ...roles: StaffRole[]) {
    return run('ProposeRoleChange', { user, roles: rolesOf(roles), reason }, anna)
  }
  function staffAs(...roles: StaffRole[]): string {
    const user = house.person(`as ${JSON.stringify(roles)}`)
    const { id } = propose(user, ...roles)
    const facts = { user, from: noRoles, roles: rolesOf(roles) }
    expect(run('AgreeToProposal', agreementToRole(id, facts), berta).outcome).toBe('done')
    return user
  }
  function approved(by: string, second?: string): string {
    const target = { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } as const
    const { id } = run('RequestWithdrawal', { owner: ada, amount: 10_00n, target }, ada)
    const limit = second === undefined ? upTo : { secondApprovalAbove: 0n }
    run('ApproveWithdrawal', { withdrawal: id, ...limit }, by)
    if (second !== undefined) run('ApproveWithdrawal', { withdrawal: id, ...limit }, second)
    expect(desk.world.get(withdrawals, id)!.status).toBe('approved')
    return id
  }
  /** What releases a file for the bank with this payment. */
  function exported(withdrawal: string, owner: string, by: string) {
    const payment = { withdrawal, amount: 10_00n, owner }
    const { id } = run(
      'BuildBankExport',
      {
        ...{ format: 'csv', payments: [payment], firm: 'A Firm' },
        ...{ debtor: null, writtenAt: isoFromInstant(0), digest: 'd'.repeat(64) },
      },
      by,
    )
    return { export: id, payments: [{ ...payment, quantity: payment.amount }], ...upTo }
  }
  return { ...house, anna, berta, ada, propose, staffAs, approved, exported, world: desk.world }
}

describe('whoever alone approved a request', () => {
  const paying = (withdrawal: string) => ({ withdrawal, reference: `of ${withdrawal}`, ...upTo })

  test('doesn’t pay it, and another does', () => {
    const { run, anna, berta, approved } = office()
    const withdrawal = approved(anna)
    expect(run('PayWithdrawal', paying(withdrawal), anna).outcome).toBe('approved_alone')
    expect(run('PayWithdrawal', paying(withdrawal), berta).outcome).toBe('done')
  })

  test('may pay it where another approved it too, whichever of them', () => {
    for (const which of ['anna', 'berta'] as const) {
      const on = office()
      const withdrawal = on.approved(on.anna, on.berta)
      expect(on.run('PayWithdrawal', paying(withdrawal), on[which]).outcome).toBe('done')
    }
  })

  test('may where no limit is set on what one does alone, as in the demonstration', () => {
    const { run, anna, approved } = office()
    const command = { ...paying(approved(anna)), secondApprovalAbove: null }
    expect(run('PayWithdrawal', command, anna).outcome).toBe('done')
  })

  test('doesn’t let it go alone in a file for the bank, and does what another exported', () => {
    const { run, anna, berta, ada, approved, exported } = office()
    for (const [builder, outcome] of [
      [anna, 'approved_alone'],
      [berta, 'done'],
    ] as const) {
      const release = exported(approved(anna), ada, builder)
      expect(run('ReleaseBankExport', release, anna).outcome).toBe(outcome)
    }
  })
})

test('a file that nobody released makes nobody’s payout somebody else’s', () => {
  const { run, anna, ada, approved, exported } = office()
  const withdrawal = approved(anna)
  exported(withdrawal, ada, anna)
  const paid = run('PayWithdrawal', { withdrawal, reference: 'r', ...upTo }, anna)
  expect(paid.outcome).toBe('approved_alone')
})

test('nobody releases a payout of their own', () => {
  const { run, anna, berta, exported, desk } = office()
  run('CreditPlayMoney', { owner: anna, amount: 100_00n, asset: 'BTC' }, anna)
  const target = { type: 'bank_transfer', walletName: 'w', walletAddress: 'a' } as const
  const { id: withdrawal } = run('RequestWithdrawal', { owner: anna, amount: 10_00n, target }, anna)
  run('ApproveWithdrawal', { withdrawal, secondApprovalAbove: null }, berta)
  expect(desk.world.get(withdrawals, withdrawal)!.status).toBe('approved')
  const release = exported(withdrawal, anna, berta)
  expect(run('ReleaseBankExport', release, anna).outcome).toBe('not_on_yourself')
})

test('whoever verified a person doesn’t lift a freeze of them, and another does', () => {
  const { run, world, anna, berta, ada } = office()
  // Whoever took it back since: who verified them once.
  const decided = { status: 'refused', decidedAt: 0, decidedBy: berta, verifiedBy: anna } as const
  const entered = { legalName: null, birthDate: null, country: null, address: null }
  const none = { isFinal: false, reason: null, verifiedUntil: 1, finalReason: null, checks: null }
  const one = { id: 'case', owner: ada, documents: '', submittedAt: 0 }
  world.set(cases, { ...one, ...entered, ...none, ...decided })
  expect(run('FreezeUser', { user: ada, reason }, anna).outcome).toBe('done')
  expect(run('UnfreezeUser', { user: ada, reason }, anna).outcome).toBe('verified_by_you')
  expect(run('UnfreezeUser', { user: ada, reason }, berta).outcome).toBe('done')
})

/** What two people sent in, who have both to be verified yet. */
function sentIn({ world, ada, person }: ReturnType<typeof office>) {
  const undecided = {
    status: 'submitted',
    decidedAt: null,
    decidedBy: null,
    verifiedBy: null,
  } as const
  const entered = { legalName: null, birthDate: null, country: null, address: null }
  const none = {
    isFinal: false,
    reason: null,
    verifiedUntil: null,
    finalReason: null,
    checks: null,
  }
  const all = { documents: '', submittedAt: 0, ...entered, ...none, ...undecided }
  world.set(cases, { id: 'one', owner: ada, ...all })
  world.set(cases, { id: 'other', owner: person('cay'), ...all })
}

const nextYear = (at: number) => new Date(at + 300 * 86_400_000).toISOString().slice(0, 10)

test('whoever lifted a freeze of a person doesn’t verify them then, and another does', () => {
  const house = office()
  const { run, anna, berta, ada, world } = house
  sentIn(house)
  run('FreezeUser', { user: ada, reason }, anna)
  expect(run('UnfreezeUser', { user: ada, reason }, berta).outcome).toBe('done')
  const verify = { verification: 'one', until: nextYear(world.owners.get(ada)!.createdAt) }
  expect(run('VerifyPerson', verify, berta).outcome).toBe('lifted_by_you')
  expect(run('VerifyPerson', verify, anna).outcome).toBe('done')
})

test('a document that nobody had when it was looked for isn’t taken for two people', () => {
  const house = office()
  const { run, anna, berta, ada, world } = house
  sentIn(house)
  const until = nextYear(world.owners.get(ada)!.createdAt)
  const number = { content: 'a', digest: 'same', expiresOn: null, sameNumber: 'nobody' } as const
  const verify = (verification: string, by: string, taken = number) =>
    run('VerifyPerson', { verification, until, number: taken }, by).outcome
  expect(verify('one', anna)).toBe('done')
  expect(verify('other', berta)).toBe('document_known')
  expect(
    run(
      'VerifyPerson',
      { verification: 'other', until, number: { ...number, sameNumber: 'seen' } },
      berta,
    ).outcome,
  ).toBe('done')
})

test('an auditor has no other role', () => {
  const { propose, person } = office()
  const user = person('cay')
  expect(propose(user, 'auditor', 'support').outcome).toBe('auditor_alone')
  expect(propose(user, 'auditor').status).toBe(202)
})

describe('what is done to the account of who works here', () => {
  test.each<BuiltInRole>(['support', 'compliance'])('is not done by %s', (role) => {
    const { run, anna, berta, ada, staffAs } = office()
    const by = staffAs(role)
    expect(run('FreezeUser', { user: anna, reason }, by).outcome).toBe('forbidden')
    expect(run('EndSessions', { user: anna }, by).outcome).toBe('forbidden')
    expect(run('FreezeUser', { user: ada, reason }, by).outcome).toBe('done')
    expect(run('FreezeUser', { user: anna, reason }, berta).outcome).toBe('done')
  })

  test('is no correction by who edits people and gives no roles', () => {
    const { run, ada, anna, staffAs } = office()
    const clerk = staffAs({ name: 'Clerk', capabilities: ['edit-people'] })
    const edit = (user: string) =>
      run('CorrectUser', { user, fullName: 'Another Name', reason }, clerk).outcome
    expect(edit(anna)).toBe('forbidden')
    expect(edit(ada)).toBe('done')
  })
})

describe('C2: one role alone', () => {
  const capital = { amount: 9n, reference: 'r', secondApprovalAbove: 0n }
  const shown = canonical({ amount: 0.09, reference: 'r' })

  test('proposes capital as treasurer, and another agrees as approver', () => {
    const { run, anna, staffAs } = office()
    const [treasurer, other, approver] = [
      staffAs('treasurer'),
      staffAs('treasurer', 'support'),
      staffAs('approver'),
    ]
    expect(run('PayInCapital', capital, approver).outcome).toBe('forbidden')
    const { id: proposal } = run('PayInCapital', capital, treasurer)
    const agree = (by: string) => run('AgreeToProposal', { proposal, shown, answer: null }, by)
    expect([agree(treasurer), agree(other)].map(({ outcome }) => outcome)).toEqual([
      'forbidden',
      'forbidden',
    ])
    expect(run('RefuseProposal', { proposal, reason }, other).outcome).toBe('forbidden')
    expect(agree(approver).outcome).toBe('done')
    expect(agree(anna).outcome).toBe('already_decided')
  })

  test('counts no more once it was taken from who proposed', () => {
    const { run, anna, berta, staffAs } = office()
    const [treasurer, approver] = [staffAs('treasurer'), staffAs('approver')]
    const { id: proposal } = run('PayInCapital', capital, treasurer)
    const change = { user: treasurer, roles: rolesOf(['support']), reason }
    const { id } = run('ProposeRoleChange', change, anna)
    const facts = { user: treasurer, from: rolesOf(['treasurer']), roles: change.roles }
    expect(run('AgreeToProposal', agreementToRole(id, facts), berta).outcome).toBe('done')
    const agreed = run('AgreeToProposal', { proposal, shown, answer: null }, approver)
    expect([agreed.status, agreed.outcome]).toEqual([202, 'done'])
  })

  test('of the firm’s own is said with what it lets somebody do, and reads what that takes', () => {
    const roles = rolesOf([{ name: 'Note taker', capabilities: ['agree-to-money'] }])
    expect(labelsOf(roles)).toBe(
      'Note taker (may approve requests, release payouts, and agree to what others want to book)',
    )
    expect([...capabilitiesOf(roles)]).toEqual(['work-here', 'agree-to-money', 'read-money'])
  })

  test.each(['Support', 'support ', 'Sup\u200bport', 'Two  spaces', 'No role (really)', ''])(
    'of the firm’s own isn’t called %j',
    (name) => {
      expect(staffRole.safeParse({ name, capabilities: ['freeze'] }).success).toBe(false)
    },
  )

  test('of the firm’s own does what it was made of, and nothing else', () => {
    const { run, ada, staffAs } = office()
    const clerk = staffAs({ name: 'Clerk', capabilities: ['write-notes'] })
    expect(run('WriteNote', { user: ada, text: 'Called' }, clerk).outcome).toBe('done')
    expect(run('FreezeUser', { user: ada, reason }, clerk).outcome).toBe('forbidden')
  })
})

describe('for what takes two', () => {
  test('two administrators are enough, and one, or an auditor beside them, isn’t', () => {
    expect(lackingTwo([administrators, administrators])).toEqual([])
    expect(lackingTwo([administrators])).toHaveLength(takesTwo.length)
    expect(lackingTwo([administrators, auditors])).toHaveLength(takesTwo.length)
  })

  test('a treasurer and an approver are two for money, and not for roles', () => {
    const lacking = lackingTwo([rolesOf(['treasurer']), rolesOf(['approver'])])
    expect(lacking).not.toContain('capital')
    expect(lacking).toContain('roles')
  })

  test('the gate knows every kind of proposal that its proposer counts for', () => {
    const known = takesTwo.map(({ one, other }) => `${one} ${other}`)
    const kinds = Object.entries(proposalRights).filter(([kind]) => kind !== 'evidence-pack')
    for (const [kind, { propose, agree }] of kinds)
      expect(known, kind).toContain(`${propose} ${agree}`)
  })
})
