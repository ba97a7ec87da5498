/** Money of a frozen account, and decisions of two who are no longer two. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const toBank = tests('tests/integration/bank-payouts.test.ts')
const lists = tests('tests/integration/payout-lists.test.ts')
const files = tests('src/web/admin/withdrawals/payouts.test.ts')

const ofFrozen: Mutant[] = [
  {
    name: 'frozen-without-a-mark',
    broken: 'the request of a frozen account stands among what is to be paid like any other',
    checker: toBank,
    sign: /J6: is marked among what is to be paid/,
    edits: [
      {
        file: 'src/domains/withdrawals/queries.ts',
        find: 'isPaidOut(type) && frozen.has(owner)',
        replace: 'isPaidOut(type) && false',
      },
    ],
  },
  {
    name: 'frozen-in-the-file',
    broken: 'the file for the bank pays frozen accounts',
    checker: files,
    sign: /J6: nothing leaves by a file/,
    edits: [
      {
        file: 'src/web/admin/withdrawals/payouts.ts',
        find: "!looks.includes('account_frozen')",
        replace: 'looks.length >= 0',
      },
    ],
  },
  {
    name: 'frozen-handed-out',
    broken: 'a list that was released hands out what goes to an account frozen since',
    checker: lists,
    sign: /J6: an account frozen after the approval/,
    edits: [
      {
        file: 'src/domains/withdrawals/payable.ts',
        find: "and payee.status = 'frozen')`",
        replace: "and payee.status = 'nobody')`",
      },
    ],
  },
  {
    name: 'frozen-released',
    broken: 'a list that pays a frozen account is released',
    checker: lists,
    sign: /a frozen person’s and one of another network are on no list/,
    edits: [
      {
        file: 'src/domains/withdrawals/payable.ts',
        find: "world.owners.get(owner)?.status === 'frozen' ? payeeFrozen : null",
        replace: 'null && payeeFrozen && world.owners.get(owner)',
      },
    ],
  },
]

export const ofTwo: readonly Mutant[] = [...ofFrozen]
