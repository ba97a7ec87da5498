import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

test('reads whatever JSON can say, up to sixteen levels deep', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8, depthSize: 'small' }), (text) => {
      fc.pre(!/"(__proto__|constructor|prototype)"|[\d.]{16}/.test(text))
      expect(parse(text)).toEqual(JSON.parse(text))
    }),
  )
  expect(parse('[{"a":"{[\\"\\\\", "b":[{"a":1},{"a":2}]}]')).toEqual([
    { a: '{["\\', b: [{ a: 1 }, { a: 2 }] },
  ])
  expect(parse(`${'['.repeat(16)}${']'.repeat(16)}`)).toBeDefined()
  expect(() => parse(`${'['.repeat(17)}${']'.repeat(17)}`)).toThrow('nested too deeply')
})

test('a number with more digits than can be kept is none', () => {
  for (const text of [
    '100.000000000000000001',
    '0.29999999999999999999',
    '9007199254740993',
    '-1234567890123456e-2',
  ]) {
    expect(parse(`{"amount":${text},"text":"${text}"}`), text).toEqual({ amount: NaN, text })
  }
  for (const text of [
    '100.00000000000000000',
    '0.000000000000000001',
    '100000000000.01',
    '1234567890123.45e2',
    '1e300',
  ]) {
    expect(parse(`{"amount":${text}}`), text).toEqual({ amount: Number(text) })
  }
})

test('J15: a number of 64 kB of zeros is read at once', () => {
  expect(parse(`{"amount":1${'0'.repeat(64_000)}1}`)).toEqual({ amount: NaN })
  expect(parse(`{"amount":0.${'0'.repeat(64_000)}1}`)).toEqual({ amount: 0 })
})

test('A13: refuses a key that is given twice in one object, however it is written', () => {
  for (const text of [
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"a" \t\r\n :1,"b":[{"a":1}],"a":2}',
    '[{"x":{"a":1,"a":1}}]',
  ]) {
    expect(() => parse(text), text).toThrow('given twice: a')
  }
  expect(parse('{"a":{"a":["a","a"]},"b":{"a":"a"}}')).toEqual({
    a: { a: ['a', 'a'] },
    b: { a: 'a' },
  })
})
