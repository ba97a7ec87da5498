import { expect, test } from 'vitest'
import { inWork, sortedBy, viewIn, withView } from './view.ts'

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
