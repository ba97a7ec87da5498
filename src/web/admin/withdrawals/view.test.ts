import { describe, expect, test } from 'vitest'
import { ageOf, agoOf, inWork, sortedBy, viewIn, withView } from './view.ts'

test('the view of the queue stands in the address, and what isn’t meant is left out', () => {
  expect(viewIn(new URLSearchParams('search=ada&sort=-amount&status=paid'))).toEqual({
    search: 'ada',
    sort: '-amount',
    status: 'paid',
    work: '',
    request: '',
  })
  expect(viewIn(new URLSearchParams('sort=email&status=frozen'))).toEqual({
    search: '',
    sort: '-createdAt',
    status: '',
    work: '',
    request: '',
  })
  expect(
    withView(new URLSearchParams('status=paid'), { status: '', sort: 'amount' }).toString(),
  ).toBe('sort=amount')
})

test('a list of work begins with the oldest, has no status, and keeps what is searched for', () => {
  const query = inWork(new URLSearchParams('search=ada&status=paid&sort=-amount'), 'to-pay')
  expect(query.toString()).toBe('search=ada&work=to-pay')
  expect(viewIn(query)).toEqual({
    search: 'ada',
    sort: 'createdAt',
    status: '',
    work: 'to-pay',
    request: '',
  })
  expect(withView(query, { sort: '-createdAt' }).toString()).toBe(
    'search=ada&work=to-pay&sort=-createdAt',
  )
  expect(inWork(query, '').toString()).toBe('search=ada')
  expect(viewIn(new URLSearchParams('work=everything&request=../users')).work).toBe('')
})

test.each([
  ['-createdAt', 'amount', '-amount'],
  ['-amount', 'amount', 'amount'],
  ['amount', 'createdAt', '-createdAt'],
] as const)('with the queue by %s, the head of %s asks for %s', (now, by, next) =>
  expect(sortedBy(now, by)).toBe(next),
)

test.each([
  ['2026-01-05T12:00:00.000Z', '0 min'],
  ['2026-01-05T11:00:01.000Z', '59 min'],
  ['2026-01-05T11:00:00.000Z', '1 h'],
  ['2026-01-03T12:00:00.001Z', '47 h'],
  ['2026-01-03T12:00:00.000Z', '2 days'],
  ['2026-01-06T12:00:00.000Z', '0 min'],
])('what was asked for at %s is %s old at noon on January 5', (since, age) =>
  expect(ageOf(since, '2026-01-05T12:00:00.000Z')).toBe(age),
)

describe('how long ago something happened', () => {
  test.each([
    [-5, '1 s ago'],
    [400, '1 s ago'],
    [10_900, '10 s ago'],
    [59_999, '59 s ago'],
    [60_000, '1 min ago'],
    [3 * 3_600_000, '3 h ago'],
  ])('%i ms: %s', (ms, said) => expect(agoOf(ms)).toBe(said))
})
