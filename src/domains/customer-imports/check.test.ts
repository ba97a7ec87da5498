import { describe, expect, test } from 'vitest'
import { importFault, type ImportFault } from '../../contract/imports.ts'
import { emailsOf, ImportReader, ImportTally, rowsOfImport, type Taken } from './check.ts'

const taken: Taken = new Map([
  ['here@people.example', 'person'],
  ['boss@firm.example', 'staff'],
])

function check(text: string) {
  const { head, rows } = rowsOfImport(text)
  const reader = new ImportReader(head, taken, '2026-11-30')
  const tally = new ImportTally()
  for (const row of rows) tally.add(row.line, reader.read(row))
  return tally
}

const head = 'reference,full name,email,balance,currency,country,joined'
const first = 'A-0,First Person,first@people.example,1000.25,USD,DE,2019-03-01'
/** What the faults of a line are, behind one that is in order. */
const faultsOf = (line: string): ImportFault[] =>
  check([head, first, line].join('\n')).faults.map(({ code }) => code)
const cents = (balance: string) =>
  check(`reference;name;email;balance;currency\n1;Ada;ada@people.example;${balance};USD`)

const wrong: [ImportFault, string][] = [
  ['line-columns', 'A-1,Ada,ada@people.example,1,USD'],
  ['line-columns', 'A-1,Ada,Lovelace,ada@people.example,1,USD,DE,2020-01-01'],
  ['line-total', 'Total,,,1000.25,USD,,'],
  ['line-total', 'Grand total,1000.25'],
  ['line-head', head],
  ['cell-error', 'A-1,Ada,ada@people.example,#REF!,USD,,'],
  ['cell-error', 'A-1,null,ada@people.example,1,USD,,'],
  ['cell-formula', 'A-1,Ada,ada@people.example,=SUM(D2:D9),USD,,'],
  ['cell-formula', 'A-1,"=HYPERLINK(""http://x.example"")",ada@people.example,1,USD,,'],
  ['cell-letters', 'A-1,J\uFFFDrg,ada@people.example,1,USD,,'],
  ['cell-letters', 'A-1,JÃ¼rgen,ada@people.example,1,USD,,'],
  ['reference-missing', ',Ada,ada@people.example,1,USD,,'],
  ['reference-long', `${'x'.repeat(101)},Ada,ada@people.example,1,USD,,`],
  ['reference-scientific', '1.23E+11,Ada,ada@people.example,1,USD,,'],
  ['reference-twice', 'a-0,Ada,ada@people.example,1,USD,,'],
  ['name-missing', 'A-1,,ada@people.example,1,USD,,'],
  ['name-invisible', 'A-1,\u200B\u2060,ada@people.example,1,USD,,'],
  ['name-long', `A-1,${'x'.repeat(101)},ada@people.example,1,USD,,`],
  ['name-email', 'A-1,ada@people.example,ada@people.example,1,USD,,'],
  ['name-unusable', 'A-1,Ada\u202Eevil,ada@people.example,1,USD,,'],
  ['email-missing', 'A-1,Ada,,1,USD,,'],
  ['email-several', 'A-1,Ada,ada@people.example;bob@people.example,1,USD,,'],
  ['email-named', 'A-1,Ada,Ada <ada@people.example>,1,USD,,'],
  ['email-malformed', 'A-1,Ada,ada.people.example,1,USD,,'],
  ['email-long', `A-1,Ada,${'x'.repeat(250)}@people.example,1,USD,,`],
  ['email-twice', 'A-1,Ada,FIRST@people.example,1,USD,,'],
  ['email-here', 'A-1,Ada,here@people.example,1,USD,,'],
  ['email-staff', 'A-1,Ada,boss@firm.example,1,USD,,'],
  ['balance-missing', 'A-1,Ada,ada@people.example,,USD,,'],
  ['balance-negative', 'A-1,Ada,ada@people.example,-5.00,USD,,'],
  ['balance-negative', 'A-1,Ada,ada@people.example,\u22125.00,USD,,'],
  ['balance-negative', 'A-1,Ada,ada@people.example,(5.00),USD,,'],
  ['balance-negative', 'A-1,Ada,ada@people.example,5.00-,USD,,'],
  ['balance-scientific', 'A-1,Ada,ada@people.example,1.2E+05,USD,,'],
  ['balance-two-ways', 'A-1,Ada,ada@people.example,"1,234",USD,,'],
  ['balance-two-ways', 'A-1,Ada,ada@people.example,1.234,USD,,'],
  ['balance-decimals', 'A-1,Ada,ada@people.example,0.30000000000000004,USD,,'],
  ['balance-decimals', 'A-1,Ada,ada@people.example,5000.123,USD,,'],
  ['balance-unreadable', 'A-1,Ada,ada@people.example,’5.00,USD,,'],
  ['balance-unreadable', 'A-1,Ada,ada@people.example,€5.00,USD,,'],
  ['balance-unreadable', 'A-1,Ada,ada@people.example,"12,34,567.00",USD,,'],
  ['balance-large', 'A-1,Ada,ada@people.example,100000000000.01,USD,,'],
  ['balance-mark', 'A-1,Ada,ada@people.example,"5,50",USD,,'],
  ['currency-missing', 'A-1,Ada,ada@people.example,1,,,'],
  ['currency-other', 'A-1,Ada,ada@people.example,1,EUR,,'],
  ['country-unknown', 'A-1,Ada,ada@people.example,1,USD,Atlantis,'],
  ['joined-form', 'A-1,Ada,ada@people.example,1,USD,,03/04/2020'],
  ['joined-none', 'A-1,Ada,ada@people.example,1,USD,,2021-02-29'],
  ['joined-future', 'A-1,Ada,ada@people.example,1,USD,,2026-12-01'],
]

