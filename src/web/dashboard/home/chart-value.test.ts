import { expect, test } from 'vitest'
import { accruedLine, valuePoint } from './chart-value.ts'

const nothing = { balance: 0, held: 0, invested: 0, accrued: 0, earned: 0, profit: 0 }
const point = (day: number, has: Partial<typeof nothing>) =>
  valuePoint({ at: `2026-01-0${day}T00:00:00.000Z`, entry: null, ...nothing, ...has })
const line = (points: ReturnType<typeof point>[]) =>
  accruedLine(points).map(({ at, amount }) => [new Date(at).getUTCDate(), amount])

test('the total is what lies in the balance, is held and is placed; not what has accrued', () =>
  expect(point(1, { balance: 0.1, held: 0.2, invested: 90_000_000_000.05, accrued: 7 }).total).toBe(
    9_000_000_000_035n,
  ))

test('placing money and asking for it moves nothing', () =>
  expect(
    line([
      point(1, { balance: 500 }),
      point(2, { balance: 300, invested: 200 }),
      point(3, { balance: 200, held: 100, invested: 200 }),
    ]),
  ).toEqual([
    [1, 500_00n],
    [2, 500_00n],
    [3, 500_00n],
  ]))

test('what accrues grows towards the next point, and what is paid at maturity is no step', () =>
  expect(
    line([
      point(1, { invested: 500 }),
      point(3, { invested: 500, accrued: 20, earned: 20 }),
      point(5, { balance: 550, earned: 50 }),
    ]),
  ).toEqual([
    [1, 500_00n],
    [3, 520_00n],
    [5, 550_00n],
  ]))

test('a deposit is a step, at its time', () =>
  expect(
    line([
      point(1, { invested: 500 }),
      point(3, { balance: 100, invested: 500, accrued: 20, earned: 20 }),
    ]),
  ).toEqual([
    [1, 500_00n],
    [3, 520_00n],
    [3, 620_00n],
  ]))
