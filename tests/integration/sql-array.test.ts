/** Arrays as the desk sends them: what PostgreSQL reads of their bytes is what was meant. */
import { describe, expect, test } from 'vitest'
import {
  bigintArray,
  byteaArray,
  instantArray,
  jsonArray,
  plainArray,
  textArray,
  uuidArray,
} from '../../src/platform/sql-array.ts'
import { createTestDatabase } from '../support/database.ts'

const { pool } = await createTestDatabase()

/** The text of each element, as the database has it. */
async function read(type: string, array: string | Buffer): Promise<(string | null)[]> {
  const { rows } = await pool.query<{ element: string | null }>(
    `select element::text from unnest($1::${type}[]) with ordinality as a(element, n) order by n`,
    [array],
  )
  return rows.map(({ element }) => element)
}

describe('the database reads', () => {
  test('ids', async () => {
    const ids = [
      '00000000-0000-0000-0000-000000000000',
      null,
      '01234567-89ab-4cde-8f01-fedcba987654',
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ]
    expect(await read('uuid', uuidArray(ids))).toEqual(ids)
    expect(await read('uuid', uuidArray(['01234567-89AB-4CDE-8F01-FEDCBA987654']))).toEqual([
      ids[2],
    ])
  })

  test('bytes', async () => {
    expect(await read('bytea', byteaArray(['00ff10', null, '', 'ab'.repeat(32)]))).toEqual([
      '\\x00ff10',
      null,
      '\\x',
      `\\x${'ab'.repeat(32)}`,
    ])
    expect(() => byteaArray(['xy'])).toThrow(RangeError)
    expect(() => byteaArray(['abc'])).toThrow(RangeError)
  })

  test('amounts and versions', async () => {
    const amounts = [
      0n,
      null,
      -1n,
      9_007_199_254_740_993n,
      9_223_372_036_854_775_807n,
      -9_223_372_036_854_775_808n,
    ]
    expect(await read('bigint', bigintArray([...amounts, 12]))).toEqual([
      ...amounts.map((amount) => amount?.toString() ?? null),
      '12',
    ])
  })

  test('instants, before 2000 too', async () => {
    const texts = [
      '2026-11-21 13:05:00.123+00',
      '2000-01-01 00:00:00+00',
      '1999-12-31 23:59:59.999+00',
      '2112-02-29 00:00:00.001+00',
    ]
    expect(
      await read('timestamptz', instantArray([...texts.map((text) => Date.parse(text)), null])),
    ).toEqual([...texts, null])
  })

  test('whatever people write', async () => {
    const texts = ['', 'NULL', '{"a, b\\', 'Zoë 🦒', null]
    expect(await read('text', textArray(texts))).toEqual(texts)
    expect(await read('jsonb', jsonArray(['{"a": "Zoë, \\"b\\""}', null]))).toEqual([
      '{"a": "Zoë, \\"b\\""}',
      null,
    ])
  })

  test('words of our own, small numbers and truths', async () => {
    expect(await read('text', plainArray(['withdrawal-requested', '', null]))).toEqual([
      'withdrawal-requested',
      '',
      null,
    ])
    expect(await read('int', plainArray([7, null, -1]))).toEqual(['7', null, '-1'])
    expect(await read('boolean', plainArray([true, false]))).toEqual(['true', 'false'])
  })

  test('none at all', async () => {
    expect(
      await Promise.all([
        read('uuid', uuidArray([])),
        read('bigint', bigintArray([])),
        read('text', textArray([])),
        read('int', plainArray([])),
      ]),
    ).toEqual([[], [], [], []])
  })
})

test.each([
  '',
  '01234567-89ab-4cde-8f01-fedcba98765',
  '01234567-89ab-4cde-8f01-fedcba98765g',
  '01234567-89ab-4cde-8f01-fedcba98765é',
  '0123456789ab4cde8f01fedcba9876540000',
])('“%s” is no id', (text) => expect(() => uuidArray([text])).toThrow(RangeError))

test.each(['two words', 'a,b', '{', 'NULL '])('“%s” would need quotes', (text) =>
  expect(() => plainArray([text])).toThrow('needs quotes'),
)
