import { describe, expect, test } from 'vitest'
import type { Notification } from '../../../contract/notifications.ts'
import { newsOf } from './news.ts'

const told = (version: number, changes: Partial<Notification> = {}): Notification => ({
  version,
  isNew: true,
  id: String(version),
  at: '2026-01-05T12:00:00.000Z',
  kind: 'withdrawal-approved',
  title: 'Withdrawal approved',
  amount: null,
  balanceAfter: null,
  by: 'staff',
  staffName: 'Grace Head',
  reason: null,
  changes: [],
  about: null,
  details: { amount: '$12.50' },
  ...changes,
})

describe('what happened while a page was open is said', () => {
  test('with its amount, of the balance or of the request', () => {
    expect(newsOf([told(7)], 6)).toBe('Withdrawal approved, $12.50')
    const matured = told(7, {
      title: 'Investment matured',
      amount: 110,
      details: { plan: 'Starter' },
    })
    expect(newsOf([matured], 6)).toBe('Investment matured: Starter, $110.00')
  })
  test('without one where there is none', () =>
    expect(newsOf([told(7, { title: 'Account frozen', details: {} })], 6)).toBe('Account frozen'))
  test('in one sentence, however much it is', () =>
    expect(newsOf([told(9), told(8), told(7), told(6)], 6)).toBe(
      '3 new notifications. The latest: Withdrawal approved, $12.50',
    ))
  test.each([
    ['what this window knew', told(6)],
    ['what was read elsewhere', told(7, { isNew: false })],
    ['what was done in the person’s own name, perhaps here', told(7, { by: 'you' })],
  ])('but not %s', (_, one) => expect(newsOf([one], 6)).toBeNull())
})
