import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

/** Work that ends when it is told to. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let begun = false
  return { begun: () => begun, resolve, reject, run: () => { begun = true; return promise } }
}

test('so much runs at once, and the next begins when one ends, well or badly', async () => {
  const inTurn = createTurns({ atOnce: 2, mostWaiting: 9 })
  const all = [work(), work(), work(), work()]
  const ends = all.map(({ run }) => inTurn(run).catch(() => 'failed'))
  expect(all.map(({ begun }) => begun())).toEqual([true, true, false, false])
  all[1]!.reject(new Error('this one'))
  expect(await ends[1]).toBe('failed')
  expect(all.map(({ begun }) => begun())).toEqual([true, true, true, false])
  for (const { resolve } of all) resolve()
  await Promise.all(ends)
  expect(all.every(({ begun }) => begun())).toBe(true)
})

test('whoever finds the queue full is told so at once', async () => {
  const inTurn = createTurns({ atOnce: 1, mostWaiting: 1 })
  const [first, second, third] = [work(), work(), work()]
  const ends = [inTurn(first.run), inTurn(second.run)]
  await expect(inTurn(third.run)).rejects.toThrow('The server is busy')
  first.resolve()
  second.resolve()
  await Promise.all(ends)
  expect(third.begun()).toBe(false)
})
