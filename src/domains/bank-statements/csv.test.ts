import { describe, expect, test } from 'vitest'
import { readCsv } from './csv.ts'
import { textOfFile } from './statement.ts'

const head = 'Date,Value date,Reference,Amount,Currency,Name,Account,Text,Balance'

describe('a statement as comma-separated values', () => {
  test('is read by the names of its columns, in any order and any letters', () => {
    expect(
      readCsv(
        `${head}\n2026-01-05,2026-01-06,R1,1250.5,USD,"Lovelace, Ada",GB33,GH-1,1350.50\n2026-01-07,,R2,-0.50,,,,,1350.00\n`,
      ),
    ).toEqual({
      account: null,
      from: '2026-01-05',
      to: '2026-01-07',
      opening: 10_000n,
      closing: 135_000n,
      foreign: [],
      entries: [
        {
          line: 2,
          amount: 125_050n,
          bookedOn: '2026-01-05',
          valueOn: '2026-01-06',
          reference: 'R1',
          text: 'GH-1',
          party: 'Lovelace, Ada',
          partyAccount: 'GB33',
        },
        expect.objectContaining({ line: 3, amount: -50n, valueOn: '2026-01-07' }),
      ],
    })
    expect(readCsv('amount,other,DATE,reference\r\n1,x,2026-01-05,R').entries).toEqual([
      expect.objectContaining({ amount: 100n, reference: 'R', party: '' }),
    ])
  })

  test('without balances leaves them to whoever reads it in', () => {
    expect(readCsv('date,amount,reference\n2026-01-05,1,R')).toMatchObject({
      opening: null,
      closing: null,
    })
  })

  test('lists another currency, and books none of it', () => {
    const { entries, foreign } = readCsv(
      'date,amount,reference,currency\n2026-01-05,1,R,usd\n2026-01-05,9.99,S,EUR',
    )
    expect(entries).toHaveLength(1)
    expect(foreign).toEqual([{ line: 3, amount: '9.99', currency: 'EUR', text: '' }])
  })
})

test.each<[string, string, RegExp]>([
  ['nothing', '', /^The file is empty/],
  ['no reference', 'date,amount\n2026-01-05,1', /^Line 1: .*missing: reference/],
  ['a column twice', 'date,amount,reference,Date\n', /^Line 1: .*“date” stands twice/],
  ['an open quotation mark', 'date,amount,reference\n2026-01-05,1,"R', /quotation mark/],
  ['a cell too many', 'date,amount,reference\n2026-01-05,1,234,R', /^Line 2: 4 columns/],
  [
    'thousands',
    'date,amount,reference\n2026-01-05,"1,234.00",R',
    /^Line 2: “1,234.00” is no amount/,
  ],
  ['a comma for the cents', 'date,amount,reference\n2026-01-05,"1,50",R', /no amount/],
  ['parts of a cent', 'date,amount,reference\n2026-01-05,1.005,R', /no amount/],
  ['a day that isn’t', 'date,amount,reference\n2026-02-30,1,R', /^Line 2: “2026-02-30” is no date/],
  ['a day as it is said elsewhere', 'date,amount,reference\n31.01.2026,1,R', /no date/],
  [
    'the newest line first',
    'date,amount,reference\n2026-01-06,1,R\n2026-01-05,1,S',
    /^Line 3: .*oldest first/,
  ],
  [
    'a line that was left out',
    'date,amount,reference,balance\n2026-01-05,1,R,1\n2026-01-05,1,S,3',
    /^Line 3: The balance doesn’t follow/,
  ],
  ['no dollars', 'date,amount,reference,currency\n2026-01-05,1,R,EUR', /no line in USD/],
])('%s is refused with its line', (_, text, complaint) => {
  expect(() => readCsv(text)).toThrow(complaint)
})

test('a file that isn’t UTF-8 or is too large is refused before it is read', () => {
  expect(textOfFile(new TextEncoder().encode('é'))).toBe('é')
  expect(() => textOfFile(Uint8Array.of(0xe9))).toThrow(/UTF-8/)
  expect(() => textOfFile(new Uint8Array(20 * 1024 * 1024 + 1))).toThrow(/20 MB/)
})
