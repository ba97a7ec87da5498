/** Months of the books: booked in after they were closed, closed without what it takes, and reopened in another order. */
import { inMemory, tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const checker = tests('tests/integration/months.test.ts')

export const ofMonths: Mutant[] = [
  {
    name: 'month-booked-in',
    broken: 'the database takes postings of a closed month',
    checker,
    sign: /by whoever owns the tables/,
    edits: [
      {
        file: 'db/migrations/043-months.sql',
        find: 'if open_from is not null and exists (select from booked where at < open_from) then',
        replace: 'if false then',
      },
    ],
  },
  {
    name: 'month-dated-back',
    broken: 'the desk gives a command a time in a closed month where the clock has gone back',
    checker,
    sign: /where the clock has gone back into it/,
    edits: [
      {
        file: 'src/desk/decide.ts',
        find: '    now,\n    world.openFrom,\n',
        replace: '    now,\n',
      },
    ],
  },
  {
    name: 'month-unreconciled',
    broken: 'a month is closed on a statement that was compared before it was over',
    checker: inMemory(60_000),
    sign: /ProposeMonthClosing|month-closing/,
    edits: [
      {
        file: 'src/domains/months/conditions.ts',
        find: 'if (reconciledAt < endOfMonth(month)) return',
        replace: 'if (reconciledAt < 0) return',
      },
    ],
  },
  {
    name: 'month-reopened-first',
    broken: 'a month is reopened before those that were closed after it',
    checker,
    sign: /takes the newest first/,
    edits: [
      {
        file: 'src/domains/months/proposals.ts',
        find: 'return newest === month\n',
        replace: 'return newest >= month\n',
      },
    ],
  },
]
