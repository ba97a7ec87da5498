import fc from 'fast-check'
import { expect, test } from 'vitest'
import { canonical } from './canonical.ts'

test('equal values have one canonical text, whatever the order of their fields', () => {
  expect(canonical({ b: [1, { d: null, c: 'x' }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":"x","d":null}]}',
  )
  expect([canonical({ kept: null, dropped: undefined }), canonical(undefined)]).toEqual([
    '{"kept":null}',
    'null',
  ])
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const reversed = Object.fromEntries(Object.entries(value).reverse())
      expect(canonical(reversed)).toBe(canonical(value))
      expect(canonical(JSON.parse(canonical(value)))).toBe(canonical(value))
    }),
  )
})
