import { describe, expect, test } from 'vitest'
import { createMemoryHouse } from '../../../tests/support/memory-house.ts'
import { dayMs } from '../../lib/instant.ts'
import { endOfTheClock } from './rules.ts'

describe('I12: the clock', () => {
  test('is never moved beyond its end, however often it is tried, and everything else goes on', () => {
    const house = createMemoryHouse({ returns: 1_000_000n })
    const admin = house.person('admin', { role: 'admin' })
    const investor = house.person('investor', { cash: 100_000n })
    const move = (days: number) => house.run('MoveClock', { days }, admin).outcome
    for (let call = 0; call < 10_000; call += 1) move(365)
    for (let call = 0; call < 365; call += 1) move(1)
    expect(endOfTheClock - house.desk.now).toBeLessThan(dayMs)
    expect([house.desk.now <= endOfTheClock, move(1)]).toEqual([true, 'beyond_calendar'])
    expect(
      house.run('CreditPlayMoney', { owner: investor, amount: 100n, asset: 'BTC' }, investor)
        .outcome,
    ).toBe('done')
  })
})
