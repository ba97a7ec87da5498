import { isStopped } from '../../../contract/withdrawal.ts'
import { expect, test } from 'vitest'
import { cannotBeApproved, stepOf, wordsForMany } from './approval.ts'
import type { QueuedWithdrawal, Withdrawal } from '../../../contract/withdrawal.ts'

const of = (amount: number, approvals: Withdrawal['approvals'] = []) =>
  ({ amount, approvals }) as Withdrawal
const first = [{ by: 'Admin', at: '2026-01-05T12:00:00.000Z' }]

test.each([
  [of(1_000), 1_000, 'only'],
  [of(1_000.01), 1_000, 'first'],
  [of(1_000.01, first), 1_000, 'second'],
  [of(1, first), null, 'second'],
  [of(1_000_000), null, 'only'],
] as const)('%j above %s: the next approval is the %s one', (request, above, step) =>
  expect(stepOf(request, above)).toBe(step),
)

test.each([
  [1, 0, 'Approve 1 request?', 'Approve 1'],
  [3, 0, 'Approve 3 requests?', 'Approve 3'],
  [2, 2, 'Give the first of two approvals to 2 requests?', 'Give the first of two approvals to 2'],
  [
    3,
    1,
    'Approve 2 requests, and give the first of two approvals to 1?',
    'Approve 2, first approval for 1',
  ],
])('of %i requests, %i need a second person: %s', (all, needTwo, title, confirm) =>
  expect(wordsForMany(all, needTwo)).toEqual({ title, confirm }),
)

test('what informs is approved with others, and what stops is not, whatever else there is', () => {
  expect(isStopped({ looks: [] })).toBe(false)
  expect(isStopped({ looks: ['first_withdrawal', 'new_address', 'most_of_balance'] })).toBe(false)
  for (const stops of [
    'account_frozen',
    'law_check',
    'holder_differs',
    'address_of_another',
  ] as const)
    expect(isStopped({ looks: ['first_withdrawal', stops] })).toBe(true)
})

test.each([
  [['first_withdrawal'], null],
  [['account_frozen', 'law_check'], 'Account frozen'],
  [['law_check'], 'Check goes on'],
  [['recipient_closed'], 'Recipient closed'],
] as const)('with %j stands on the button: %s', (looks, words) =>
  expect(cannotBeApproved({ status: 'pending', looks } as unknown as QueuedWithdrawal)).toBe(words),
)
