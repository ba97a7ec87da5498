import { describe, expect, test } from 'vitest'
import { table } from '../../../tests/support/table.ts'
import type { Journaled } from '../../desk/command.ts'
import { idFromName } from '../../platform/ids.ts'
import { differenceOf, follow } from './follow.ts'

const [request, ada, anna, berta] = ['request', 'ada', 'anna', 'berta'].map(idFromName) as [
  string,
  string,
  string,
  string,
]

const commands: Record<string, Partial<Journaled>> = {
  request: {
    id: request,
    kind: 'RequestWithdrawal',
    actor: ada,
    input: { amount: '100', type: 'bank_transfer' },
    texts: { walletName: 'Mine', walletAddress: 'of any kind' },
    activity: [{ owner: ada, kind: 'withdrawal-requested' }],
  },
  first: {
    kind: 'ApproveWithdrawal',
    activity: [{ owner: ada, kind: 'withdrawal-first-approval' }],
  },
  'other first': {
    kind: 'ApproveWithdrawal',
    actor: berta,
    activity: [{ owner: ada, kind: 'withdrawal-first-approval' }],
  },
  second: {
    kind: 'ApproveWithdrawal',
    actor: berta,
    activity: [{ owner: ada, kind: 'withdrawal-approved' }],
  },
  again: { kind: 'ApproveWithdrawal', activity: [{ owner: ada, kind: 'withdrawal-approved' }] },
  approve: { kind: 'ApproveWithdrawal', activity: [{ owner: ada, kind: 'withdrawal-approved' }] },
  'approve alone': {
    kind: 'ApproveWithdrawal',
    input: { amount: '100', secondApprovalAbove: '99' },
    activity: [{ owner: ada, kind: 'withdrawal-approved' }],
  },
  'approve less': {
    kind: 'ApproveWithdrawal',
    input: { amount: '99' },
    activity: [{ owner: ada, kind: 'withdrawal-approved' }],
  },
  'approve for Berta': {
    kind: 'ApproveWithdrawal',
    subject: berta,
    activity: [{ owner: ada, kind: 'withdrawal-approved' }],
  },
  'pay as approval': {
    kind: 'PayWithdrawal',
    activity: [{ owner: ada, kind: 'withdrawal-approved' }],
  },
  reject: { kind: 'RejectWithdrawal', activity: [{ owner: ada, kind: 'withdrawal-rejected' }] },
  cancel: { kind: 'CancelWithdrawal', activity: [{ owner: ada, kind: 'withdrawal-cancelled' }] },
  pay: {
    kind: 'PayWithdrawal',
    input: { amount: '100', reference: 'tx' },
    activity: [{ owner: ada, kind: 'withdrawal-paid' }],
  },
  return: { kind: 'ReturnWithdrawal', activity: [{ owner: ada, kind: 'withdrawal-returned' }] },
}

/** What comes of these commands: a status, or what is wrong with them. */
function outcomeOf(names: string): string {
  const told = names.split(', ').map((name, i) => ({
    id: idFromName(`${name} ${i}`),
    kind: '',
    actor: anna,
    subject: ada,
    at: i,
    input: { amount: '100' },
    texts: {},
    activity: [],
    fault: null,
    ...commands[name],
  }))
  const recorded = follow(told)
  return recorded.fault ?? recorded.request?.status ?? 'nothing'
}

describe('the commands about a request', () => {
  test.each(
    table(`
    commands                    | outcome
    request                     | pending
    request, first              | pending
    request, first, second      | approved
    request, approve            | approved
    request, approve, pay       | paid
    request, approve, return    | returned
    request, reject             | rejected
    request, cancel             | cancelled
    request, first, first       | one administrator gave its first approval twice
    request, first, other first | pending
    request, first, other first, approve | approved
    request, first, other first, second  | one administrator approved it twice
    request, first, again       | one administrator approved it twice
    request, approve alone      | one administrator approved it where two were needed
    request, approve less       | ApproveWithdrawal is about another amount or another user
    request, approve for Berta  | ApproveWithdrawal is about another amount or another user
    request, pay as approval    | PayWithdrawal can’t come after what was recorded before it
    request, pay                | PayWithdrawal can’t come after what was recorded before it
    request, cancel, approve    | ApproveWithdrawal can’t come after what was recorded before it
    request, reject, approve    | ApproveWithdrawal can’t come after what was recorded before it
    request, approve, pay, pay  | PayWithdrawal can’t come after what was recorded before it
    request, approve, pay, return | ReturnWithdrawal can’t come after what was recorded before it
    request, request            | RequestWithdrawal can’t come after what was recorded before it
    approve                     | ApproveWithdrawal asked for nothing
  `),
  )('%s: %s', (names, outcome) => {
    expect(outcomeOf(names!)).toBe(outcome)
  })

  test('make no request where there are none', () => {
    const { request: made } = follow([
      { ...(commands.request as Journaled), subject: ada, at: 0, fault: null },
    ])
    expect(differenceOf(made!, follow([]))).toBe('nobody asked for it')
    expect(differenceOf(made!, { request: made, fault: null })).toBeNull()
  })
})
