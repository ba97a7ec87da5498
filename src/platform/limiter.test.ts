import { describe, expect, test } from 'vitest'
import { onBehalfOf } from './asker.ts'
import { createShares } from './shares.ts'
import { createLimiterPerAsker, createLimiter } from './limiter.ts'

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let begun = false
  return {
    begun: () => begun,
    resolve,
    reject,
    run: () => {
      begun = true
      return promise
    },
  }
}

const codeOf = (error: { refusal: { code: string } }) => error.refusal.code
const begun = (all: readonly ReturnType<typeof work>[]) => all.map((one) => one.begun())

test('as many as allowed run at once, and the next begins when one ends, well or badly', async () => {
  const limited = createLimiter({ concurrency: 2, maxWaiting: 9, perAsker: 9 })
  const all = [work(), work(), work(), work()]
  const ends = all.map(({ run }) => limited(run).catch(() => 'failed'))
  expect(begun(all)).toEqual([true, true, false, false])
  all[1]!.reject(new Error('this one'))
  expect(await ends[1]).toBe('failed')
  expect(begun(all)).toEqual([true, true, true, false])
  for (const { resolve } of all) resolve()
  await Promise.all(ends)
  expect(begun(all).every(Boolean)).toBe(true)
})

test('a full queue refuses at once', async () => {
  const limited = createLimiter({ concurrency: 1, maxWaiting: 1, perAsker: 1 })
  const [first, second, third] = [work(), work(), work()]
  const ends = [limited(first.run, 'ada'), limited(second.run, 'ben')]
  await expect(limited(third.run, 'cleo').catch(codeOf)).resolves.toBe('busy')
  first.resolve()
  second.resolve()
  await Promise.all(ends)
  expect(third.begun()).toBe(false)
})

describe('I13: of two callers, one greedy,', () => {
  test('the other finds a place in the queue, and their turn comes next', async () => {
    const limited = createLimiter({ concurrency: 1, maxWaiting: 10, perAsker: 5 })
    const greedy = Array.from({ length: 25 }, work)
    const answers = greedy.map(({ run }) => limited(run, 'greedy').catch(codeOf))
    const other = work()
    const served = limited(other.run, 'other')
    expect(await Promise.all(answers.slice(5))).toEqual(
      Array.from({ length: 20 }, () => 'too_many_requests'),
    )
    expect(begun([...greedy.slice(0, 3), other])).toEqual([true, false, false, false])
    greedy[0]!.resolve()
    await answers[0]
    expect(begun([...greedy.slice(0, 3), other])).toEqual([true, true, false, false])
    greedy[1]!.resolve()
    await answers[1]
    expect(begun([...greedy.slice(0, 3), other])).toEqual([true, true, false, true])
    for (const { resolve } of [...greedy, other]) resolve()
    await Promise.all([served, ...answers])
  })

  test('the other’s work begins at once where everybody has turns of their own', async () => {
    const limitedPerAsker = createLimiterPerAsker({ concurrency: 2, maxWaiting: 3 })
    const greedy = Array.from({ length: 6 }, work)
    const other = work()
    const answers = greedy.map(({ run }) =>
      onBehalfOf('greedy', () => limitedPerAsker(run)).catch(codeOf),
    )
    const served = onBehalfOf('other', () => limitedPerAsker(other.run))
    expect(begun([...greedy, other])).toEqual([true, true, false, false, false, false, true])
    expect(await answers[5]).toBe('too_many_requests')
    for (const { resolve } of [...greedy, other]) resolve()
    await Promise.all([served, ...answers])
    expect(begun(greedy)).toEqual([true, true, true, true, true, false])
  })

  test('the other finds a place, and what is given back can be taken again, by anybody, once', () => {
    const take = createShares({ whole: 3, each: 2 })
    const [first, second] = [take('greedy'), take('greedy')]
    expect(() => take('greedy')).toThrow('Too many requests')
    const third = take('other')
    expect(() => take('another')).toThrow('The server is busy')
    first()
    first()
    const fourth = take('another')
    expect(() => take('other')).toThrow('The server is busy')
    for (const giveBack of [second, third, fourth]) giveBack()
    expect([take('other'), take('other'), take(null)]).toHaveLength(3)
  })
})
