/** The firm's own accounts: what a posting means, which days are summed, and what is read beside the sums. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const histories = tests('tests/integration/firm-books-histories.test.ts')
const books = tests('tests/integration/books.test.ts')
const sums = 'src/ledger/store/day-sums.ts'

export const ofFirmBooks: Mutant[] = [
  {
    name: 'bonus-is-no-cost',
    broken: 'a referral bonus is left out of the profit and loss',
    checker: histories,
    sign: /agree with the postings of \d+ histories/,
    edits: [
      {
        file: 'src/ledger/core/meaning.ts',
        find: `'referral-credited referral-pool cash': cost('referral')`,
        replace: `'referral-credited referral-pool cash': within`,
      },
    ],
  },
  {
    name: 'day-read-twice',
    broken: 'the last day that is summed is read from its postings as well',
    checker: books,
    sign: /are the same figures whether a day is summed or not/,
    edits: [
      {
        file: sums,
        find: `where at >= greatest((select coalesce(max(day), '-infinity') + 1 from ledger.day_sums), $1::date)`,
        replace: `where at >= greatest((select coalesce(max(day), '-infinity') from ledger.day_sums), $1::date)`,
      },
    ],
  },
  {
    name: 'booked-on-summed-day',
    broken: 'the desk books on a day that is summed, where the clock has gone back',
    checker: books,
    sign: /stay what they are when the clock goes back/,
    edits: [
      { file: 'src/desk/batch.ts', find: 'books_take_from() as', replace: 'books_open_from() as' },
    ],
  },
]
