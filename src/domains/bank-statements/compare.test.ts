import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareStatement, type BookLine } from './compare.ts'
import { referenceOf, withPart } from './named-by.ts'
import type { ReferenceKind, StatementEntry } from './statement.ts'

let lines = 0
const entry = (
  amount: bigint,
  reference: string | null = null,
  bookedOn = '2026-01-05',
  more: Partial<StatementEntry> = {},
): StatementEntry => {
  const references = reference === null ? [] : [{ kind: 'AcctSvcrRef' as const, value: reference }]
  return {
    line: (lines += 1),
    ...{ amount, bookedOn, references, text: '', texts: [], beside: '', party: '' },
    ...{ valueOn: bookedOn, partyAccount: '' },
    reference: referenceOf({ amount, bookedOn, party: '', references }),
    ...more,
  }
}
const line = (
  amount: bigint,
  reference: string | null = null,
  day = '2026-01-05',
  more: Partial<BookLine> = {},
): BookLine => ({
  command: `c${(lines += 1)}`,
  ...{ amount, reference, day, endToEnd: null, valueOn: null, isEarlier: false },
  ...more,
})
const total = (of: { amount: bigint }[]) => of.reduce((sum, { amount }) => sum + amount, 0n)

/** With the balances that follow when there was nothing before. */
const compare = (entries: StatementEntry[], books: BookLine[]) =>
  compareStatement({ entries, lines: books, closing: total(entries), balance: total(books) })

describe('a statement beside the books', () => {
  test('leaves nothing over where every entry stands in both', () => {
    const { both, difference, leftOver, ...rest } = compare(
      [entry(100n, 'R 1'), entry(-40n, 'p2')],
      [line(-40n, 'P2'), line(100n, 'r1')],
    )
    expect(both.map((each) => each.by)).toEqual(['reference', 'reference'])
    expect([difference, leftOver]).toEqual([0n, 0n])
    expect(rest).toEqual({ differing: [], bankAlone: [], booksAlone: [] })
  })

  test('names what is still to be recorded, and what is in transit', () => {
    const [unknown, inTransit] = [entry(100n, 'R1'), line(-40n, 'P2')]
    expect(compare([unknown], [inTransit])).toEqual({
      both: [],
      differing: [],
      bankAlone: [unknown],
      booksAlone: [inTransit],
      difference: 140n,
      leftOver: 0n,
    })
  })

  test('never takes another amount for the same', () => {
    const [at, booked] = [entry(100n, 'R1'), line(1_000n, 'R1')]
    expect(compare([at], [booked])).toMatchObject({
      both: [],
      differing: [{ entry: at, line: booked }],
      difference: -900n,
      leftOver: 0n,
    })
  })

  test('takes each line once: a payment that came twice is recorded once', () => {
    const { both, bankAlone } = compare([entry(5n, 'R'), entry(5n, 'R')], [line(5n, 'R')])
    expect([both.length, bankAlone.length]).toEqual([1, 1])
  })

  test.each([
    ['one of the same amount', [entry(7n, 'BANK')], [line(7n)], 1],
    ['two of the same amount at the bank', [entry(7n), entry(7n)], [line(7n)], 0],
    [
      'two of the same amount in the books, which are the same to everybody',
      [entry(7n)],
      [line(7n), line(7n)],
      1,
    ],
    [
      'one that names an account ID',
      [entry(7n, null, '2026-01-05', { texts: [{ kind: 'Ustrd', value: 'GH-1573335907' }] })],
      [line(7n)],
      0,
    ],
    [
      'the nearer of two',
      [entry(7n, null, '2026-01-11')],
      [line(7n, null, '2026-01-01'), line(7n, null, '2026-01-06')],
      1,
    ],
    ['one of a week before', [entry(7n, null, '2026-01-12')], [line(7n)], 0],
    ['one of five days before', [entry(7n, null, '2026-01-10')], [line(7n)], 1],
    ['one that has another reference', [entry(7n, 'A')], [line(7n, 'B')], 0],
  ])('without a reference goes by amount and day: %s', (_, entries, books, pairs) => {
    expect(compare(entries, books).both).toHaveLength(pairs)
  })

  test('shows what neither side explains', () => {
    const { difference, leftOver } = compareStatement({
      entries: [entry(5n, 'R')],
      lines: [line(5n, 'R')],
      closing: 105n,
      balance: 5n,
    })
    expect([difference, leftOver]).toEqual([100n, 100n])
  })

  test('explains every difference that comes from its lines, and no line is lost or counted twice', () => {
    const some = fc.array(
      fc.record({
        amount: fc.bigInt({ min: -3n, max: 3n }),
        reference: fc.constantFrom(null, 'A', 'B', 'C'),
        day: fc.constantFrom('2026-01-01', '2026-01-04', '2026-01-20'),
      }),
      { maxLength: 8 },
    )
    fc.assert(
      fc.property(some, some, fc.bigInt(-9n, 9n), (atBank, inBooks, before) => {
        const entries = atBank.map((each) => entry(each.amount, each.reference, each.day))
        const books = inBooks.map((each) => line(each.amount, each.reference, each.day))
        const found = compareStatement({
          entries,
          lines: books,
          closing: before + total(entries),
          balance: before + total(books),
        })
        expect(found.leftOver).toBe(0n)
        const paired = [...found.both, ...found.differing]
        expect(
          [...paired.map((each) => each.entry), ...found.bankAlone].toSorted(
            (a, b) => a.line - b.line,
          ),
        ).toEqual(entries)
        expect(new Set([...paired.map((each) => each.line), ...found.booksAlone])).toEqual(
          new Set(books),
        )
        expect(found.both.every((each) => each.entry.amount === each.line.amount)).toBe(true)
      }),
    )
  })
})

