import { expect, test } from 'vitest'
import { asked, queryOf, viewIn, type VerificationsView } from './view.ts'

const id = '0190f3c2-5c1e-7000-8000-000000000001'
const plain: VerificationsView = {
  work: 'to-review',
  caseId: '',
  country: '',
  risk: '',
  sort: '',
}

test.each<[string, VerificationsView]>([
  ['', plain],
  [`list=all&case=${id}`, { ...plain, work: '', caseId: id }],
  ['country=DE&risk=high&sort=-risk', { ...plain, country: 'DE', risk: 'high', sort: '-risk' }],
  ['list=all&country=DE&risk=low', { ...plain, work: '', country: 'DE', risk: 'low' }],
])('the address ?%s and the list that it means lead to each other', (query, view) => {
  expect(viewIn(new URLSearchParams(query))).toEqual(view)
  expect(queryOf(view)).toBe(query)
})

test('an address that was made up means the work', () => {
  const query = 'list=toString&case=<b>&country=ZZ&risk=toString&sort=constructor'
  expect(viewIn(new URLSearchParams(query))).toEqual(plain)
})

test('only the work is sorted', () => {
  const view = viewIn(new URLSearchParams('list=all&sort=-risk'))
  expect(view.sort).toBe('')
  expect(asked({ ...view, sort: '-risk', risk: 'raised' })).toEqual({
    risk: 'raised',
    sort: '-risk',
  })
})