describe('a wrong line', () => {
  test.each(wrong)('%s: %s', (code, line) => expect(faultsOf(line)).toEqual([code]))

  test('of every kind is in the table', () => {
    const shown = new Set(wrong.map(([code]) => code))
    expect(importFault.options.filter((code) => !shown.has(code))).toEqual([])
    expect(shown.size).toBeGreaterThanOrEqual(30)
  })

  test('says all that is wrong with it at once, and leaves the others as they are', () => {
    const {
      faults,
      people,
      wrong: lines,
      sum,
      first: shown,
    } = check([head, ',,,,,Nowhere,x', first].join('\n'))
    expect(faults.map(({ line, column }) => [line, column])).toEqual([
      [2, 'reference'],
      [2, 'full name'],
      [2, 'email'],
      [2, 'balance'],
      [2, 'currency'],
      [2, 'country'],
      [2, 'joined'],
    ])
    expect([people, lines, sum]).toEqual([1, 1, 1000_25n])
    expect(shown).toEqual([
      {
        ...{ line: 3, reference: 'A-0', fullName: 'First Person', email: 'first@people.example' },
        ...{ balance: 1000_25n, country: 'DE', joined: '2019-03-01' },
      },
    ])
  })

  test('repeats none of its cells in what is said of it', () => {
    const said = wrong.flatMap(([, line]) => check([head, first, line].join('\n')).faults)
    expect(said.filter(({ text }) => text.includes('ada@people.example'))).toEqual([])
  })
})

describe('an export of another system', () => {
  test.each([
    [
      'Excel in Germany',
      `\uFEFFReferenz-Nr;Reference;Full Name;E-Mail;Balance;Currency\r\n9;1;Ada;ada@people.example;"1.234,50";USD\r\n`,
    ],
    [
      'Excel with its own first line',
      'sep=;\r\nReference;Name;Email;Balance;Currency\r\n1;Ada;ada@people.example;1234,50;USD\r\n',
    ],
    [
      'LibreOffice with tabs',
      'REFERENCE\tFULL NAME\tEMAIL\tBALANCE\tCURRENCY\n1\tAda\tada@people.example\t1234.5\tUSD\n',
    ],
    [
      'Fineract',
      'externalId,displayName,emailAddress,accountBalance,currencyCode,activationDate\n1,Ada,ada@people.example,"1,234.50",USD,2020-01-31\n',
    ],
    [
      'HubSpot',
      '"Record ID","First Name","Last Name","Email","Account Balance","Currency","Create Date"\n"1","Ada","Lovelace","ADA@people.example","1234.50","usd","2020-01-31 10:02"\n',
    ],
    [
      'a program of the nineties',
      'reference,name,email,balance,currency\r1,Ada,ada@people.example,1234.50,USD\r',
    ],
    [
      'a report with a title and empty lines',
      'Balances on 2026-01-31\n\nreference,name,email,balance,currency\n\n1,Ada,ada@people.example,$1234.50,USD\n,,,,\n',
    ],
    [
      'a bank in Zurich',
      'reference,name,email,balance,currency\n1,Ada,ada@people.example,1’234.50,USD\n',
    ],
    [
      'a bank in Paris',
      'reference;name;email;balance;currency\n1;Ada;ada@people.example;1\u202F234,50;USD\n',
    ],
    [
      'columns in another order, with commas behind',
      'email,currency,balance,name,reference\nada@people.example,USD,1234.50,Ada,1,,,\n',
    ],
    [
      'a name over two lines of the file',
      'reference,name,email,balance,currency,notes\n1,Ada,ada@people.example,1234.50,USD,"first\nsecond"\n',
    ],
  ])('is read: %s', (_, text) => {
    const { sum, people, faults } = check(text)
    expect(faults).toEqual([])
    expect([people, sum]).toEqual([1, 1234_50n])
  })

  test.each([
    ['no head', '1,Ada,ada@people.example,5,USD', /No line names the columns/],
    [
      'no currency',
      'reference,name,email,balance\n1,Ada,ada@people.example,5',
      /no column for currency/,
    ],
    [
      'no last name',
      'reference,first name,email,balance,currency\n1,Ada,ada@people.example,5,USD',
      /no column for full name/,
    ],
    [
      'a column twice',
      'reference,name,email,balance,balance,currency\n1,Ada,ada@people.example,5,6,USD',
      /both say balance/,
    ],
    [
      'two columns that mean the same',
      'reference,name,email,Opening balance,Current balance,currency\n1,Ada,a@b.example,5,6,USD',
      /“Opening balance” and “Current balance”/,
    ],
    ['nobody', 'reference,name,email,balance,currency\n,,,,\n', /nobody/],
    [
      'an open quote',
      'reference,name,email,balance,currency\n1,"Ada,ada@people.example,5,USD',
      /quotation mark/,
    ],
    [
      'more people than are taken',
      `reference,name,email,balance,currency\n${'1,A,a@b.example,1,USD\n'.repeat(50_001)}`,
      /50,000 people/,
    ],
  ])('is refused as a whole: %s', (_, text, why) => expect(() => check(text)).toThrow(why))
})

test.each([
  ['0', 0n],
  ['1234', 1234_00n],
  ['1234,5', 1234_50n],
  ['1.234.567', 1_234_567_00n],
  ['US$ 12.00', 12_00n],
])('a balance is read exactly: %s', (balance, expected) => {
  const { sum, faults } = cents(balance)
  expect([faults, sum]).toEqual([[], expected])
})

test('asks once for all who could be here already', () => {
  const file = rowsOfImport(
    [head, first, 'A-1,Ada, HERE@people.example ,1,USD,,', ',,,,,DE,'].join('\n'),
  )
  expect(emailsOf(file)).toEqual(['first@people.example', 'here@people.example'])
})
