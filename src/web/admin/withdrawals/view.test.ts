import { expect, test } from 'vitest'
import { filtersIn, inWork, noFilters, sortedBy, viewIn, withView } from './view.ts'

test('the view of the queue stands in the address, and what isn’t meant is left out', () => {
  expect(viewIn(new URLSearchParams('search=ada&sort=-amount&status=paid'))).toEqual({
    search: 'ada',
    sort: '-amount',
    status: 'paid',
    work: '',
    request: '',
    ...noFilters,
  })
  expect(viewIn(new URLSearchParams('sort=email&status=frozen'))).toEqual({
    search: '',
    sort: '-createdAt',
    status: '',
    work: '',
    request: '',
    ...noFilters,
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
    ...noFilters,
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

test('filters stand in the address, stay in another list, and what means nothing is left out', () => {
  const query = 'kind=bank&age=3&amountFrom=10&amountTo=2500.5&day=2026-11-23'
  expect(withView(new URLSearchParams(), filtersIn(new URLSearchParams(query))).toString()).toBe(
    query,
  )
  expect(inWork(new URLSearchParams(query), 'to-pay').toString()).toBe(`${query}&work=to-pay`)
  const nonsense = 'kind=toString&age=0&amountFrom=ten&amountTo=-1&day=2026-02-30'
  expect(filtersIn(new URLSearchParams(nonsense))).toEqual(noFilters)
})
