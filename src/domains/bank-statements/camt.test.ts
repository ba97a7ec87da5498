import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decimalFromCents } from '../../lib/money.ts'
import { readCamt } from './camt.ts'
import { StatementFault, type Statement } from './statement.ts'

const amount = (cents: bigint, currency = 'USD') =>
  `<Amt Ccy="${currency}">${decimalFromCents(cents < 0n ? -cents : cents)}</Amt><CdtDbtInd>${cents < 0n ? 'DBIT' : 'CRDT'}</CdtDbtInd>`

const balance = (code: string, cents: bigint, day: string) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${amount(cents)}<Dt><Dt>${day}</Dt></Dt></Bal>`

type Written = {
  cents: bigint
  status?: string
  currency?: string
  details?: string
  reference?: string
}

const entry = ({ cents, status = '<Cd>BOOK</Cd>', currency, details = '', reference }: Written) =>
  `<Ntry>${amount(cents, currency)}<Sts>${status}</Sts><BookgDt><Dt>2026-01-05</Dt></BookgDt><ValDt><Dt>2026-01-06</Dt></ValDt>${
    reference ? `<AcctSvcrRef>${reference}</AcctSvcrRef>` : ''
  }${details && `<NtryDtls>${details}</NtryDtls>`}</Ntry>`

const payment = (text: string, more = '') =>
  `<TxDtls>${more}<RltdPties><Dbtr><Pty><Nm>Ada Lovelace</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>GB33BUKB20201555555555</IBAN></Id></DbtrAcct></RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`

const file = (body: string, { opening = 0n, closing = 0n, before = '' } = {}) =>
  `<?xml version="1.0" encoding="UTF-8"?>${before}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId></GrpHdr><Stmt><Id>S1</Id><FrToDt><FrDtTm>2026-01-01T00:00:00+01:00</FrDtTm><ToDtTm>2026-01-31T23:59:59+01:00</ToDtTm></FrToDt><Acct><Id><IBAN>US00TEST</IBAN></Id></Acct>${balance('OPBD', opening, '2026-01-01')}${balance('CLBD', closing, '2026-01-31')}${body}</Stmt></BkToCstmrStmt></Document>`

const one = (text: string): Statement => {
  const [statement, ...others] = readCamt(text)
  expect(others).toEqual([])
  return statement!
}

describe('a statement in camt.053', () => {
  test('says whose, from when to when, what came in and what went out', () => {
    const statement = one(
      file(
        entry({ cents: 125_050n, reference: 'BANK-1', details: payment('GH-1 &amp; thanks') }) +
          entry({ cents: -25_000n, reference: 'BANK-2' }),
        { opening: 100n, closing: 100_150n },
      ),
    )
    expect(statement).toMatchObject({
      account: 'US00TEST',
      from: '2026-01-01',
      to: '2026-01-31',
      opening: 100n,
      closing: 100_150n,
      foreign: [],
      entries: [
        {
          line: 1,
          amount: 125_050n,
          bookedOn: '2026-01-05',
          valueOn: '2026-01-06',
          reference: 'BANK-1',
          text: 'GH-1 & thanks',
          party: 'Ada Lovelace',
          partyAccount: 'GB33BUKB20201555555555',
        },
        expect.objectContaining({ amount: -25_000n, reference: 'BANK-2', party: '', text: '' }),
      ],
    })
  })

  test('of an early version, with a prefix for its names, is the same', () => {
    const later = file(entry({ cents: 5n, reference: 'A' }), { closing: 5n })
    const earlier = later
      .replace('camt.053.001.08', 'camt.053.001.02')
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
      .replace('xmlns=', 'xmlns:b=')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1b:')
    expect(one(earlier)).toEqual(one(later))
  })

  test('leaves out what is pending, and lists another currency without its having a part in the sum', () => {
    const { entries, foreign } = one(
      file(
        entry({ cents: 7n, status: '<Cd>PDNG</Cd>' }) +
          entry({ cents: -900n, currency: 'EUR' }) +
          entry({ cents: 5n }),
        { closing: 5n },
      ),
    )
    expect(entries.map((each) => each.amount)).toEqual([5n])
    expect(foreign).toEqual([{ line: 1, amount: '-9.00', currency: 'EUR', text: '' }])
  })

  test('opens an entry of several payments where they add up, and leaves it whole where they don’t', () => {
    const part = (cents: string, reference: string) =>
      `<TxDtls><Refs><AcctSvcrRef>${reference}</AcctSvcrRef></Refs><Amt Ccy="USD">${cents}</Amt></TxDtls>`
    const batch = (parts: string) =>
      one(
        file(entry({ cents: 300n, reference: 'BATCH', details: parts }), { closing: 300n }),
      ).entries.map((each) => [each.amount, each.reference])
    expect(batch(part('1', 'A') + part('2.00000', 'B'))).toEqual([
      [100n, 'A'],
      [200n, 'B'],
    ])
    expect(batch(part('1', 'A') + part('3', 'B'))).toEqual([[300n, 'BATCH']])
    expect(batch(part('1', 'NOTPROVIDED') + part('2', 'B'))).toEqual([
      [100n, 'BATCH part 1'],
      [200n, 'B'],
    ])
  })

  test('with entries that were cut, doubled or changed isn’t taken', () => {
    const cents = fc.bigInt({ min: -1_000_000n, max: 1_000_000n }).filter((each) => each !== 0n)
    fc.assert(
      fc.property(fc.array(cents, { minLength: 1, maxLength: 8 }), fc.nat(), (amounts, seed) => {
        const closing = amounts.reduce((sum, each) => sum + each, 50n)
        const whole = (these: bigint[]) =>
          file(these.map((each) => entry({ cents: each })).join(''), { opening: 50n, closing })
        expect(one(whole(amounts)).entries.map((each) => each.amount)).toEqual(amounts)
        const at = seed % amounts.length
        expect(() => readCamt(whole(amounts.toSpliced(at, 1)))).toThrow(/don’t add up/)
        expect(() => readCamt(whole([...amounts, amounts[at]!]))).toThrow(/don’t add up/)
        expect(() => readCamt(whole(amounts.with(at, amounts[at]! + 1n || 2n)))).toThrow(
          /don’t add up/,
        )
      }),
    )
  })
})

describe('a file that isn’t read', () => {
  const entities = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>'
  test.each<[string, string, RegExp]>([
    ['with entities of its own', file('', { before: entities }), /document type/],
    [
      'that names another file',
      file('', { before: '<!DOCTYPE x SYSTEM "file:///etc/passwd">' }),
      /document type/,
    ],
    ['with an entity that isn’t XML’s', file(entry({ cents: 0n, details: payment('&x;') })), /XML/],
    ['that ends in the middle', file('').slice(0, -30), /XML/],
    ['of something else', '<?xml version="1.0"?><html></html>', /no statement/],
    ['of no XML at all', 'date,amount', /XML/],
    ['nested without end', '<a>'.repeat(100) + '</a>'.repeat(100), /nested too deeply/],
    [
      'with an entry that never ends',
      file(`<Ntry>${'<x/>'.repeat(30_000)}</Ntry>`),
      /too many parts/,
    ],
    ['with parts of a cent', file(entry({ cents: 1n }).replace('0.01', '0.011')), /whole cents/],
    [
      'with a sign in an amount',
      file(entry({ cents: 1n }).replace('0.01', '-0.01')),
      /whole cents/,
    ],
    [
      'that doesn’t say in or out',
      file(entry({ cents: 1n }).replace('CRDT', 'BOTH')),
      /CRDT or DBIT/,
    ],
    [
      'with a day that isn’t',
      file(entry({ cents: 1n }).replaceAll('2026-01-05', '2026-02-30')),
      /no date/,
    ],
  ])('%s', (_, text, complaint) => {
    expect(() => readCamt(text)).toThrow(complaint)
    expect(() => readCamt(text)).toThrow(StatementFault)
  })

  test('says in which line of it the fault is', () => {
    const text = file(`\n\n${entry({ cents: 1n }).replace('0.01', 'one')}`)
    expect(() => readCamt(text)).toThrow(/^Line 3: /)
  })
})

test('a long statement is read an entry at a time', () => {
  const entries = Array.from({ length: 20_000 }, (_, at) =>
    entry({ cents: 1n, reference: `R${at}` }),
  )
  const statement = one(file(entries.join(''), { closing: 20_000n }))
  expect(statement.entries).toHaveLength(20_000)
  expect(statement.entries.at(-1)!.reference).toBe('R19999')
})

test.each([
  ['in the middle of a word where one is full', 140, 'Recall of the payment'],
  ['as other words where one is not', 139, 'Reca ll of the payment'],
])('a text in two elements goes on %s', (_, length, shown) => {
  const [first, second] = ['Reca'.padStart(length, '.'), 'll of the payment']
  const details = payment(`${first}</Ustrd><Ustrd>${second}`)
  const [read] = one(file(entry({ cents: 1n, details }), { closing: 1n })).entries
  expect(read!.text.endsWith(shown)).toBe(true)
})

test('a payment that comes back says why in words, with what the bank adds', () => {
  const details = payment(
    'Ours',
    '<RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>KONTO</AddtlInf></RtrInf>',
  )
  const [read] = one(file(entry({ cents: 1n, details }), { closing: 1n })).entries
  expect(read!.texts).toContainEqual({
    kind: 'RtrInf',
    value: 'The account is closed (AC04): KONTO',
  })
})
