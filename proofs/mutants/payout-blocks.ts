/** Payouts behind a restore: each way in which somebody could be paid twice. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const checker = tests('tests/integration/payout-blocks.test.ts')
const folder = 'src/domains/payout-blocks'
const nothingElse = /nothing else is paid until each is matched/

export const ofPayoutBlocks: Mutant[] = [
  {
    name: 'any-payout-while-blocked',
    broken: 'while payouts are blocked others are recorded as well',
    checker,
    sign: nothingElse,
    edits: [
      {
        file: 'src/domains/payouts/blocks/match.ts',
        find: ": refuse('payouts_blocked')",
        replace: ': []',
      },
    ],
  },
  {
    name: 'match-by-reference-alone',
    broken: 'an earlier payout is matched by somebody else’s request',
    checker,
    sign: nothingElse,
    edits: [
      {
        file: 'src/domains/payouts/blocks/match.ts',
        find: 'one.person === person &&\n      one.amount === amount &&',
        replace: '',
      },
    ],
  },
  {
    name: 'explained-instead-of-recorded',
    broken: 'what can still be recorded as paid is explained away, and paid again',
    checker,
    sign: nothingElse,
    edits: [
      {
        file: `${folder}/rules.ts`,
        find: "if (canBeRecorded(world, payout)) return refuse('payout_can_be_recorded')",
        replace: '',
      },
    ],
  },
  {
    name: 'agreed-to-another-list',
    broken: 'who agreed that payouts go on has agreed to what is listed afterwards, too',
    checker,
    sign: /whoever had agreed has to look again/,
    edits: [
      {
        file: 'src/domains/payouts/blocks/match.ts',
        find: '{ ...block, version: block.version + 1 }',
        replace: '{ ...block }',
      },
    ],
  },
  {
    name: 'paid-goes-back',
    broken: 'a request that was paid before the restore is cancelled',
    checker,
    sign: /goes neither back to the balance/,
    edits: [
      {
        file: 'src/domains/payouts/blocks/match.ts',
        find: 'payout.request === request',
        replace: 'payout.id === request',
      },
    ],
  },
  {
    name: 'last-command-alone',
    broken: 'a server notices only that its last command is gone',
    checker,
    sign: /is missed all the same/,
    edits: [
      {
        file: `${folder}/seen.ts`,
        find: 'if (!isBehind && lost.length === 0) return null',
        replace: 'if (!isBehind) return null',
      },
    ],
  },
  {
    name: 'noticed-again',
    broken: 'each server that comes later blocks payouts again',
    checker,
    sign: /add nothing to what was dealt with/,
    edits: [
      {
        file: `${folder}/seen.ts`,
        find: 'if (lost.length === 0 && noticedAt !== null && noticedAt >= (seenAt ?? 0)) return',
        replace: 'void noticedAt',
      },
    ],
  },
]
