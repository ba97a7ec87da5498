/** Imports: two at once, another file than was agreed to, verified by arriving, and cleared by money that isn't there. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const attacked = tests('tests/integration/imports-attacked.test.ts')
const cleared = tests('tests/integration/imports-cleared.test.ts')
const booked = tests('tests/integration/imports-booked.test.ts')
const clearing = 'src/domains/import-records/clearing.ts'

export const ofImports: Mutant[] = [
  {
    name: 'imports-side-by-side',
    broken: 'another import is proposed while the money of the one before hasn’t arrived',
    checker: attacked,
    sign: /is one at a time, however they are begun/,
    edits: [
      {
        file: 'src/domains/customer-imports/proposals.ts',
        find: "? refuse('import_open')",
        replace: '? null',
      },
    ],
  },
  {
    name: 'import-of-another-file',
    broken: 'the worker books whatever the file says by now',
    checker: attacked,
    sign: /is changed after both agreed is not booked/,
    edits: [
      {
        file: 'src/domains/customer-imports/due.ts',
        find: 'content === null || digestOf(content) !== digest',
        replace: 'content === null',
      },
    ],
  },
  {
    name: 'import-finished-early',
    broken: 'an import counts as booked though people of it are missing',
    checker: attacked,
    sign: /is refused to everybody else, and out of its time/,
    edits: [
      {
        file: 'src/domains/customer-imports/rules.ts',
        find: "leftOut === '' ? booked !== before.amount",
        replace: "leftOut === '' ? booked > before.amount",
      },
    ],
  },
  {
    name: 'imported-verified',
    broken: 'whoever is imported arrives with a confirmed email address',
    checker: booked,
    sign: /booked as the dry run said/,
    edits: [
      {
        file: 'src/domains/customer-imports/rules.ts',
        find: 'emailVerified: false',
        replace: 'emailVerified: true',
      },
    ],
  },
  {
    name: 'business-while-importing',
    broken: 'new business goes on while imported people’s money hasn’t arrived',
    checker: booked,
    sign: /lets no other begin, and no new business/,
    edits: [
      {
        file: 'src/domains/import-records/business.ts',
        find: "? refuse('import_not_cleared')",
        replace: '? null',
      },
    ],
  },
  {
    name: 'import-cleared-beyond',
    broken: 'a line of the bank clears more than is awaited',
    checker: cleared,
    sign: /nothing is cleared before an import waits for money/,
    edits: [
      {
        file: clearing,
        find: 'if (amount <= awaited) return null',
        replace: 'if (amount > 0n) return null',
      },
    ],
  },
  {
    name: 'import-cleared-unseen',
    broken: 'a statement clears an import though it lacks a line of its money',
    checker: cleared,
    sign: /that lacks one of them clears nothing/,
    edits: [
      {
        file: clearing,
        find: 'some((version) => missing.has(version))',
        replace: "some(() => missing.has('none'))",
      },
    ],
  },
  {
    name: 'opening-taken-twice',
    broken: 'more of an opening balance is taken back than is in the balance',
    checker: cleared,
    sign: /is taken back by two, only out of what is there/,
    edits: [
      {
        file: 'src/domains/customer-imports/proposals.ts',
        find: ", world.balance(user, 'cash')]",
        replace: ']',
      },
    ],
  },
]
