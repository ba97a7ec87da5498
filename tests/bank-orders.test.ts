/** Statements in several files: whatever the order of files, pages and lines, and however often one is chosen, they say the same. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compareStatement, type BookLine } from '../src/domains/bank-statements/compare.ts'
import { namesOf } from '../src/domains/bank-statements/named-by.ts'
import { readStatement } from '../src/domains/bank-statements/read.ts'
import { accountIdFromDigits } from '../src/lib/account-id.ts'
import {
  batchOf,
  entryOf,
  fileOf,
  plainHabit,
  statementOf,
  type Habit,
} from './support/bank-files.ts'
import { bankingDays, banks, month, type Day } from './support/bank-month.ts'

const days = bankingDays('2026-03-02').slice(0, 4)
const accountIds = [1, 2, 3, 4].map((n) => accountIdFromDigits(String(100_000_000 + n)))
// Two of the first day share a reference: which of them keeps it must not depend on their order.
const counts = { receipts: 36, payouts: 6, returns: 2, charges: 2 }
const { at } = month({ days, counts, accountIds, isMadeGood: true })

type Line = { xml: string; cents: bigint }
const sum = (lines: readonly { cents: bigint }[]) =>
  lines.reduce((total, { cents }) => total + cents, 0n)

const linesOf = ({ single, batches }: Day, habit: Habit): Line[] => [
  ...single.map((payment) => ({ xml: entryOf(payment, habit), cents: payment.cents })),
  ...batches.map(({ reference, payments }) => ({
    xml: batchOf(payments, reference, habit),
    cents: sum(payments),
  })),
]

/** How a bank hands its statements out: what stands on which page, and whether it numbers them. */
type Handed = { habit: Habit; cut(lines: Line[]): Line[][]; isNumbered: boolean }

/** The pages of all days, in their order. */
function pagesOf({ habit, cut, isNumbered }: Handed): string[] {
  let opening = 0n
  return at.flatMap((day) => {
    const pages = cut(linesOf(day, habit))
    return pages.map((lines, place) => {
      const facts = { opening, closing: opening + sum(lines), from: day.day, to: day.day }
      opening = facts.closing
      const number = { number: place + 1, isLast: place === pages.length - 1 }
      const page = isNumbered && pages.length > 1 ? number : undefined
      return statementOf(
        lines.map(({ xml }) => xml),
        facts,
        habit,
        page,
      )
    })
  })
}

const inText = <Of>(each: Iterable<Of>): string[] =>
  Array.from(each, (one) =>
    JSON.stringify(one, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ).toSorted()

const read = (files: readonly string[]) =>
  readStatement(files, { dates: null, columns: null, account: null })

/** Every second payment of these files, as the books have it. */
function booksOf(files: readonly string[]): BookLine[] {
  const names = [...namesOf(read(files).entries, new Set())]
  const recorded = names.toSorted(([, a], [, b]) => (a < b ? -1 : 1)).filter((_, n) => n % 2 === 0)
  return recorded.map(([{ amount, valueOn }, reference], n) => ({
    ...{ command: `c${n}`, amount, reference, valueOn, day: valueOn },
    ...{ endToEnd: null, isEarlier: false },
  }))
}

/** All that these files say, but for the places where they say it. */
function saidBy(files: readonly string[], lines: readonly BookLine[]) {
  const { entries, from, to, opening, closing } = read(files)
  const found = compareStatement({ entries, lines, closing: closing!, balance: sum([]) })
  return {
    ...{ from, to, opening, closing, leftOver: found.leftOver },
    names: inText(
      [...namesOf(entries, new Set())].map(([{ line: _, file: __, ...entry }, name]) => ({
        name,
        ...entry,
      })),
    ),
    both: inText(found.both.map(({ line }) => line)),
    bankAlone: inText(found.bankAlone.map(({ amount, reference }) => [amount, reference])),
    booksAlone: inText(found.booksAlone),
  }
}

/** By chance: how a bank hands its days out, and how somebody chooses its files. */
function arranged(chance: (max: number) => number) {
  const mixed = <Of>(list: readonly Of[]): Of[] => {
    const left = [...list]
    return list.map(() => left.splice(chance(left.length - 1), 1)[0]!)
  }
  const habit = { ...plainHabit, ...banks[chance(banks.length - 1)]![1] }
  const pages = pagesOf({
    habit,
    isNumbered: chance(1) === 1,
    cut(lines) {
      const [all, ends] = [mixed(lines), [chance(lines.length), chance(lines.length)]]
      const [first = 0, second = 0] = ends.toSorted((a, b) => a - b)
      return [all.slice(0, first), all.slice(first, second), all.slice(second)]
    },
  })
  const files = Map.groupBy(mixed(pages), () => chance(2))
  const written = [...files.values()].map((statements) => fileOf(statements, habit))
  return { habit, pages, files: mixed(written), more: mixed(pages).slice(0, chance(3)) }
}

const byChance = (check: (given: ReturnType<typeof arranged>) => void) =>
  fc.assert(
    fc.property(fc.gen(), (choose) => check(arranged((max) => choose(fc.nat, { max })))),
    { numRuns: 60 },
  )

const inOrder = (habit: Habit) => [
  fileOf(pagesOf({ habit, cut: (lines) => [lines], isNumbered: true }), habit),
]

describe('statements of several days', () => {
  test('say the same in whatever files, pages and order of lines they come', () => {
    byChance(({ habit, files }) => {
      const lines = booksOf(inOrder(habit))
      expect(saidBy(files, lines)).toEqual(saidBy(inOrder(habit), lines))
    })
  })

  test('say the same where a file is chosen twice, or has again what another one has', () => {
    byChance(({ habit, files, more }) => {
      const lines = booksOf(inOrder(habit))
      const again = more.length === 0 ? [] : [fileOf(more, habit)]
      expect(saidBy([...files, ...again, files[0]!], lines)).toEqual(saidBy(files, lines))
    })
  })

  test('are refused where one between them is missing', () => {
    byChance(({ habit, pages }) => {
      const without = pages.filter((page, place) => place !== 1 || !page.includes('<Ntry>'))
      if (without.length === pages.length) return
      expect(() => read([fileOf(without, habit)])).toThrow(/missing/)
    })
  })

  test('are refused by the file that can’t be read, and where they overlap', () => {
    const habit = plainHabit
    const [whole] = inOrder(habit)
    expect(() => read([whole!, '<Document/>'])).toThrow(/^File 2: /)
    const pages = pagesOf({ habit, cut: (lines) => [lines], isNumbered: true })
    const [first, second, third] = pages as [string, string, string]
    const two = fileOf([first, second], habit)
    expect(read([two, fileOf([second, third], habit)]).to).toBe(days[2])
    const csv = (day: string) => `date,amount\n${day},1.00`
    expect(() => read([csv('2026-03-02'), csv('2026-03-03')])).toThrow(/balances/)
  })
})
