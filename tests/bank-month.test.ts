/** A month of a made-up firm as five banks write it, read day by day: it reconciles to zero, and what is wrong in it is named. */
import { describe, expect, test } from 'vitest'
import { referenceKey } from '../src/lib/bank-reference.ts'
import { compareStatement, type BookLine } from '../src/domains/bank-statements/compare.ts'
import { accountIdMeant } from '../src/domains/bank-statements/match.ts'
import { namesOf } from '../src/domains/bank-statements/named-by.ts'
import { astrayOf } from '../src/domains/bank-statements/in-transit.ts'
import { readStatement } from '../src/domains/bank-statements/read.ts'
import type { StatementEntry } from '../src/domains/bank-statements/statement.ts'
import { accountIdFromDigits } from '../src/lib/account-id.ts'
import { plainHabit, type Habit } from './support/bank-files.ts'
import {
  bankingDays,
  banks,
  month,
  totalOf,
  wholeMonth,
  written,
  type Sent,
} from './support/bank-month.ts'

const days = bankingDays('2026-03-02')
const accountIds = Array.from({ length: 300 }, (_, n) =>
  accountIdFromDigits(String(100_000_000 + n)),
)
const theMonth = () => month({ days, counts: wholeMonth, accountIds })

/** The account as a firm keeps it: what it sent itself, and what it recorded of statements. */
class Books {
  readonly lines: BookLine[] = []
  byHand = 0
  balance = 0n

  #add(line: Omit<BookLine, 'command' | 'isEarlier'>): void {
    this.lines.push({ ...line, command: `c${this.lines.length}`, isEarlier: false })
    this.balance += line.amount
  }

  send({ cents, endToEnd, day }: Sent): void {
    this.#add({ amount: cents, endToEnd, day, reference: null, valueOn: null })
  }

  record(entry: StatementEntry, reference: string): void {
    const isKnown =
      entry.amount < 0n || entry.texts.some(({ value }) => accountIdMeant(value) !== null)
    if (!isKnown) this.byHand += 1
    const { amount, bookedOn: day, valueOn } = entry
    this.#add({ amount, reference, day, valueOn, endToEnd: null })
  }

  get taken(): Set<string> {
    return new Set(
      this.lines.flatMap(({ reference }) => (reference === null ? [] : [referenceKey(reference)])),
    )
  }

  compare(text: string, until: string | null) {
    const statement = readStatement([text], { dates: null, columns: null, account: null })
    const found = compareStatement({
      ...this,
      entries: statement.entries,
      lines: this.lines,
      closing: statement.closing!,
    })
    const covered = { from: statement.from, to: statement.to, until, inTransitDays: 3 }
    const astray = found.booksAlone.flatMap((line) => astrayOf(line, covered) ?? [])
    return { ...found, astray }
  }

  /** What a morning's work is: what is new is recorded, and the same file is compared again. */
  read(text: string, until: string | null) {
    const { bankAlone } = this.compare(text, until)
    for (const [entry, reference] of namesOf(bankAlone, this.taken)) this.record(entry, reference)
    const found = this.compare(text, until)
    for (const { line } of found.both) line.isEarlier = true
    return found
  }
}

/** All days but those left out, read one after another. */
function readMonth(
  habit: Habit,
  change: (text: string, place: number) => string = (text) => text,
  upTo = days.length,
) {
  const { at, sent } = theMonth()
  const books = new Books()
  let opening = 0n
  let last: ReturnType<Books['read']> | null = null
  for (const [place, day] of at.slice(0, upTo).entries()) {
    const text = change(written(day, opening, habit), place)
    last = books.read(text, days[place - 1] ?? null)
    for (const each of sent[place] ?? []) books.send(each)
    opening += totalOf(day)
    if (
      last.leftOver !== 0n ||
      last.bankAlone.length + last.differing.length + last.astray.length > 0
    )
      return { books, last, day: place }
  }
  return { books, last: last!, day: at.length }
}

describe.each(banks)('a month at a bank with %s', (_, own) => {
  const habit = { ...plainHabit, ...own }

  test('reconciles to zero each day, with few receipts touched by hand', () => {
    const { books, last, day } = readMonth(habit)
    expect([day, last.leftOver, last.bankAlone, last.differing, last.booksAlone]).toEqual([
      days.length,
      0n,
      [],
      [],
      [],
    ])
    const all = wholeMonth.receipts + wholeMonth.payouts + wholeMonth.returns + wholeMonth.charges
    expect(books.lines).toHaveLength(all)
    expect(books.byHand).toBeLessThanOrEqual(all / 50)
  })

  test('says the same when every day is read a second time', () => {
    const { books } = readMonth(habit, undefined, 5)
    const before = books.lines.length
    const { at } = theMonth()
    const opening = totalOf(at[0]!) + totalOf(at[1]!) + totalOf(at[2]!)
    const { bankAlone, differing } = books.compare(written(at[3]!, opening, habit), days[4]!)
    expect([bankAlone, differing, books.lines.length]).toEqual([[], [], before])
  })
})

describe('what is wrong in a month is named:', () => {
  const { at, sent } = theMonth()
  const opening = totalOf(at[0]!)
  const readDay = (
    prepare: (books: Books) => void,
    text = written(at[1]!, opening, plainHabit),
  ) => {
    const books = new Books()
    books.read(written(at[0]!, 0n, plainHabit), null)
    for (const each of sent[0]!) books.send(each)
    prepare(books)
    return books.compare(text, days[0]!)
  }

  test('a receipt that was invented', () => {
    const { astray, booksAlone } = readDay((books) => {
      const entry = {
        ...books.compare(written(at[1]!, opening, plainHabit), null).bankAlone[0]!,
        amount: 77_700n,
      }
      books.record(entry, 'INVENTED')
    })
    expect([astray, booksAlone.map(({ reference }) => reference)]).toEqual([
      ['missing'],
      ['INVENTED'],
    ])
  })

  test('a payout that was lost, once it is older than the limit', () => {
    const books = new Books()
    books.send({ cents: -100n, endToEnd: 'LOST', day: days[0]! })
    const empty = (place: number) =>
      written({ day: days[place]!, single: [], batches: [] }, 0n, plainHabit)
    expect(books.compare(empty(3), days[2]!).astray).toEqual([])
    expect(books.compare(empty(4), days[3]!).astray).toEqual(['late'])
  })

  test('a line that stands twice', () => {
    const text = written(at[1]!, opening, plainHabit)
    const [line] = /<Ntry>.*?<\/Ntry>/.exec(text)!
    expect(() => readDay(() => {}, text.replace(line!, line! + line!))).toThrow(/don’t add up/)
  })

  test('a cent too much', () => {
    const { differing, leftOver } = readDay((books) => {
      const [entry] = books
        .compare(written(at[1]!, opening, plainHabit), null)
        .bankAlone.filter(({ reference }) => reference.startsWith('IN2'))
      books.record({ ...entry!, amount: entry!.amount + 1n }, entry!.reference)
    })
    expect([differing.length, leftOver]).toEqual([1, 0n])
  })
})
