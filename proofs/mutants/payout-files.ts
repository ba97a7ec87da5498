/** What leaves for a signer or a bank: each way in which somebody else's file would be handed out. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const lists = tests('tests/integration/payout-lists.test.ts')
const batches = tests('tests/integration/payout-batches.test.ts')
const folder = 'src/domains/payout-batches'

export const ofPayoutFiles: Mutant[] = [
  {
    name: 'file-of-a-forged-row',
    broken: 'what is downloaded for a signer is decided by its row, and not by its commands',
    checker: lists,
    sign: /J3: as the application’s role hand out no list that isn’t as its commands left it/,
    edits: [
      {
        file: `${folder}/compare.ts`,
        find: 'if (carried.difference === null) return carried',
        replace: "if (carried.difference !== '') return carried",
      },
    ],
  },
  {
    name: 'sent-by-its-row',
    broken: 'a batch whose row says that it was sent is handed in to the chain',
    checker: batches,
    sign: /J3: whose file somebody swaps/,
    edits: [
      {
        file: `${folder}/sign.ts`,
        find: "const { row: batch } = mustBeAsRecorded(carried!, 'batch')",
        replace: 'const { row: batch } = carried!',
      },
    ],
  },
]