describe('J15: without references', () => {
  const days = ['2026-01-01', '2026-01-04', '2026-01-06', '2026-01-11', '2026-01-12'] as const
  const some = fc.array(
    fc.record({
      amount: fc.bigInt({ min: 1n, max: 2n }),
      reference: fc.constantFrom(null, 'A'),
      day: fc.constantFrom(...days),
    }),
    { maxLength: 6 },
  )
  const isNear = (entry: StatementEntry, { day }: BookLine) =>
    Math.abs(Date.parse(entry.bookedOn) - Date.parse(day)) <= 5 * 86_400_000

  test('pairs each entry with a line near it, or none of those that stand together', () => {
    fc.assert(
      fc.property(some, some, (atBank, inBooks) => {
        const { both, bankAlone, booksAlone } = compare(
          atBank.map((each) => entry(each.amount, each.reference && 'A1', each.day)),
          inBooks.map((each) => line(each.amount, each.reference, each.day)),
        )
        const pairs = both.filter(({ by }) => by === 'amount')
        for (const pair of pairs) {
          expect(pair.line.reference).toBe(null)
          expect(isNear(pair.entry, pair.line)).toBe(true)
        }
        // An entry is left beside a line that fits it only where another entry, near it, found none.
        for (const alone of bankAlone) {
          const free = booksAlone.filter(
            (each) =>
              each.reference === null && each.amount === alone.amount && isNear(alone, each),
          )
          const others = bankAlone.filter((each) => each !== alone && each.amount === alone.amount)
          if (free.length > 0) expect(others.length).toBeGreaterThan(0)
        }
      }),
    )
  })

  test.each([
    ['of one amount and day', (_: number) => 1n, null],
    ['of as many amounts', BigInt, null],
    ['of one reference', BigInt, 'R'],
  ])('2,000 entries %s are each looked at a few times', (_, amountOf, reference) => {
    let looks = 0
    const counted = <Of extends { amount: bigint }>(of: Of): Of => {
      const { amount } = of
      return Object.defineProperty(of, 'amount', {
        get() {
          looks += 1
          return amount
        },
      })
    }
    const numbers = Array.from({ length: 2_000 }, (_unused, n) => n + 1)
    const { both } = compare(
      numbers.map((n) => counted(entry(amountOf(n), reference))),
      numbers.map((n) => counted(line(amountOf(n), reference))),
    )
    expect(both.length === 2_000 || both.length === 0).toBe(true)
    expect(looks).toBeLessThan(4_000 * 20)
  })
})

