import { describe, expect, test } from 'vitest'
import type { Happened, Withdrawal } from '../../../contract/withdrawal.ts'
import { pastOf, requestSteps } from './request-steps.ts'

const request: Withdrawal = {
  _id: 'an id',
  user: { fullName: 'Ada Example', email: '' },
  type: 'bank_transfer',
  method: 'Wallet transfer',
  amount: 200,
  bankName: 'Home',
  bankNumber: 'any wallet',
  recipientAccountId: null,
  note: null,
  status: 'pending',
  reason: null,
  approvals: [],
  createdAt: '2026-01-05T12:00:00.000Z',
  decidedAt: null,
  decidedBy: null,
  payoutReference: null,
}
const at = '2026-01-06T12:00:00.000Z'
const asked: Happened = { at: request.createdAt, title: 'Requested', by: 'Ada Example', note: null }
const by = (title: string, note: string | null = null): Happened => ({
  at,
  title,
  by: 'Berta Second',
  note,
})
const told = (changes: Partial<Withdrawal>, ...history: Happened[]) =>
  requestSteps({ ...request, ...changes }, [asked, ...history]).map(
    ({ state, title }) => `${title}: ${state}`,
  )
const last = (changes: Partial<Withdrawal>, ...history: Happened[]) =>
  requestSteps({ ...request, ...changes }, [asked, ...history]).findLast(
    ({ state }) => state === 'done',
  )!.text

describe('a request is told', () => {
  test.each<[string, Partial<Withdrawal>, Happened[], string[]]>([
    [
      'while it waits',
      {},
      [],
      [
        'Requested: done',
        'A person reviews it: now',
        'Approved, or rejected with a reason: to-come',
        'Paid: to-come',
      ],
    ],
    [
      'when the first of two has approved',
      {},
      [by('Approved by the first of two')],
      [
        'Requested: done',
        'Approved by the first of two: done',
        'A second person reviews it: now',
        'Approved, or rejected with a reason: to-come',
        'Paid: to-come',
      ],
    ],
    [
      'until it is paid',
      { status: 'approved' },
      [by('Approved')],
      ['Requested: done', 'Approved: done', 'Paid: now'],
    ],
    [
      'to its end',
      { status: 'paid' },
      [by('Approved'), by('Paid out', 'Reference tx 1')],
      ['Requested: done', 'Approved: done', 'Paid out: done'],
    ],
    [
      'as a transfer, which is never paid out',
      { type: 'tradehub_transfer' },
      [],
      [
        'Requested: done',
        'A person reviews it: now',
        'Approved, or rejected with a reason: to-come',
      ],
    ],
    [
      'as a transfer that has arrived',
      { type: 'tradehub_transfer', status: 'approved' },
      [by('Approved')],
      ['Requested: done', 'Approved: done'],
    ],
  ])('%s', (_, changes, history, steps) => expect(told(changes, ...history)).toEqual(steps))

  test.each<[string, Partial<Withdrawal>, Happened, string]>([
    [
      'who rejected it, and why',
      { status: 'rejected' },
      by('Rejected', 'not yours'),
      'By Berta Second: “not yours”. $200.00 returned to your balance at once.',
    ],
    [
      'why, in a sentence that has its own full stop',
      { status: 'rejected' },
      by('Rejected', 'Not yours.'),
      'By Berta Second: “Not yours.” $200.00 returned to your balance at once.',
    ],
    [
      'that it was cancelled',
      { status: 'cancelled' },
      { ...by('Cancelled'), by: 'Ada Example' },
      'By you. $200.00 returned to your balance at once.',
    ],
    [
      'under which reference it was paid',
      { status: 'paid' },
      by('Paid out', 'Reference tx 1'),
      'By Berta Second. Reference tx 1.',
    ],
    [
      'where a transfer went',
      { type: 'tradehub_transfer', status: 'approved', recipientAccountId: 'GH-1' },
      by('Approved'),
      'By Berta Second. $200.00 went to GH-1 at once.',
    ],
    [
      'that it came back',
      { status: 'returned' },
      by('Returned to the balance', 'no such wallet'),
      'By Berta Second: “no such wallet”. The payout failed: $200.00 returned to your balance at once.',
    ],
  ])('with %s', (_, changes, happened, text) => expect(last(changes, happened)).toBe(text))

  test('from a list as far as that knows its past', () => {
    const approvals = [
      { by: 'Anna First', at },
      { by: 'Berta Second', at },
    ]
    expect(
      pastOf({ ...request, approvals: approvals.slice(0, 1) }).map(({ title }) => title),
    ).toEqual(['Requested', 'Approved by the first of two'])
    expect(
      pastOf({ ...request, status: 'approved', approvals }).map(({ title, by }) => [title, by]),
    ).toEqual([
      ['Requested', 'Ada Example'],
      ['Approved by the first of two', 'Anna First'],
      ['Approved', 'Berta Second'],
    ])
  })
})
