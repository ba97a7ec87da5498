import { expect, test } from 'vitest'
import { stillMade } from './still-made.ts'

const of = (...days: string[]) => days.map((day) => ({ day }))

test('days of five weeks are offered, not so many proofs', () => {
  expect(stillMade(of('2026-03-08', '2026-02-02', '2026-02-01'))).toEqual(
    of('2026-03-08', '2026-02-02'),
  )
  expect(stillMade([])).toEqual([])
})
