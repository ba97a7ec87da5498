/** Statements as the banks of the world write them, read for what they mean. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { accountIdsIn } from '../src/domains/bank-statements/match.ts'
import { readStatement } from '../src/domains/bank-statements/read.ts'
import type { Statement, StatementEntry } from '../src/domains/bank-statements/statement.ts'
import { bankReference } from '../src/lib/bank-reference.ts'
import { decimalFromCents } from '../src/lib/money.ts'
import {
  batchOf,
  detail,
  entryAround,
  entryOf,
  fileOf,
  plainHabit,
  statementOf,
  versions,
  type Habit,
  type Payment,
  type ReferenceAt,
  type TextAt,
} from './support/bank-files.ts'

const accountId = 'GH-1573335907'
const read = (text: string, account: string | null = null) =>
  readStatement([text], { dates: null, columns: null, account })
const idsOf = ({ texts }: StatementEntry) => texts.flatMap(({ value }) => accountIdsIn(value))
const placeOfId = ({ texts }: StatementEntry) =>
  texts.find(({ value }) => accountIdsIn(value).length > 0)?.kind

const received: Payment = {
  cents: 123_450n,
  day: '2026-01-05',
  reference: 'B 17/4',
  text: `Savings ${accountId}`,
  party: 'Ada Lovelace',
  account: 'GB33BUKB20201555555555',
}
const sent: Payment = { ...received, cents: -123_450n }

const habits: [string, Partial<Habit>][] = [
  ['plainly', {}],
  ['with the reference at each payment', { referenceAt: 'detail' }],
  ['with a transaction ID', { referenceAt: 'TxId', balances: 'PRCD' }],
  ['with a UETR', { referenceAt: 'UETR', textAt: 'AddtlTxInf' }],
  ['with the clearing system’s reference', { referenceAt: 'ClrSysRef', textAt: 'AddtlRmtInf' }],
  ['with a creditor reference', { textAt: 'CdtrRefInf', until: 'next midnight' }],
  ['in lines of 140 letters', { textAt: 'lines', until: 'not at all' }],
  ['with the text of the entry', { textAt: 'AddtlNtryInf', placeholder: 'NONREF' }],
  ['for somebody else', { textAt: 'UltmtDbtr', placeholder: 'NOREF' }],
  ['with zeros before the amount', { amount: (cents) => `000${decimalFromCents(cents)}` }],
  ['with a plus and five decimals', { amount: (cents) => `+${decimalFromCents(cents)}000` }],
  ['with a prefix before every name', { prefix: 'ns2' }],
]

const one = (habit: Habit, payment: Payment): { statement: Statement; entry: StatementEntry } => {
  const file = fileOf(
    [
      statementOf(
        [entryOf(payment, habit)],
        {
          ...{ from: '2026-01-05', to: '2026-01-06', opening: 10_000_00n },
          closing: 10_000_00n + payment.cents,
        },
        habit,
      ),
    ],
    habit,
  )
  const statement = read(file)
  expect(statement.entries).toHaveLength(1)
  return { statement, entry: statement.entries[0]! }
}

describe.each(versions)('camt.053.001.%s', (version) => {
  describe.each(habits)('written %s', (_, own) => {
    test.each([
      ['came in', received],
      ['went out', sent],
    ])(
      'says what %s, under which reference, and whose account ID stands with it',
      (_way, payment) => {
        const { statement, entry } = one({ ...plainHabit, ...own, version }, payment)
        expect(statement).toMatchObject({
          ...{ from: '2026-01-05', to: '2026-01-06' },
          ...{ opening: 10_000_00n, closing: 10_000_00n + payment.cents },
        })
        expect(entry).toMatchObject({
          ...{ amount: payment.cents, bookedOn: '2026-01-05', reference: 'B 17/4' },
          ...{ party: 'Ada Lovelace', partyAccount: 'GB33BUKB20201555555555' },
        })
        expect(idsOf(entry)).toEqual([accountId])
      },
    )
  })
})

describe('an entry that the bank names', () => {
  test.each<[ReferenceAt, string]>([
    ['EndToEndId', '2026-01-05 in 1234.50 Ada Lovelace'],
    ['InstrId', '2026-01-05 in 1234.50 Ada Lovelace'],
    ['NtryRef', '2026-01-05 in 1234.50 Ada Lovelace'],
    ['nowhere', '2026-01-05 in 1234.50 Ada Lovelace'],
  ])(
    'by %s alone, which others have too, is recorded by its day, amount and party',
    (referenceAt, name) => {
      const { entry } = one({ ...plainHabit, referenceAt }, received)
      expect(entry.reference).toBe(name)
      expect(entry.references.map(({ kind }) => kind)).toEqual(
        referenceAt === 'nowhere' ? [] : [referenceAt],
      )
    },
  )

  test.each(['NOTPROVIDED', 'not provided', 'NONREF', 'NOREF', 'NO-REF', 'N/A', '00000', 'NONE'])(
    'by %s is named by nothing',
    (placeholder) => {
      const { entry } = one({ ...plainHabit, referenceAt: 'nowhere', placeholder }, received)
      expect(entry.references).toEqual([])
    },
  )

  test.each<[string, Partial<Habit>, Partial<Payment>, string]>([
    ['a dash in its reference', {}, { reference: 'B–17€' }, 'B 17'],
    [
      'a party with signs',
      { referenceAt: 'nowhere' },
      { party: 'Müller – Söhne’s' },
      '2026-01-05 in 1234.50 Müller Söhne s',
    ],
    ['nothing but signs', {}, { reference: '–€' }, '2026-01-05 in 1234.50 Ada Lovelace'],
  ])('with %s has one that can be recorded', (_, own, more, name) => {
    const { reference } = one({ ...plainHabit, ...own }, { ...received, ...more }).entry
    expect([reference, bankReference(reference)]).toEqual([name, name])
  })

  test.each<[TextAt, string]>([
    ['Ustrd', 'Ustrd'],
    ['CdtrRefInf', 'CdtrRefInf'],
    ['AddtlRmtInf', 'AddtlRmtInf'],
    ['AddtlTxInf', 'AddtlTxInf'],
    ['AddtlNtryInf', 'AddtlNtryInf'],
    ['UltmtDbtr', 'ultimate-party'],
  ])('says where an account ID stood: in %s', (textAt, kind) => {
    expect(placeOfId(one({ ...plainHabit, textAt }, received).entry)).toBe(kind)
  })
})

describe('several payments in one entry', () => {
  const parts = (references: (string | undefined)[]): Payment[] =>
    references.map((endToEnd, at) => ({
      ...received,
      cents: BigInt(100 * (at + 1)),
      text: `for ${accountId.slice(0, -1)}${at}`,
      ...(endToEnd === undefined ? {} : { endToEnd }),
    }))
  const inOne = (entry: string, cents: bigint) =>
    read(
      fileOf(
        [
          statementOf(
            [entry],
            { from: '2026-01-05', to: '2026-01-05', opening: 0n, closing: cents },
            plainHabit,
          ),
        ],
        plainHabit,
      ),
    ).entries

  test('that add up are told apart by what each is named, or by their place', () => {
    const entries = inOne(batchOf(parts(['E1', undefined, 'E3']), 'B9', plainHabit), 600n)
    expect(entries.map(({ amount, reference }) => [amount, reference])).toEqual([
      [100n, 'B9 part E1'],
      [200n, 'B9 part 2'],
      [300n, 'B9 part E3'],
    ])
    expect(entries.every(({ beside }) => beside === '')).toBe(true)
  })

  test('that all repeat the reference of the entry are told apart as well', () => {
    const all = parts(['E1', 'E2']).map((each) => ({ ...each, reference: 'B9' }))
    const details = all.map((each) => detail(each, { ...plainHabit, referenceAt: 'detail' }, true))
    const entry = entryAround(details.join(''), { ...all[0]!, cents: 300n }, plainHabit)
    expect(inOne(entry, 300n).map(({ reference }) => reference)).toEqual([
      'B9 part E1',
      'B9 part E2',
    ])
  })

  test.each<[string, (details: Payment[]) => string]>([
    ['of which one alone is told', (all) => detail(all[0]!, plainHabit, true)],
    [
      'that don’t add up',
      (all) =>
        all
          .slice(0, 2)
          .map((each) => detail(each, plainHabit, true))
          .join(''),
    ],
  ])('%s stand beside the whole, and say nobody’s', (_, details) => {
    const all = parts(['E1', 'E2', 'E3'])
    const whole = { ...received, cents: 600n, reference: 'B9', text: '' }
    const entry = entryAround(details(all), whole, plainHabit, '<Btch><NbOfTxs>3</NbOfTxs></Btch>')
    const [only, ...others] = inOne(entry, 600n)
    expect(others).toEqual([])
    expect(only).toMatchObject({ amount: 600n, reference: 'B9', party: '', text: '' })
    expect([idsOf(only!), only!.beside]).toEqual([[], expect.stringContaining('for GH-157333590')])
  })

  test('of which the bank kept a charge is one payment all the same', () => {
    const kept = detail({ ...received, cents: 1_000n }, plainHabit, true).replace(
      '<RltdPties>',
      '<Chrgs><TtlChrgsAndTaxAmt Ccy="USD">0.25</TtlChrgsAndTaxAmt></Chrgs><RltdPties>',
    )
    const whole = { ...received, cents: 975n, text: '' }
    const [entry] = inOne(entryAround(kept, whole, plainHabit), 975n)
    expect([entry!.amount, idsOf(entry!)]).toEqual([975n, [accountId]])
  })

  test('are read where there are two thousand of fifty elements, and one of thousands isn’t', () => {
    const filler = `<Refs>${'<Prtry/>'.repeat(45)}</Refs>`
    const many = Array.from({ length: 2_000 }, (_, at) =>
      detail({ ...received, cents: 1n, endToEnd: `E${at}` }, plainHabit, true).replace(
        '<TxDtls>',
        `<TxDtls>${filler}`,
      ),
    )
    const whole = { ...received, cents: 2_000n, reference: 'B9' }
    expect(inOne(entryAround(many.join(''), whole, plainHabit), 2_000n)).toHaveLength(2_000)
    const one = many[0]!.replace('<TxDtls>', `<TxDtls>${'<Prtry/>'.repeat(2_000)}`)
    expect(() => inOne(entryAround(one, { ...whole, cents: 1n }, plainHabit), 1n)).toThrow(
      /too many parts/,
    )
  })
})

describe('a file', () => {
  const page = (number: number, isLast: boolean, opening: bigint, closing: bigint) =>
    statementOf(
      [entryOf({ ...received, cents: closing - opening, reference: `P${number}` }, plainHabit)],
      { from: '2026-01-05', to: '2026-01-05', opening, closing },
      plainHabit,
      { number, isLast },
    )
  const pages = [page(1, false, 0n, 100n), page(2, false, 100n, 50n), page(3, true, 50n, 70n)]

  test('of several pages is one statement, in whatever order they stand', () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const { opening, closing, entries } = read(
        fileOf(
          order.map((at) => pages[at]!),
          plainHabit,
        ),
      )
      expect([opening, closing, entries.map(({ reference }) => reference)]).toEqual([
        0n,
        70n,
        ['P1', 'P2', 'P3'],
      ])
    }
  })

  test('that lacks a page is refused', () => {
    expect(() => read(fileOf([pages[0]!, pages[2]!], plainHabit))).toThrow(/missing/)
  })

  test('of several accounts is read for the one that is meant, each by itself', () => {
    const of = (account: string, closing: bigint) =>
      statementOf(
        [entryOf({ ...received, cents: closing }, plainHabit)],
        { account, from: '2026-01-05', to: '2026-01-05', opening: 0n, closing },
        plainHabit,
      )
    const file = fileOf([of('GB11AAAA', 100n), of('GB22BBBB', 200n)], plainHabit)
    expect(read(file, 'gb22 bbbb').closing).toBe(200n)
    expect(() => read(file)).toThrow(/several accounts: GB11AAAA, GB22BBBB/)
    const other = fileOf(
      [of('GB11AAAA', 100n), of('GB22BBBB', 200n).replaceAll('USD', 'EUR')],
      plainHabit,
    )
    expect(read(other).closing).toBe(100n)
    expect(() => read(other, 'GB22BBBB')).toThrow('This statement is in EUR')
  })

  test.each([
    ['of the day so far', 'BkToCstmrAcctRpt', /camt\.052/],
    ['of notifications', 'BkToCstmrDbtCdtNtfctn', /camt\.054/],
  ])('%s is refused by its name', (_, name, said) => {
    expect(() => read(`<Document><${name}><GrpHdr/></${name}></Document>`)).toThrow(said)
  })
})

describe('cases from the world', () => {
  const folder = join(import.meta.dirname, 'cases/camt')
  const cases: Record<string, (text: string) => void> = {
    'leading-zeros': (text) => expect(read(text).entries[0]!.amount).toBe(50n),
    'no-movement-prcd': (text) =>
      expect(read(text)).toMatchObject({ from: '2026-01-03', to: '2026-01-05', entries: [] }),
    'all-eur': (text) => expect(() => read(text)).toThrow('This statement is in EUR'),
    'strd-reference': (text) => expect(placeOfId(read(text).entries[0]!)).toBe('CdtrRefInf'),
    'strd-additional': (text) => expect(placeOfId(read(text).entries[0]!)).toBe('AddtlRmtInf'),
    'addtltxinf-beside-ustrd': (text) =>
      expect(placeOfId(read(text).entries[0]!)).toBe('AddtlTxInf'),
    'batch-one-detail-given': (text) => {
      const [entry] = read(text).entries
      expect([entry!.amount, idsOf(entry!), entry!.party]).toEqual([30_000n, [], ''])
      expect(entry!.beside).toContain(accountId)
    },
    'fx-receipt': (text) =>
      expect(read(text).entries).toMatchObject([
        { amount: 10_000n, text: expect.stringContaining('EUR 92.10 at 1.0858') },
      ]),
    reversal: (text) =>
      expect(read(text).entries.map(({ amount, reference }) => [amount, reference])).toEqual([
        [-300n, 'R1'],
        [300n, 'R1'],
      ]),
    'pending-and-info': (text) =>
      expect(read(text)).toMatchObject({ unbooked: 3, entries: [{ amount: 100n }] }),
  }

  test.each(readdirSync(folder))('%s is read as it is meant', (file) => {
    cases[file.replace('.xml', '')]!(readFileSync(join(folder, file), 'utf8'))
  })
})
