/** Loans: rounding, what is charged twice or on the wrong sum, who is paid first, and what is withheld, written off or lent unseen. */
import { inMemory, loansAlone, tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const histories = loansAlone(3_000)
const days = tests('src/domains/loans/days.test.ts')
const applications = tests('src/domains/loans/applications.test.ts')
const called = tests('src/domains/loans/default.test.ts')
const undone = tests('src/domains/loans/undo.test.ts')
const running = 'src/domains/loans/running.ts'

export const ofLoans: Mutant[] = [
  {
    name: 'loan-interest-half-up',
    broken: 'half a cent of interest is always rounded up',
    checker: histories,
    sign: /interest of a due|left of the loan/,
    edits: [
      {
        file: 'src/lib/loan.ts',
        find: 'divideHalfEven(owed * BigInt(yearlyRate), yearInMonths)',
        replace: '(owed * BigInt(yearlyRate) * 2n + yearInMonths) / (2n * yearInMonths)',
      },
    ],
  },
  {
    name: 'loan-fee-twice',
    broken: 'the fee for an instalment is charged again',
    checker: days,
    sign: /charges each instalment and each fee once/,
    edits: [{ file: running, find: '!isLate || due.fee > 0n', replace: '!isLate' }],
  },
  {
    name: 'loan-interest-on-fees',
    broken: 'a fee is added to what interest is charged on',
    checker: histories,
    sign: /ChargeLateFee: left of the loan/,
    edits: [
      {
        file: running,
        find: 'put: [loanDues.row({ ...due, fee: loan.lateFee })]',
        replace: 'put: [loans.row({ ...loan, left: loan.left + loan.lateFee })]',
      },
    ],
  },
  {
    name: 'loan-instalment-twice',
    broken: 'whichever instalment is named falls due, the next one or not',
    checker: histories,
    sign: /ChargeInstalment: done in the engine, not_due/,
    edits: [
      { file: running, find: 'loan.nextNumber !== c.number || loan.left', replace: 'loan.left' },
    ],
  },
  {
    name: 'loan-principal-first',
    broken: 'a payment is taken for the principal before the interest',
    checker: days,
    sign: /in part is taken as far as it is due/,
    edits: [
      {
        file: 'src/lib/loan-plan.ts',
        find: "['Interest', 'Principal', 'Fee']",
        replace: "['Principal', 'Interest', 'Fee']",
      },
    ],
  },
  {
    name: 'loan-security-kept',
    broken: 'what was withheld stays withheld when the last cent is paid',
    checker: histories,
    sign: /: cash is \d+ in the engine/,
    edits: [
      {
        file: running,
        find: '(isRepaid ? securityReturned(owner, loan.withheld) : [])',
        replace: '[]',
      },
    ],
  },
  {
    name: 'loan-security-twice',
    broken: 'what was given back of a loan counts as withheld when it runs again',
    checker: undone,
    sign: /withholds nothing anew, and its last cent gives nothing back twice/,
    edits: [
      {
        file: running,
        find: "{ status: 'repaid', withheld: 0n }",
        replace: "{ status: 'repaid' }",
      },
    ],
  },
  {
    name: 'loan-called-due-runs',
    broken: 'a loan that two have called due runs again when a payment comes back',
    checker: undone,
    sign: /of one that was called due, its rest owed, leaves it defaulted/,
    edits: [
      {
        file: 'src/domains/loans/undo.ts',
        find: "isCalled ? 'defaulted' : 'running'",
        replace: "'running'",
      },
    ],
  },
  {
    name: 'loan-written-off-whole',
    broken: 'what the security has paid is written off as well',
    checker: called,
    sign: /takes its security, and the rest is written-off/,
    edits: [
      {
        file: 'src/domains/loans/default.ts',
        find: 'unpaidSplit(dues)',
        replace: 'unpaidSplit([...before, ...called])',
      },
    ],
  },
  {
    name: 'loan-unseen',
    broken: 'two lend without having opened the proof of income',
    checker: inMemory(20_000),
    sign: /documents_unopened/,
    edits: [
      {
        file: 'src/domains/loans/proposals.ts',
        find: 'actor).length === 0',
        replace: 'actor).length >= 0',
      },
    ],
  },
  {
    name: 'loan-in-circles',
    broken: 'what is owed on a loan is placed in plans and moved to other accounts',
    checker: inMemory(20_000),
    sign: /loan_owed_first/,
    edits: [
      {
        file: 'src/domains/loans/debt.ts',
        find: 'cash - amount >= debt',
        replace: 'cash >= debt',
      },
    ],
  },
  {
    name: 'loan-by-another-account',
    broken: 'whoever owes on a loan is lent more under another account with the same document',
    checker: applications,
    sign: /under another account with the same document/,
    edits: [
      {
        file: 'src/domains/loans/table.ts',
        find: 'loan.owner !== owner && haveSameNumber(world, loan.owner, owner)',
        replace: 'loan.owner !== owner && haveSameNumber(world, loan.owner, loan.id)',
      },
    ],
  },
]
