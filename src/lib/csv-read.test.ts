import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvLines, csvHead } from './csv.ts'
import { csvRows } from './csv-read.ts'

test.each([
  ['', []],
  [
    'a,b\r\nc,d\r\n',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  [
    'a,b\nc,d',
    [
      ['a', 'b'],
      ['c', 'd'],
    ],
  ],
  ['"a,b","say ""so""",\n', [['a,b', 'say "so"', '']]],
  ['"two\r\nlines",x', [['two\r\nlines', 'x']]],
  ['a,', [['a', '']]],
  ['a\n\nb', [['a'], [''], ['b']]],
  ['"open', null],
  ['"a"b,c', null],
])('%j is %j', (text, rows) => expect(csvRows(text)).toEqual(rows))

test('what was written as a file is read back as it was', () => {
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
  fc.assert(
    fc.property(fc.array(fc.array(fc.string(), { minLength: 2, maxLength: 2 })), (rows) => {
      const columns = [0, 1].map(
        (at) =>
          [`head ${at}`, (row: string[]) => quoted(row[at]!)] as [
            string,
            (row: string[]) => string,
          ],
      )
      expect(csvRows(csvHead(columns) + csvLines(columns, rows))).toEqual([
        ['head 0', 'head 1'],
        ...rows,
      ])
    }),
  )
})

test('no more of a file is kept than whoever reads it can take', () => {
  expect(csvRows('\n'.repeat(10_000_000), 100)).toHaveLength(101)
  expect(csvRows(','.repeat(2_000_000))).toBeNull()
})