describe('a payment that the bank names in several ways', () => {
  const named = (kind: ReferenceKind, value: string, amount = 100n, more = {}) => {
    const references = [{ kind, value }]
    const facts = { amount, bookedOn: '2026-01-05', party: 'Ada', references }
    return entry(amount, null, '2026-01-05', { ...facts, reference: referenceOf(facts), ...more })
  }

  test.each<[ReferenceKind, bigint]>([
    ['AcctSvcrRef', 100n],
    ['TxId', 100n],
    ['UETR', 100n],
    ['ClrSysRef', 100n],
    ['EndToEndId', 100n],
    ['InstrId', 100n],
    ['NtryRef', 100n],
  ])('is found by its %s', (kind, amount) => {
    const { both, leftOver } = compare([named(kind, 'X 17', amount)], [line(amount, 'x-17')])
    expect([both.length, leftOver]).toEqual([1, 0n])
  })

  test('and that was ours is found by our own number first', () => {
    const [theirs, ours] = [line(-100n, 'N1'), line(-100n, 'typed', undefined, { endToEnd: 'N1' })]
    const { both } = compare([named('EndToEndId', 'N1', -100n)], [theirs, ours])
    expect(both).toMatchObject([{ line: ours, by: 'EndToEndId' }])
  })

  test('by a word that whoever paid chose is found only where one alone has it', () => {
    const rent = () => named('EndToEndId', 'RENT')
    expect(compare([rent(), rent()], [line(100n, 'RENT')]).both).toEqual([])
    expect(compare([rent()], [line(100n, 'RENT'), line(100n, 'Rent')]).both).toEqual([])
  })

  test('is told from the others under the same reference by its part, and by its amount', () => {
    const part = (value: string, amount: bigint) =>
      named('AcctSvcrRef', 'B1', amount, { reference: withPart('B1', value) })
    const entries = [part('T1', 100n), part('T2', 100n), part('T3', 50n)]
    const books = [line(50n, 'B1 part 3'), line(100n, 'B1 part T2'), line(100n, 'B1 part T1')]
    const { both, bankAlone } = compare(entries, books)
    expect(bankAlone).toEqual([])
    expect(new Map(both.map((each) => [each.entry.reference, each.line.reference]))).toEqual(
      new Map([
        ['B1 part T1', 'B1 part T1'],
        ['B1 part T2', 'B1 part T2'],
        ['B1 part T3', 'B1 part 3'],
      ]),
    )
  })

  test('is another one than its charge and its reversal', () => {
    const [paid, charge] = [entry(100n, 'R1'), entry(-3n, 'R1')]
    const { differing, bankAlone } = compare([paid, charge], [line(100n, 'R1')])
    expect([differing, bankAlone]).toEqual([[], [charge]])
  })

  test('and that a statement had before is known again, and explains nothing', () => {
    const had = line(100n, 'R1', '2026-01-05', { isEarlier: true, valueOn: '2026-01-05' })
    const again = entry(100n, 'R1')
    const later = entry(100n, 'R1', '2026-02-05')
    expect(
      compareStatement({ entries: [again], lines: [had], closing: 0n, balance: 0n }),
    ).toMatchObject({ bankAlone: [], booksAlone: [], leftOver: 0n })
    expect(compare([later], [had]).bankAlone).toEqual([later])
  })
})

test('the order of lines decides nothing', () => {
  const some = fc.array(
    fc.record({
      amount: fc.bigInt({ min: -2n, max: 2n }),
      reference: fc.constantFrom(null, 'A', 'B', 'A part 1'),
      day: fc.constantFrom('2026-01-01', '2026-01-04', '2026-01-20'),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(some, some, fc.nat(), (atBank, inBooks, turns) => {
      const entries = atBank.map((each) => entry(each.amount, each.reference, each.day))
      const books = inBooks.map((each) => line(each.amount, each.reference, each.day))
      const turned = <Of>(list: Of[]) => {
        const at = turns % Math.max(1, list.length)
        return [...list.slice(at), ...list.slice(0, at)].toReversed()
      }
      const told = ({
        both,
        differing,
        bankAlone,
        booksAlone,
        leftOver,
      }: ReturnType<typeof compare>) => ({
        both: both
          .map((each) => [each.by, each.entry.reference, each.line.reference, each.line.amount])
          .toSorted(),
        differing: differing.map((each) => [each.entry.amount, each.line.amount]).toSorted(),
        bankAlone: bankAlone.map((each) => [each.reference, each.amount, each.bookedOn]).toSorted(),
        booksAlone: booksAlone.map((each) => [each.reference, each.amount]).toSorted(),
        leftOver,
      })
      expect(told(compare(turned(entries), turned(books)))).toEqual(told(compare(entries, books)))
    }),
  )
})
