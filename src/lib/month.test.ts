import { describe, expect, test } from 'vitest'
import { lastDayOf } from './calendar.ts'
import { beginOfMonth, endOfMonth, isMonth, monthAfter, monthInWords, monthAt } from './month.ts'

describe('J19: months of UTC', () => {
  test('each has its first and last moment, and the next begins where it ends', () => {
    expect(monthAt(endOfMonth('2026-12'))).toBe('2027-01')
    expect(monthAt(endOfMonth('2026-12') - 1)).toBe('2026-12')
    expect(beginOfMonth('2027-01')).toBe(endOfMonth('2026-12'))
    expect(monthAfter('2028-02')).toBe('2028-03')
  })

  test('the last day is the one of its year', () => {
    expect(['2026-02', '2028-02', '2026-12', '2026-11'].map(lastDayOf)).toEqual([
      '2026-02-28',
      '2028-02-29',
      '2026-12-31',
      '2026-11-30',
    ])
  })

  test('what is no month is none', () => {
    expect(
      ['2026-10', '2026-13', '2026-00', '2026-1', '0000-01', '2026-10-01'].map(isMonth),
    ).toEqual([true, false, false, false, false, false])
    expect(monthInWords('2026-10')).toBe('October 2026')
  })
})
