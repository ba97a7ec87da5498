import { describe, expect, test } from 'vitest'
import type { DateOrder, StatementColumns } from '../../contract/reconciliation.ts'
import { readCsv } from './csv.ts'

const head = 'Date,Value date,Reference,Amount,Currency,Name,Account,Text,Balance'

describe('a statement as comma-separated values', () => {
  test('is read by the names of its columns, in any order and any letters', () => {
    expect(
      readCsv(
        `${head}\n2026-01-05,2026-01-06,R1,1250.5,USD,"Lovelace, Ada",GB33,GH-1,1350.50\n2026-01-07,,R2,-0.50,,,,,1350.00\n`,
      ),
    ).toMatchObject({
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
  ['no head', 'R,1\n2026-01-05,1', /^Line 1: No line names the columns/],
  ['a column twice', 'date,amount,reference,Date\n', /^Line 1: .*“Date” stands twice/],
  ['an open quotation mark', 'date,amount,reference\n2026-01-05,1,"R', /quotation mark/],
  ['a cell too many', 'date,amount,reference\n2026-01-05,1,234,R', /^Line 2: 4 columns/],
  [
    'amounts in two styles',
    'date,amount,reference\n2026-01-05,1.50,R\n2026-01-05,"1,50",S',
    /^Line 2: .*other amounts/,
  ],
  [
    'a sign that may be of thousands or of cents',
    'date,amount,reference\n2026-01-05,"1,234",R',
    /^Line 2: “1,234” is no amount/,
  ],
  ['parts of a cent', 'date,amount,reference\n2026-01-05,1.005,R', /no amount/],
  ['a day that isn’t', 'date,amount,reference\n2026-02-30,1,R', /^Line 2: “2026-02-30” is no date/],
  [
    'a day that may be two',
    'date,amount,reference\n03/04/2026,1,R',
    /^Line 2: Is “03\/04\/2026” March 4, 2026 or April 3, 2026\?/,
  ],
  ['a day whose month isn’t', 'date,amount,reference\n31.13.2026,1,R', /no date/],
  ['an amount both ways', 'date,debit,credit\n2026-01-05,1,1', /^Line 2: .*debit or as a credit/],
  [
    'a line that was left out',
    'date,amount,reference,balance\n2026-01-05,1,R,1\n2026-01-05,1,S,3',
    /^Line 3: The balance doesn’t follow/,
  ],
  [
    'no dollars',
    'date,amount,reference,currency\n2026-01-05,1,R,EUR',
    /in EUR. Only accounts in US dollars/,
  ],
])('%s is refused with its line', (_, text, complaint) => {
  expect(() => readCsv(text)).toThrow(complaint)
})

describe('files as banks and spreadsheets save them', () => {
  const told = (text: string, order?: DateOrder) =>
    readCsv(text, { dates: order ?? null, columns: null }).entries.map(
      ({ bookedOn, amount, party }) => [bookedOn, amount, party],
    )
  const ada = [['2026-01-31', 123_450n, 'Ada']]

  test.each<[string, string]>([
    ['semicolons and a comma for the cents', 'date;amount;name\n31.01.2026;1.234,50;Ada'],
    [
      'titles above the columns',
      'Account statement, January\n\ndate;amount;name\n31.01.2026;1234,50;Ada',
    ],
    ['tabs', 'date\tamount\tname\n2026-01-31\t1234.50\tAda'],
    ['a line that says the separator', 'sep=;\ndate;amount;name\n2026-01-31;1234,50;Ada'],
    ['lines that end with a carriage return', 'date,amount,name\r2026-01-31,1234.50,Ada\r'],
    ['thousands', 'date,amount,name\n2026-01-31,"1,234.50",Ada'],
    ['thousands with a blank', 'date;amount;name\n2026-01-31;1 234,50;Ada'],
    ['a dollar sign', 'date,amount,name\n2026-01-31,"$1,234.50",Ada'],
    ['days as Excel writes them in America', 'date,amount,name\n1/31/2026,1234.50,Ada'],
    ['days without anything between', 'date,amount,name\n20260131,1234.50,Ada'],
    [
      'lines above the names of the columns',
      'Account,123\nPeriod,January\ndate,amount,name\n2026-01-31,1234.50,Ada',
    ],
    [
      'the names that banks give',
      'Posting Date,Description,Payee,Transaction amount\n2026-01-31,x,Ada,1234.50',
    ],
    [
      'two columns of days',
      'Transaction Date,Post Date,amount,name\n2026-01-30,2026-01-31,1234.50,Ada',
    ],
    ['debits and credits apart', 'date,debit,credit,name\n2026-01-31,,1234.50,Ada'],
    ['quotes inside of a cell', 'date,amount,name,text\n2026-01-31,1234.50,Ada,for "rent" in May'],
  ])('with %s', (_, text) => expect(told(text)).toEqual(ada))

  test.each<[string, string]>([
    ['in brackets', '(12.00)'],
    ['with the minus behind', '12.00-'],
    ['with the minus of typesetters', '\u221212.00'],
  ])('money that went out is below zero %s', (_, amount) =>
    expect(told(`date,amount\n2026-01-31,${amount}`)).toEqual([['2026-01-31', -1_200n, '']]),
  )

  test('money that went out is below zero in the column of debits, with a minus or without', () => {
    const [one, other] = told('date,debit,credit\n2026-01-31,12.00,\n2026-01-31,-12.00,')
    expect([one, other]).toEqual([
      ['2026-01-31', -1_200n, ''],
      ['2026-01-31', -1_200n, ''],
    ])
  })

  test('days that may be two are what a person says, and what the file shows comes before that', () => {
    const file = 'date,amount\n03/04/2026,1'
    expect(told(file, 'day-first')).toEqual([['2026-04-03', 100n, '']])
    expect(told(file, 'month-first')).toEqual([['2026-03-04', 100n, '']])
    expect(told(`${file}\n13/04/2026,1`, 'month-first')[0]).toEqual(['2026-04-03', 100n, ''])
  })

  test('the newest first, or one day the other way round by its balances, is turned', () => {
    expect(told('date,amount\n2026-01-06,1\n2026-01-05,2')).toEqual([
      ['2026-01-05', 200n, ''],
      ['2026-01-06', 100n, ''],
    ])
    const { opening, closing } = readCsv('date,amount,balance\n2026-01-05,1,6\n2026-01-05,2,5')
    expect([opening, closing]).toEqual([300n, 600n])
  })

  test('a line without a reference is named by its day, its amount and its party', () => {
    expect(
      readCsv('date,amount,name,reference\n2026-01-05,-1.5,Ada,NONREF').entries[0],
    ).toMatchObject({
      reference: '2026-01-05 out 1.50 Ada',
      references: [],
    })
  })
})

describe('columns that a bank names as no other does', () => {
  const german =
    'Konto;DE89\n\nBuchungstag;Betrag;Verwendungszweck;Auftraggeber;Datum\n31.01.2026;1.234,50;GH-1;Ada;30.01.2026'
  const read = (columns: StatementColumns, text = german) =>
    readCsv(text, { dates: null, columns }).entries
  const said = { date: 'Buchungstag', amount: 'betrag', text: ' Verwendungszweck ' }

  test('are read as a person said, in any letters, below whatever stands above them', () => {
    expect(read(said)).toMatchObject([
      { line: 4, bookedOn: '2026-01-31', amount: 123_450n, text: 'GH-1', party: '' },
    ])
    expect(read({ ...said, name: 'Auftraggeber' })[0]!.party).toBe('Ada')
  })

  test('count alone: a name that is usual elsewhere says nothing beside them', () => {
    const text = 'Tag,Betrag,text,amount\n2026-01-31,1.00,unsaid,2.00'
    expect(read({ date: 'Tag', amount: 'Betrag' }, text)).toMatchObject([
      { amount: 100n, text: '' },
    ])
  })

  test.each<[string, StatementColumns, RegExp]>([
    ['without a day', { amount: 'Betrag' }, /^Say which column is which/],
    ['without an amount', { date: 'Datum', in: 'Betrag' }, /^Say which column is which/],
    ['which the file hasn’t got', { ...said, name: 'Payee' }, /all the columns that were chosen/],
    ['of which two are one', { ...said, name: 'BETRAG' }, /^Two columns have the same name/],
  ])('%s are refused, and asked for again', (_, columns, complaint) => {
    expect(() => read(columns)).toThrow(complaint)
    expect(() => read(columns)).toThrow(expect.objectContaining({ field: 'columns' }))
  })

  test('are asked for where nobody said them', () =>
    expect(() => readCsv(german)).toThrow(expect.objectContaining({ field: 'columns' })))
})
