import { expect, test } from 'vitest'
import { parts, valuePoint } from './chart-value.ts'

const nothing = { balance: 0, held: 0, invested: 0, accrued: 0, earned: 0, profit: 0 }
const point = (has: Partial<typeof nothing>) =>
  valuePoint({ at: '2026-01-01T00:00:00.000Z', entry: null, ...nothing, ...has })

test('the total is what lies in the balance, is held and is placed; not what has accrued', () =>
  expect(point({ balance: 0.1, held: 0.2, invested: 90_000_000_000.05, accrued: 7 }).total).toBe(
    9_000_000_000_035n,
  ))

test('placing money and asking for it moves nothing', () =>
  expect(
    [
      point({ balance: 500 }),
      point({ balance: 300, invested: 200 }),
      point({ balance: 200, held: 100, invested: 200 }),
    ].map(({ total }) => total),
  ).toEqual([500_00n, 500_00n, 500_00n]))

test('the parts that are told come to the total', () => {
  const some = point({ balance: 200.5, held: 100.25, invested: 200, accrued: 20 })
  expect(parts.reduce((sum, { amount }) => sum + amount(some), 0n)).toBe(some.total)
})
