import { expect, test } from 'vitest'
import { csvAmount, csvFile, csvWords, type CsvColumn } from './csv.ts'

/** The file as a spreadsheet reads it that splits by `separator`: cells in quotes and without, a quote within a cell being a character like any other. */
function cellsBy(separator: string, file: string): string[] {
  return file
    .split(/\r\n|[\r\n]/)
    .flatMap((line) => line.split(separator))
    .map((cell) => cell.replaceAll('""', '"').replace(/^\s*"*\s*/, ''))
}

const characters = [
  '=',
  '+',
  '-',
  '@',
  '\uFF1D',
  '\uFF0B',
  '\uFF0D',
  '\uFF20',
  '\uFE66',
  '\uFE62',
  '\uFE63',
  '\uFE6B',
]
const separators = [',', ';', '\t', '|', '\r', '\n']

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201'])(
  'E2: what a person wrote, %j, is no formula',
  (written) => {
    expect(csvWords(written)).toBe(`'${written}`)
  },
)

test('E2: nor is what begins with the end of a cell or a line', () => {
  expect(['\tx', '\rx', '\nx'].map(csvWords)).toEqual(["'\tx", '"\'\rx"', '"\'\nx"'])
})

test.each(separators)(
  'I15 E2: nothing after a %j begins a formula, by whichever of them the spreadsheet splits',
  (separator) => {
    const between = ['', ' ', '\u00A0', '"', ' " ']
    for (const character of characters) {
      for (const blank of between) {
        const written = `x${separator}${blank}${character}cmd|' /C calc'!A0${separator}y`
        for (const by of separators) {
          const cells = cellsBy(by, `Ada,${csvWords(written)},1.00`)
          expect([
            written,
            by,
            cells.filter((cell) => characters.some((one) => cell.startsWith(one))),
          ]).toEqual([written, by, []])
        }
      }
    }
  },
)

test.each([
  ["x;=cmd|' /C calc'!A0;y", "x;'=cmd|' /C calc'!A0;y"],
  ['Refund - see letter', 'Refund - see letter'],
  ['a = b; c = d', 'a = b; c = d'],
  ['mail me; @home', "mail me; '@home"],
  ['two\n- lines', `"two\n'- lines"`],
  ['x;;=1', "x;;'=1"],
])('I15 %j keeps its words as the cell %j', (written, cell) => {
  expect(csvWords(written)).toBe(cell)
})

test.each([
  ['plain', 'plain'],
  ['a, b', '"a, b"'],
  ['"so"', '"""so"""'],
  ['two\nlines', '"two\nlines"'],
  ['a=b', 'a=b'],
])('%j is the cell %j', (written, cell) => {
  expect(csvWords(written)).toBe(cell)
})

test('amounts are plain digits, a negative one too', () => {
  expect([csvAmount(1234.5), csvAmount(-0.05), csvAmount(null)]).toEqual(['1234.50', '-0.05', ''])
})

test('a file is read page by page, no sooner than it is asked for', async () => {
  const columns: CsvColumn<number>[] = [['Number', String]]
  const asked: (string | undefined)[] = []
  const file = csvFile(columns, async (cursor) => {
    asked.push(cursor)
    return cursor === undefined
      ? { rows: [1, 2], nextCursor: 'more' }
      : { rows: [3], nextCursor: null }
  })
  expect((await file.next()).value).toBe('\uFEFFNumber\r\n')
  expect(asked).toEqual([])
  expect((await file.next()).value).toBe('1\r\n2\r\n')
  expect(asked).toEqual([undefined])
  expect([(await file.next()).value, (await file.next()).done, asked.length]).toEqual([
    '3\r\n',
    true,
    2,
  ])
})
