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
  {
    name: 'reinvested-unseen',
    broken: 'what matures is invested again under terms that its owner never saw',
    checker: tests('tests/integration/at-maturity.test.ts'),
    sign: /goes to the balance instead.*terms_changed/,
    edits: [
      {
        file: 'src/domains/investments/settling.ts',
        find: 'acceptedTermsVersion: acceptedTermsVersion ?? undefined',
        replace: 'acceptedTermsVersion: Math.max(acceptedTermsVersion!, 2)',
      },
    ],
  },
  {
    name: 'limit-counts-twice',
    broken: 'what matures counts against the own limit while it is invested again',
    checker: tests('tests/integration/at-maturity.test.ts'),
    sign: /invested again within one’s own limit/,
    edits: [
      {
        file: 'src/domains/investments/opening.ts',
        find: '- (returned?.principal ?? 0n)',
        replace: '- 0n',
      },
    ],
  },
  {
    name: 'reinvested-while-paused',
    broken: 'what matures is invested again while new business is paused',
    checker: tests('tests/integration/at-maturity.test.ts'),
    sign: /goes to the balance instead.*new_business_paused/,
    edits: [
      {
        file: 'src/domains/investments/settling.ts',
        find: `  if (isPaused) return refuse('new_business_paused')\n`,
        replace: '',
      },
    ],
  },
]
