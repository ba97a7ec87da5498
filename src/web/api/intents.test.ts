import { expect, test } from 'vitest'
import { makeIntents } from './intents.ts'

function setUp() {
  let now = 0
  let made = 0
  const intents = makeIntents(
    () => now,
    () => `key ${(made += 1)}`,
  )
  return { intents, later: (ms: number) => (now += ms) }
}

test('the same request keeps its key while its outcome is unknown', () => {
  const { intents } = setUp()
  const key = intents.keyOf('POST /a {"amount":1}')
  for (const status of [null, 500, 503, 429]) {
    intents.settle('POST /a {"amount":1}', status)
    expect(intents.keyOf('POST /a {"amount":1}')).toBe(key)
  }
})

test.each([201, 400, 409, 422])('after a %i the next one is another intent', (status) => {
  const { intents } = setUp()
  const key = intents.keyOf('POST /a')
  intents.settle('POST /a', status)
  expect(intents.keyOf('POST /a')).not.toBe(key)
})

test('another body is another intent', () => {
  const { intents } = setUp()
  expect(intents.keyOf('POST /a {"amount":1}')).not.toBe(intents.keyOf('POST /a {"amount":2}'))
})

test('an intent is forgotten after ten minutes', () => {
  const { intents, later } = setUp()
  const key = intents.keyOf('POST /a')
  later(10 * 60_000)
  expect(intents.keyOf('POST /a')).not.toBe(key)
})
