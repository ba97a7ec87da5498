/** The bench's own arithmetic: a figure that is wrong here would be believed. */
import { describe, expect, test } from 'vitest'
import {
  roundRobin,
  median,
  percentile,
  rateOf,
  rotate,
  ticksOf,
  watchCost,
  withEach,
} from '../proofs/bench/measure.ts'
import { listOf, makeRow, tableOf, type Bound } from '../proofs/bench/results.ts'

describe('a rate', () => {
  test('counts what all callers did, those that wait at the same moment included', async () => {
    let did = 0
    const began = performance.now()
    const rate = await rateOf({
      seconds: 0.02,
      callers: 20,
      async work() {
        did += 3
        await new Promise(setImmediate)
        return 3
      },
    })
    // It took at most as long as it seems from outside.
    expect((rate * (performance.now() - began)) / 1000).toBeGreaterThan(did * 0.999)
  })
})

/** Works until the processor has given this process so much time more, as Linux counts it. */
async function workTicks(ticks: number): Promise<void> {
  const before = (await ticksOf(process.pid))!.own
  while ((await ticksOf(process.pid))!.own < before + ticks);
}

describe.runIf(process.platform === 'linux')('what a command costs', () => {
  const tick = 10_000

  test('is the processors’ time of Node and of PostgreSQL, shared by all commands', async () => {
    const before = process.cpuUsage()
    const cost = await watchCost({ node: process.pid, postgres: process.pid })
    await workTicks(20)
    const each = (await cost(10))!
    const { user, system } = process.cpuUsage(before)
    expect(each.node).toBeGreaterThanOrEqual((20 * tick) / 10)
    expect(each.node).toBeLessThanOrEqual((user + system + 2 * tick) / 10)
    // Here the same process stands for PostgreSQL's first.
    expect(each.postgres).toBeGreaterThanOrEqual((20 * tick) / 10)
  })

  test('has nothing of Node where Node isn’t at work', async () => {
    const cost = await watchCost({ postgres: process.pid })
    await workTicks(1)
    expect(await cost(1)).toMatchObject({ node: null })
  })

  test('isn’t known of none, nor of processes that are gone', async () => {
    expect(await (await watchCost({ postgres: process.pid }))(0)).toBeNull()
    expect(await (await watchCost({ postgres: 2 ** 30 }))(5)).toBeNull()
  })
})

describe('figures', () => {
  test('a median is the middle one, or lies between the two', () => {
    expect([median([3, 1, 2]), median([10, 1, 2, 3])]).toEqual([2, 2.5])
  })
  test('a percentile is a value that was measured, the largest at most', () => {
    const hundred = Array.from({ length: 100 }, (_, n) => n + 1)
    expect([percentile(hundred, 0.5), percentile(hundred, 0.99), percentile([7], 0.99)]).toEqual([
      51, 100, 7,
    ])
  })
  test('values are handed out in turn, and from the beginning again', () => {
    const next = roundRobin(['a', 'b'])
    expect([next(), next(), next()]).toEqual(['a', 'b', 'a'])
  })
  test('all values are worked on, so many at a time', async () => {
    const [done, under]: [string[], number[]] = [[], []]
    let busy = 0
    await withEach(['a', 'b', 'c', 'd', 'e'], 2, async (value, at) => {
      under.push((busy += 1))
      await new Promise(setImmediate)
      done.push(`${value}${at}`)
      busy -= 1
    })
    expect(done.toSorted()).toEqual(['a0', 'b1', 'c2', 'd3', 'e4'])
    expect(Math.max(...under)).toBe(2)
  })
  test('contestants take turns, and another one begins each round', async () => {
    const order: string[] = []
    const run = (name: string) => async () => order.push(name)
    await rotate(3, { a: run('a'), b: run('b'), c: run('c') }, async () => order.push('|'))
    expect(order.join('')).toBe('|a|b|c|b|c|a|c|a|b')
  })
})

describe('a row', () => {
  const row = (rounds: number[], against: number[] | null, bound: Bound) =>
    makeRow({
      name: 'it',
      unit: '1/s',
      rounds,
      limits: '',
      bound,
      ...(against ? { against: { name: 'that', rounds: against } } : {}),
    })

  test('is judged by its ratio to the yardstick, of medians', () => {
    expect(row([300, 290, 900], [100], { atLeast: 3 })).toMatchObject({
      value: 300,
      ratio: 3,
      met: true,
      target: '≥ 3 × that',
      low: 290,
      high: 900,
    })
    expect(row([299], [100], { atLeast: 3 }).met).toBe(false)
  })
  test('without a yardstick is judged by its value', () => {
    expect(row([3], null, { below: 3 })).toMatchObject({ met: false, target: '< 3 1/s' })
    expect(row([2.9], null, { below: 3 }).met).toBe(true)
  })
  test('that may reach its bound has met it there', () => {
    expect(row([50], null, { atMost: 50 })).toMatchObject({ met: true, target: '≤ 50 1/s' })
    expect(row([50.1], null, { atMost: 50 }).met).toBe(false)
  })
  test('whose yardstick could not be measured is neither met nor missed', () => {
    expect(row([300], [], { atLeast: 3 })).toMatchObject({ value: 300, ratio: null, met: null })
  })
  test('has the median of what its commands cost, of the rounds that know', () => {
    const costs = [
      { node: 70, postgres: 100 },
      null,
      { node: null, postgres: 300 },
      { node: 90, postgres: 200 },
    ]
    const one = makeRow({ name: 'it', unit: '1/s', rounds: [1], limits: '', costs })
    expect(one).toMatchObject({ node: 80, postgres: 200 })
    expect(tableOf([one])).toMatch(/µs of Node +µs of PostgreSQL .*\nit .* 80 +200$/)
    expect(row([1], null, { atLeast: 1 })).toMatchObject({ node: null, postgres: null })
  })
  test('that misses its target is printed and says NO', () => {
    expect(tableOf([row([1], [100], { atLeast: 3 })])).toMatch(/^it .* NO$/m)
  })
  test('stands in the list beside those of the same measurement, with its target', () => {
    const named = (name: string, value: number, limits: string, bound?: Bound) =>
      makeRow({ name, unit: 'ms', rounds: [value], limits, ...(bound ? { bound } : {}) })
    const list = listOf([
      named('A list, p50 at 10 postings', 1, 'An index.'),
      named('A list, p99 at 10 postings', 2, 'The disk, cold.', { below: 3 }),
      named('Others', 7, 'An index.'),
      named('A list, p99 at 2,000 postings', 4, 'The disk.', { below: 3 }),
    ])
    expect(list).toBe(
      [
        '- **A list**: p50 1 ms at 10 postings; p99 2 ms at 10 postings (< 3 ms); p99 4 ms at 2,000 postings (NO: < 3 ms). An index. The disk.',
        '- **Others**: 7 ms.',
      ].join('\n'),
    )
    const costs = [{ node: 70, postgres: 100 }]
    const against = { name: 'that', rounds: [100] }
    const bound = { atLeast: 3 }
    const cost = makeRow({
      name: 'it',
      unit: '1/s',
      rounds: [50],
      limits: '',
      costs,
      against,
      bound,
    })
    expect(listOf([cost])).toMatch(
      /^- \*\*it\*\*: 50 1\/s ratio 0.5 \[Node 70 µs, PostgreSQL 100 µs\] \(NO: ≥ 3 × that\)\./,
    )
  })
})
