import { describe, expect, test } from 'vitest'
import { withChosen } from '../address-query.ts'
import { choiceOf, chosenIn, isMeantDay } from './choice.ts'

const chosen = (query: string) => chosenIn(new URLSearchParams(query))

describe('what the address says', () => {
  test('is words, a kind and two days', () => {
    expect(chosen('kind=deposit&from=2026-03-01&to=2026-03-31&search=Blue+wallet')).toEqual({
      kind: 'deposit',
      search: 'Blue wallet',
      from: '2026-03-01',
      to: '2026-03-31',
    })
  })
  test('is a group of kinds, and no more words than the server takes', () => {
    const { kind, search } = chosen(`kind=money-in&search=${'a'.repeat(101)}`)
    expect([kind, search.length]).toEqual(['money-in', 100])
  })
  test.each([
    'kind=gift',
    'kind=toString',
    'from=2026-02-30',
    'from=0026-02-03',
    'to=yesterday',
    'to=2026-3-1',
    'from=',
  ])('is nothing where “%s” means nothing', (query) => {
    expect(chosen(query)).toEqual({ kind: '', search: '', from: '', to: '' })
  })
  test('changes one thing at a time, and loses what is emptied', () => {
    const changed = withChosen(new URLSearchParams('kind=deposit&from=2026-03-01'), 'from', '')
    expect(withChosen(changed, 'to', '2026-04-01').toString()).toBe('kind=deposit&to=2026-04-01')
  })
})

describe('what the server is asked', () => {
  test('goes from the midnight of the first day to the midnight after the last, where the reader is', () => {
    const { from, to } = choiceOf(chosen('from=2026-03-28&to=2026-03-29'))
    expect([from, to]).toEqual([
      new Date(2026, 2, 28).toISOString(),
      new Date(2026, 2, 30).toISOString(),
    ])
  })
  test('counts days, also over the end of a month and of a year', () => {
    expect(choiceOf(chosen('to=2026-12-31'))).toEqual({ to: new Date(2027, 0, 1).toISOString() })
  })
  test('has no limits where none were chosen', () => expect(choiceOf(chosen(''))).toEqual({}))
})

test('a day that is still being typed is not meant yet', () => {
  expect(['0002-03-01', '0202-03-01', '2026-03-01', ''].map(isMeantDay)).toEqual([
    false,
    false,
    true,
    true,
  ])
})
