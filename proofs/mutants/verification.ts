/** Whom the firm knows: each way in which more moves than may, or in which one alone decides. */
import { inMemory, tests } from './checkers.ts'
import { believedIn, rowsBelieved } from './edits.ts'
import type { Mutant } from './prove.ts'

const checker = tests('tests/integration/verification.test.ts')
const rules = inMemory(20_000)
const folder = 'src/domains/verification'

/** What may be moved, and by how much. */
const ofLimits: Mutant[] = [
  {
    name: 'day-without-the-last',
    broken: 'what was asked for a moment ago isn’t in the sum of the day',
    checker,
    sign: /B13 hold when a hundred small ones come at once/,
    edits: [
      {
        file: 'src/domains/withdrawals/sent.ts',
        find: "withdrawal.status not in ('rejected', 'cancelled', 'returned')",
        replace: "withdrawal.status not in ('pending', 'rejected', 'cancelled', 'returned')",
      },
    ],
  },
  {
    name: 'taken-back-makes-room',
    broken: 'what the bank takes back of an earlier day widens the limit of this one',
    checker,
    sign: /are not widened by what the bank takes back/,
    edits: [
      {
        file: `${folder}/received.ts`,
        find: "'transfer-received') and item.at",
        replace: "'transfer-received', 'bank-deposit-reversed') and item.at",
      },
    ],
  },
  {
    name: 'limits-of-another-state',
    broken: 'whoever has sent in who they are has the limits of whom nobody knows',
    checker: rules,
    sign: /After #\d+ \w+ .*\n.*the answers differ/,
    edits: [
      {
        file: `${folder}/limits.ts`,
        find: "const by = state === 'submitted' || state === 'verified' ? state : 'unverified'",
        replace: "const by = state === 'verified' ? state : 'unverified'",
      },
    ],
  },
  {
    name: 'sent-beyond-their-limit',
    broken: 'what other users send comes to somebody who is at their limit',
    checker,
    sign: /hold for what other users send, when it is approved/,
    edits: [
      {
        file: 'src/domains/withdrawals/limits.ts',
        find: "? refuse('recipient_limit')",
        replace: '? null',
      },
    ],
  },
  {
    name: 'released-again',
    broken: 'what was released to its owner is released once more',
    checker: rules,
    sign: /After #\d+ ReleaseReceipt .*/,
    edits: [
      {
        file: 'src/domains/receipts/release.ts',
        find: "receipt.owner !== owner || receipt.status !== 'suspense'",
        replace: 'receipt.owner !== owner',
      },
    ],
  },
]

/** What staff decide on people. */
const ofDecisions: Mutant[] = [
  {
    name: 'for-good-by-one',
    broken: 'one administrator alone refuses somebody for good',
    checker,
    sign: /for good takes two administrators/,
    edits: [
      {
        file: `${folder}/decide.ts`,
        find: "const whyTwo = 'Two refuse somebody for good.'",
        replace: 'const whyTwo = null',
      },
    ],
  },
  {
    name: 'for-good-unseen',
    broken: 'one of the two who refuse somebody for good has opened none of the documents',
    checker,
    sign: /J11: for good, takes each of the two to have opened each document/,
    edits: [
      {
        file: `${folder}/proposals.ts`,
        find: '  unseen: refuseUnlessOpened,\n',
        replace: '',
      },
    ],
  },
  {
    name: 'decided-on-another',
    broken: 'staff decide on a row that isn’t what its person sent in',
    checker,
    sign: /I1 is not made on anything but what was sent in/,
    edits: [believedIn(`${folder}/table.ts`, 'verifications')],
  },
  {
    name: 'refused-for-good-places',
    broken: 'whoever was refused for good opens a plan',
    checker,
    sign: /ends money in and plans, whatever was verified/,
    edits: [
      {
        file: `${folder}/limits.ts`,
        find: "if (isFinal && flow !== 'out') return refuse('finally_refused')",
        replace: "if (isFinal && flow === 'in') return refuse('finally_refused')",
      },
      {
        file: `${folder}/limits.ts`,
        find: "if (verificationIn(world, owner, at).isFinal) return moving.flow === 'out' ? null : 0n",
        replace:
          "if (verificationIn(world, owner, at).isFinal) return moving.flow === 'in' ? 0n : null",
      },
    ],
  },
]

/** What a row says and no command did. */
const ofRows: Mutant[] = [
  {
    name: 'released-by-a-row',
    broken: 'a receipt that nobody put into a name is released to it',
    checker,
    sign: /I1 puts no receipt of nobody’s into somebody’s name/,
    edits: [rowsBelieved],
  },
  {
    name: 'verified-by-a-row',
    broken: 'a limit is widened by a row that says verified',
    checker,
    sign: /I1 verifies nobody: nothing is decided on it/,
    edits: [believedIn(`${folder}/table.ts`, 'verifications')],
  },
  {
    name: 'origin-by-a-cent',
    broken: 'a cent that waits makes any account a place that money came from',
    checker,
    sign: /a cent from elsewhere/,
    edits: [
      {
        file: 'src/domains/receipts/origins.ts',
        find: "payer_account is not null and status = 'booked'",
        replace: "payer_account is not null and status in ('booked', 'suspense')",
      },
    ],
  },
]

const ofReminders: Mutant[] = [
  {
    name: 'reminded-twice-a-week',
    broken: 'staff remind somebody as often as they like',
    checker: tests('tests/integration/verification-reminders.test.ts'),
    sign: /waits a week from what was said last, whoever said it/,
    edits: [
      {
        file: `${folder}/remind.ts`,
        find: "return at < toldAt + remindedEachMs ? refuse('reminded_lately') : null",
        replace: 'return toldAt > at ? null : null',
      },
    ],
  },
]

export const ofVerification: Mutant[] = [...ofLimits, ...ofDecisions, ...ofReminders, ...ofRows]
