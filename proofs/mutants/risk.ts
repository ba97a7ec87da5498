/** What people risk: undoing a first investment, the questions before it, and the limit that they set themselves. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

export const ofRisk: Mutant[] = [
  {
    name: 'undone-too-late',
    broken: 'an investment is undone after its time',
    checker: tests('tests/integration/cooling-off.test.ts'),
    sign: /A first investment can be undone to the last millisecond, and not from then on/,
    edits: [
      {
        file: 'src/domains/investments/undo.ts',
        find: 'return at < undoableUntil',
        replace: 'return at < undoableUntil + 86_400_000',
      },
    ],
  },
  {
    name: 'pause-forgotten',
    broken: 'whoever waits out a pause need not answer again',
    checker: tests('tests/integration/appropriateness.test.ts'),
    sign: /A pause says why and until when.*is over only with other answers/,
    edits: [
      {
        file: 'src/domains/appropriateness/table.ts',
        find: `? 'paused' : 'again'`,
        replace: `? 'paused' : 'none'`,
      },
    ],
  },
  {
    name: 'raised-at-once',
    broken: 'a higher limit of one’s own counts at once',
    checker: tests('tests/integration/investment-limits.test.ts'),
    sign: /One’s own limit counts at once when it is lowered, and a day later when it rises/,
    edits: [
      {
        file: 'src/domains/investment-limits/rules.ts',
        find: 'nextFrom: at + raiseWaitsMs',
        replace: 'nextFrom: at',
      },
    ],
  },
]
