import { expect, test } from 'vitest'
import { queryOf, viewIn, type VerificationsView } from './view.ts'

const id = '0190f3c2-5c1e-7000-8000-000000000001'

test.each<[string, VerificationsView]>([
  ['', { work: 'to-review', caseId: '' }],
  [`list=all&case=${id}`, { work: '', caseId: id }],
])('the address ?%s and the list that it means lead to each other', (query, view) => {
  expect(viewIn(new URLSearchParams(query))).toEqual(view)
  expect(queryOf(view)).toBe(query)
})

test('an address that was made up means the work', () => {
  expect(viewIn(new URLSearchParams('list=toString&case=<b>'))).toEqual({
    work: 'to-review',
    caseId: '',
  })
})
