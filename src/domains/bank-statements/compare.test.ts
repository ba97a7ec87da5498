import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareStatement, type BookLine } from './compare.ts'
import type { StatementEntry } from './statement.ts'

let lines = 0
const entry = (
  amount: bigint,
  reference: string | null = null,
  bookedOn = '2026-01-05',
): StatementEntry => ({
  line: (lines += 1),
  amount,
  bookedOn,
  valueOn: bookedOn,
  reference,
  text: '',
  party: '',
  partyAccount: '',
})
const line = (amount: bigint, reference: string | null = null, day = '2026-01-05'): BookLine => ({
  command: `c${(lines += 1)}`,
  amount,
  reference,
  day,
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

  test('names what is still to be recorded, and what is on its way', () => {
    const [unknown, onItsWay] = [entry(100n, 'R1'), line(-40n, 'P2')]
    expect(compare([unknown], [onItsWay])).toEqual({
      both: [],
      differing: [],
      bankAlone: [unknown],
      booksAlone: [onItsWay],
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
    ['two of the same amount in the books', [entry(7n)], [line(7n), line(7n)], 0],
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

  test('pairs what fits one alone, as comparing each with each does', () => {
    fc.assert(
      fc.property(some, some, (atBank, inBooks) => {
        const { both, bankAlone, booksAlone } = compare(
          atBank.map((each) =>
            entry(each.amount, each.reference && `${each.reference}1`, each.day),
          ),
          inBooks.map((each) => line(each.amount, each.reference, each.day)),
        )
        const pairs = both.filter(({ by }) => by === 'amount')
        const entries = [...pairs.map((each) => each.entry), ...bankAlone]
        const books = [...pairs.map((each) => each.line), ...booksAlone]
        const fits = (one: StatementEntry, other: BookLine) =>
          other.reference === null && one.amount === other.amount && isNear(one, other)
        const expected = entries.flatMap((one) => {
          const [only, ...others] = books.filter((each) => fits(one, each))
          const isAlone = only && entries.filter((each) => fits(each, only)).length === 1
          return isAlone && others.length === 0 ? [{ entry: one, line: only, by: 'amount' }] : []
        })
        expect(new Set(pairs)).toEqual(new Set(expected))
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
