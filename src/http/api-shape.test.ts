import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { amount, id } from '../contract/fields.ts'
import { exampleOf, fieldsOf, shapeOf, type Schema } from './api-shape.ts'
import { schemaOf } from './openapi.ts'

const read = (schema: z.ZodType) => schemaOf(schema) as Schema

describe('a schema of the contract', () => {
  const some = z.strictObject({
    planId: id,
    amount,
    on: z.boolean().optional(),
    kind: z.enum(['a', 'b']),
    items: z.array(z.strictObject({ at: z.iso.datetime().nullable() })),
  })

  test('as a type', () => {
    expect(shapeOf(read(some))).toBe(`{
  planId: string  // UUID
  amount: number  // US dollars, at most two decimals
  on?: boolean
  kind: "a" | "b"
  items: {
    at: string | null
  }[]
}`)
  })
  test('as fields, those of an object below it', () => {
    expect(
      fieldsOf(read(some)).map(({ name, depth, type, required }) => [name, depth, type, required]),
    ).toEqual([
      ['planId', 0, 'string', true],
      ['amount', 0, 'number', true],
      ['on', 0, 'boolean', false],
      ['kind', 0, '"a" or "b"', true],
      ['items', 0, 'list of object', true],
      ['at', 1, 'string or null', true],
    ])
  })
  test('as the least that is taken', () => {
    expect(exampleOf(read(some))).toEqual({
      planId: '5f0c7b0e-5f5f-4f5f-8f5f-5f5f5f5f5f5f',
      amount: 250,
      kind: 'a',
      items: [{ at: '…' }],
    })
  })
  test('of a choice has the fields of each, once', () => {
    const choice = z.discriminatedUnion('type', [
      z.strictObject({ type: z.literal('x'), amount }),
      z.strictObject({ type: z.literal('y'), amount, to: z.string() }),
    ])
    expect(fieldsOf(read(choice)).map(({ name, type }) => `${name} ${type}`)).toEqual([
      'type "x"',
      'amount number',
      'type "y"',
      'to string',
    ])
    expect(exampleOf(read(choice))).toEqual({ type: 'x', amount: 250 })
  })
})
