import { describe, expect, test } from 'vitest'
import { usualSteps } from '../../lib/confirmations.ts'
import type { Arrival } from './table.ts'
import { summed, waitsOf, type Moment } from './waits.ts'

const terms = { minimum: 10_000n, confirmations: usualSteps, positionLimit: null, explorer: null }
/** A bitcoin is $64,000: a million satoshi are $640. */
const moment: Moment = { reached: 100, rate: 64_000_000_000n, held: 0n }

let made = 0
function arrival(changes: Partial<Arrival> = {}): Arrival {
  made += 1
  return {
    txid: String(made).padStart(64, '0'),
    output: 0,
    quantity: 1_000_000n,
    script: '0014',
    height: 100,
    block: 'ab',
    isWaiting: false,
    isMinedCoin: false,
    seenAt: 0,
    owner: 'ada',
    address: 'address',
    times: 0,
    deposit: null,
    status: null,
    amount: null,
    restored: null,
    rate: null,
    creditedAt: null,
    ...changes,
  }
}
const alone = (one: Arrival, at: Partial<Moment> = {}, its: Partial<typeof terms> = {}) =>
  waitsOf(one, summed([one]), { ...terms, ...its }, { ...moment, ...at })

describe('coins that arrived', () => {
  test('are seen before they are in a block, or gone', () => {
    expect(alone(arrival({ height: null, isWaiting: true }))).toEqual({ state: 'seen' })
    expect(alone(arrival({ height: null }))).toEqual({ state: 'gone' })
  })

  test('are due with the first block where they are worth little', () => {
    expect(alone(arrival())).toEqual({ state: 'due', amount: 64_000n })
  })

  test.each([
    [1_562_499n, 100, 'due'],
    [1_562_500n, 100, 'confirming'],
    [1_562_500n, 98, 'due'],
    [15_624_999n, 98, 'due'],
    [15_625_000n, 98, 'confirming'],
    [15_625_000n, 96, 'confirming'],
    [15_625_000n, 95, 'due'],
  ])('of %s satoshi in block %s of 100 are %s', (quantity, height, state) => {
    expect(alone(arrival({ quantity, height }))).toMatchObject({ state })
  })

  test('need as many blocks in parts as at once, credited parts of late too', () => {
    const parts = [
      arrival({ height: 98, deposit: 'credited' }),
      arrival({ height: 99 }),
      arrival({ height: 100 }),
    ]
    expect(parts.slice(1).map((one) => waitsOf(one, summed(parts), terms, moment))).toEqual([
      { state: 'confirming', confirmations: 2, needed: 3 },
      { state: 'confirming', confirmations: 1, needed: 3 },
    ])
    // What came long ago counts no more, nor what came for others.
    const others = [arrival({ height: 94, deposit: 'credited' }), arrival({ owner: 'ben' })]
    const late = arrival()
    expect(waitsOf(late, summed([...others, late]), terms, moment)).toMatchObject({ state: 'due' })
  })

  test('need as many blocks for several people of one transaction as for one', () => {
    const [one, other] = [arrival(), arrival({ owner: 'ben', output: 1 })]
    const both = [one, { ...other, txid: one.txid }]
    expect(both.map((each) => waitsOf(each, summed(both), terms, moment))).toEqual([
      { state: 'confirming', confirmations: 1, needed: 3 },
      { state: 'confirming', confirmations: 1, needed: 3 },
    ])
  })

  test('that are new need a hundred blocks', () => {
    expect(alone(arrival({ isMinedCoin: true, height: 2 }))).toEqual({
      state: 'confirming',
      confirmations: 99,
      needed: 100,
    })
    expect(alone(arrival({ isMinedCoin: true, height: 1 }))).toMatchObject({ state: 'due' })
  })

  test('below the smallest amount wait for more, and not for those of others or that are credited', () => {
    const small = arrival({ quantity: 6_000n })
    const heldUp = { state: 'held-up', by: 'minimum' }
    const open = [
      small,
      arrival({ quantity: 9_000n, owner: 'ben' }),
      arrival({ quantity: 9_000n, deposit: 'credited' }),
      arrival({ quantity: 9_000n, height: null, isWaiting: true }),
    ]
    expect(waitsOf(small, summed(open), terms, moment)).toEqual(heldUp)
    const more = arrival({ quantity: 4_000n })
    expect(waitsOf(small, summed([...open, more]), terms, moment)).toEqual({
      state: 'due',
      amount: 384n,
    })
    const large = arrival({ quantity: 50_000n })
    expect(waitsOf(small, summed([small, large]), terms, moment)).toEqual({
      state: 'due',
      amount: 384n,
    })
    // Worth less than a cent.
    const dust = arrival({ quantity: 15n })
    expect(waitsOf(dust, summed([dust, small, more]), terms, moment)).toEqual(heldUp)
  })

  test('wait for a rate, as deep as anything must be', () => {
    expect(alone(arrival({ height: 96 }), { rate: null })).toEqual({
      state: 'confirming',
      confirmations: 5,
      needed: 6,
    })
    expect(alone(arrival({ height: 95 }), { rate: null })).toEqual({
      state: 'held-up',
      by: 'rate',
    })
  })

  test('wait where the firm would hold more than it may', () => {
    const limit = { positionLimit: 128_000n as bigint | null } as never
    expect(alone(arrival(), { held: 1_000_000n }, limit)).toMatchObject({ state: 'due' })
    expect(alone(arrival(), { held: 1_000_001n }, limit)).toMatchObject({ state: 'due' })
    expect(alone(arrival(), { held: 1_000_016n }, limit)).toEqual({
      state: 'held-up',
      by: 'position',
    })
  })

  test('are looked at a few times each, however many are open', () => {
    const count = 3_000
    let looks = 0
    const open = Array.from({ length: count }, (_, n) => {
      const one = arrival({ quantity: 10n, owner: `person ${n % 50}` })
      return new Proxy(one, {
        get(target, key) {
          looks += 1
          return Reflect.get(target, key) as unknown
        },
      })
    })
    const sums = summed(open)
    const found = open.map((one) => waitsOf(one, sums, terms, moment))
    expect(found).toEqual(open.map(() => ({ state: 'held-up', by: 'minimum' })))
    expect(looks).toBeLessThan(50 * count)
  })
})
