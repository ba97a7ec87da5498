/** What leaves for a signer or a bank: each way in which somebody else's file would be handed out. */
import { tests } from './checkers.ts'
import { believedIn } from './edits.ts'
import type { Mutant } from './prove.ts'

const lists = tests('tests/integration/payout-lists.test.ts')
const batches = tests('tests/integration/payout-batches.test.ts')
const bank = tests('tests/integration/bank-payouts.test.ts')
const folder = 'src/domains/payout-batches'
const exports = 'src/domains/bank-exports'
const reports = tests('tests/integration/bank-reports.test.ts')

export const ofPayoutFiles: Mutant[] = [
  {
    name: 'file-of-a-forged-row',
    broken: 'what is downloaded for a signer is decided by its row, and not by its commands',
    checker: lists,
    sign: /J3: as the application’s role hand out no list that isn’t as its commands left it/,
    edits: [
      {
        file: 'src/domains/payout-rails/pages/compare.ts',
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
  {
    name: 'exported-twice',
    broken: 'what one administrator exported for the bank another exports again',
    checker: bank,
    sign: /J5: payouts that were exported for the bank are claimed once/,
    edits: [
      {
        file: 'src/domains/payout-rails/request.ts',
        find: 'refusalOfClaims(world, withdrawal, beside)',
        replace: "refusalOfClaims(world, withdrawal, 'export')",
      },
    ],
  },
  {
    name: 'replaced-by-less',
    broken:
      'a batch that replaces another is held against that one, and not against what was sent after it',
    checker: tests('src/domains/payout-batches/rules.test.ts'),
    sign: /J23: rebuilt of the first pays more than all that were sent/,
    edits: [
      {
        file: `${folder}/build-rule.ts`,
        find: 'sentOn(anchor, world.rows(payoutBatches))',
        replace: 'sentOn(anchor, before === null ? [] : [before])',
      },
    ],
  },
  {
    name: 'replaced-by-less-than-a-signer-sent',
    broken:
      'a batch that was cancelled, and waits to be mined all the same, is replaced by one that pays less',
    checker: tests('tests/integration/payout-replacements.test.ts'),
    sign: /J23: were cancelled, and sent by whoever had the file, are replaced by more alone/,
    edits: [
      {
        file: `${folder}/build.ts`,
        find: 'waiting.has(one.txid) && (',
        replace: "waiting.has('') && (",
      },
    ],
  },
  {
    name: 'built-although-on-a-list',
    broken: 'what a list in USDT may still pay is put into a batch in bitcoin, too',
    checker: tests('src/domains/payout-batches/rules.test.ts'),
    sign: /takes nothing that is on a list that is built/,
    edits: [
      {
        file: 'src/domains/payout-rails/request.ts',
        find: 'refusalOfClaims(world, withdrawal, beside)',
        replace: "(beside === 'batch' ? null : refusalOfClaims(world, withdrawal, beside))",
      },
    ],
  },
  {
    name: 'returned-while-at-the-bank',
    broken: 'what was exported for the bank is returned to the balance',
    checker: bank,
    sign: /J5: payouts that were exported for the bank are claimed once/,
    edits: [
      {
        file: 'src/domains/withdrawals/rules.ts',
        find: 'refusalOfRelease(world, request.id) ?? refusalOfClaims(world, request.id)',
        replace:
          "refusalOfRelease(world, request.id) ?? refusalOfClaims(world, request.id, 'export')",
      },
    ],
  },
  {
    name: 'given-up-though-paid',
    broken: 'what is paid is cancelled all the same',
    checker: bank,
    sign: /end with the payouts that are recorded/,
    edits: [
      {
        file: `${exports}/proposals.ts`,
        find: "if ('code' in row) return row\n    return takenIn",
        replace: 'return takenIn',
      },
    ],
  },
  {
    name: 'handed-to-another',
    broken: 'a file for the bank is handed to somebody who has not exported it',
    checker: bank,
    sign: /are handed to whoever exported them/,
    edits: [
      {
        file: `${exports}/rules.ts`,
        find: 'if (row.builtBy !== context.actor)',
        replace: 'if (row.builtBy === null)',
      },
    ],
  },
  {
    name: 'given-up-though-taken',
    broken: 'a file is cancelled by what was shown before the bank had taken it',
    checker: reports,
    sign: /isn’t cancelled by what was shown before/,
    edits: [
      {
        file: `${exports}/proposals.ts`,
        find: 'takenIn(world, facts.export) === facts.taken',
        replace: 'takenIn(world, facts.export) >= facts.taken',
      },
    ],
  },
  {
    name: 'freed-though-paid',
    broken: 'what is recorded as paid is freed because the bank’s report rejects it',
    checker: reports,
    sign: /never frees what is recorded as paid/,
    edits: [
      {
        file: `${exports}/proposals.ts`,
        find: "one.bankState === 'rejected' && isClaimed(one)",
        replace: "one.bankState === 'rejected'",
      },
    ],
  },
  {
    name: 'taken-from-two-files',
    broken: 'the bank takes what was reopened and is in another file, and nobody is told',
    checker: reports,
    sign: /stops where it takes what was reopened/,
    edits: [
      {
        file: `${exports}/reports.ts`,
        find: 'if (isReopened && isTooLate(world, line))',
        replace: 'if (isFreed && world === null)',
      },
    ],
  },
  {
    name: 'freed-as-it-was-proposed',
    broken: 'what was proposed to be freed is freed, although the bank says something else by then',
    checker: reports,
    sign: /frees what it rejects once two agree/,
    edits: [
      {
        file: `${exports}/proposals.ts`,
        find: 'return lines === facts.lines',
        replace: "return lines !== ''",
      },
    ],
  },
  {
    name: 'handed-out-after-it-was-reopened',
    broken: 'a file of which payments were reopened is handed out again',
    checker: reports,
    sign: /frees what it rejects once two agree/,
    edits: [
      {
        file: `${exports}/rules.ts`,
        find: "bankState === 'reopened'",
        replace: 'bankState === null',
      },
    ],
  },
  {
    name: 'handed-out-unreleased',
    broken: 'a file for the bank is handed out before another has released it',
    checker: reports,
    sign: /is claimed at once, and handed out once another has released/,
    edits: [
      {
        file: `${exports}/rules.ts`,
        find: "const row = rail.findFor(world, c, context, 'exported')",
        replace: "const row = rail.findFor(world, c, context, 'built', 'exported')",
      },
    ],
  },
  {
    name: 'file-that-a-restore-forgets',
    broken: 'what was handed to the bank after the moment of a restore isn’t among what was paid',
    checker: tests('tests/integration/payout-blocks.test.ts'),
    sign: /is in the list of what was paid, and what it pays is in no other file/,
    edits: [
      {
        file: 'src/domains/payout-blocks/payouts.ts',
        find: "  'ReleaseBankExport',\n]",
        replace: ']',
      },
    ],
  },
  {
    name: 'poisoned-by-a-name',
    broken: 'a name that banks don’t take is written into the file for the bank',
    checker: reports,
    sign: /is without those whose names banks wouldn’t take/,
    edits: [
      {
        file: 'src/lib/bank-letters.ts',
        find: 'return taken.test(folded) ? folded : null',
        replace: 'return folded',
      },
    ],
  },
  {
    name: 'freed-by-its-row',
    broken: 'a row that says that a file for the bank was cancelled frees its requests',
    checker: bank,
    sign: /J3: go out, end and come back by their commands/,
    edits: [believedIn('src/domains/payouts/exports/table.ts', 'bank_exports')],
  },
  {
    name: 'payment-of-a-batch-taken-away',
    broken: 'a batch of which somebody deleted a payment is handed to a signer, and sent',
    checker: batches,
    sign: /that somebody changes in the database leave by nothing/,
    edits: [
      {
        file: 'src/domains/payouts/carrier.ts',
        find: '=== row.amount',
        replace: '<= row.amount',
      },
    ],
  },
  {
    name: 'list-freed-by-its-row',
    broken: 'a row that says that a released list is void frees its requests to be paid again',
    checker: lists,
    sign: /J3: as the application’s role free no request of a released list/,
    edits: [believedIn('src/domains/payouts/lists/table.ts', 'payout_lists')],
  },
  {
    name: 'batch-freed-by-its-row',
    broken: 'a row that says that a batch is void frees its requests to be paid again',
    checker: batches,
    sign: /J3: keep their requests, whatever the application’s role writes/,
    edits: [believedIn('src/domains/payouts/batches/table.ts', 'payout_batches')],
  },
]
