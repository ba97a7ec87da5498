import { expect, test } from 'vitest'
import { csvAmount, csvFile, csvWords, type CsvColumn } from './csv.ts'

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uFF1D1', '\uFF0B1', '\uFF0D1', '\uFF201'])('E2: what somebody wrote, %j, is no formula', (written) => {
  expect(csvWords(written).replace(/^"/, '')).toBe(`'${written}${/[\r\n]/.test(written) ? '"' : ''}`)
})

test.each([['plain', 'plain'], ['a, b', '"a, b"'], ['"so"', '"""so"""'], ['two\nlines', '"two\nlines"'], ['a=b', 'a=b']])('%j is the cell %j', (written, cell) => {
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
    return cursor === undefined ? { rows: [1, 2], nextCursor: 'more' } : { rows: [3], nextCursor: null }
  })
  expect((await file.next()).value).toBe('\uFEFFNumber\r\n')
  expect(asked).toEqual([])
  expect((await file.next()).value).toBe('1\r\n2\r\n')
  expect(asked).toEqual([undefined])
  expect([(await file.next()).value, (await file.next()).done, asked.length]).toEqual(['3\r\n', true, 2])
})
