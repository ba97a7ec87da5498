/** Going live: what a firm opens without, what a pause stops, and what is recorded of the bank and of backups. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const openings = tests('tests/integration/opening.test.ts')
const reconciling = tests('tests/integration/reconciliation.test.ts')
const invented = tests('tests/integration/invented-money.test.ts')
const sentBack = tests('tests/integration/payout-returns.test.ts')
const habits = tests('tests/bank-habits.test.ts')
const inviting = tests('tests/integration/staff-invitations.test.ts')

export const ofLive: Mutant[] = [
  {
    name: 'opened-lacking-something',
    broken: 'the firm opens while something is missing',
    checker: openings,
    sign: /nothing is proposed while something is missing|stops the approval/,
    edits: [
      {
        file: 'src/domains/openings/rules.ts',
        find: 'missing.length === 0',
        replace: 'missing.length >= 0',
      },
    ],
  },
  {
    name: 'answers-before-opening',
    broken: 'a firm that isn’t open answers calls for which nobody is set up',
    checker: openings,
    sign: /every call but those that set it up|nobody can sign up/,
    edits: [
      {
        file: 'src/http/opening.ts',
        find: 'if (!beforeOpening && !(await gate.isOpen()))',
        replace: "if (!beforeOpening && request.method === 'GET' && !(await gate.isOpen()))",
      },
    ],
  },
  {
    name: 'withdrawals-paused',
    broken: 'nobody gets their money while a backup is too old',
    checker: openings,
    sign: /new business is a sign-up, .*, and nothing else|pauses it as soon as a backup is too old, and nothing else/,
    edits: [
      {
        file: 'src/contract/withdrawal.ts',
        find: "path: '/requestWithdrawal',",
        replace: "path: '/requestWithdrawal',\n  newBusiness: true,",
      },
    ],
  },
  {
    name: 'administrator-by-hand',
    broken: 'a role that was written into the database counts as an administrator of the gate',
    checker: openings,
    sign: /written into the database by hand counts for nothing/,
    edits: [
      {
        file: 'src/domains/gate/ask.ts',
        find: 'rows.filter((row) => isRoleMac(macKeys, row))',
        replace: 'rows',
      },
    ],
  },
  {
    name: 'reconciled-with-entries-left',
    broken: 'a statement is reconciled while an entry of it isn’t in the books',
    checker: reconciling,
    sign: /is not recorded while an entry of it isn’t booked/,
    edits: [
      {
        file: 'src/domains/reconciliations/rules.ts',
        find: 'if (c.unbooked > 0)',
        replace: 'if (c.unbooked > 9)',
      },
    ],
  },
  {
    name: 'invented-receipt-in-transit',
    broken: 'a receipt whose value day a statement covers without having it is in transit',
    checker: invented,
    sign: /valued 300 days ago stops the reconciliation/,
    edits: [
      {
        file: 'src/domains/bank-statements/in-transit.ts',
        find: 'if (valueOn !== null && valueOn <= to)',
        replace: 'if (valueOn !== null && valueOn <= from)',
      },
    ],
  },
  {
    name: 'reconciled-with-money-nowhere',
    broken: 'a reconciliation is refused for money that no statement has, and doesn’t name it',
    checker: invented,
    sign: /valued 300 days ago stops the reconciliation, which names it/,
    edits: [
      {
        file: 'src/domains/reconciliations/rules.ts',
        find: 'if (c.astray > 0)',
        replace: 'if (c.astray < 0)',
      },
    ],
  },
  {
    name: 'statement-left-out-between',
    broken: 'a statement follows one whose closing balance it doesn’t begin with',
    checker: invented,
    sign: /must begin with what that one ended with/,
    edits: [
      {
        file: 'src/domains/reconciliations/rules.ts',
        find: 'if (c.openingAfter !== null && c.openingAfter !== before.closing)',
        replace: 'if (c.openingAfter !== null && c.openingAfter === undefined)',
      },
    ],
  },
  {
    name: 'one-of-three-decides',
    broken: 'of three payments in an entry the one that is told says whose all of it is',
    checker: habits,
    sign: /say nobody’s/,
    edits: [
      {
        file: 'src/domains/bank-statements/camt.ts',
        find: 'const isOne = said <= 1 && (only === undefined || isAllOf(only, whole))',
        replace: 'const isOne = said <= 9 && (only === undefined || true)',
      },
    ],
  },
  {
    name: 'reconciled-with-something-over',
    broken: 'a statement is reconciled whose balance no line explains',
    checker: reconciling,
    sign: /leaves something over, and is not recorded/,
    edits: [
      {
        file: 'src/domains/reconciliations/rules.ts',
        find: 'return c.closing === c.balance - c.inTransitSum',
        replace: 'return c.closing !== 0n',
      },
    ],
  },
  {
    name: 'statement-of-the-other-account',
    broken: 'the statement of one account reconciles the other',
    checker: reconciling,
    sign: /of another account than before is refused/,
    edits: [
      {
        file: 'src/domains/reconciliations/rules.ts',
        find: 'if (isOthers || differs)',
        replace: 'if (differs)',
      },
    ],
  },
  {
    name: 'shell-administrator-at-once',
    broken: 'an administrator made at the shell of an open firm counts as soon as they are there',
    checker: inviting,
    sign: /counts when the day is over|waits a day|before its time/,
    edits: [
      {
        file: 'src/domains/role-changes/operators.ts',
        find: "if (isOpen && !waited) return refuse('not_due')",
        replace: '',
      },
    ],
  },
  {
    name: 'invitation-of-one-who-is-frozen',
    broken: 'an invitation opens an account after its administrator was frozen',
    checker: inviting,
    sign: /leads nowhere while whoever made it is frozen/,
    edits: [
      {
        file: 'src/domains/staff-invitations/queries.ts',
        find: 'and invitation.expires_at > clock_timestamp() and ${inviterActs}`',
        replace: 'and invitation.expires_at > clock_timestamp()`',
      },
    ],
  },
  {
    name: 'payout-comes-back-twice',
    broken: 'one payout comes back again and again',
    checker: sentBack,
    sign: /never paid, went elsewhere than to a bank, or came back already/,
    edits: [
      {
        file: 'src/domains/payout-returns/proposals.ts',
        find: "request.status !== 'paid' ||",
        replace: "!['paid', 'returned'].includes(request.status) ||",
      },
    ],
  },
  {
    name: 'more-comes-back-than-left',
    broken: 'two administrators give somebody more than was paid',
    checker: sentBack,
    sign: /more than was paid/,
    edits: [
      {
        file: 'src/domains/payout-returns/proposals.ts',
        find: 'BigInt(amount) > request.amount',
        replace: 'BigInt(amount) > request.amount * 2n',
      },
    ],
  },
  {
    name: 'return-as-deposit',
    broken: 'a payout that came back is a deposit, which a referrer can be credited for',
    checker: sentBack,
    sign: /undoes what was paid out, and is no deposit/,
    edits: [
      {
        file: 'src/domains/payout-returns/proposals.ts',
        find: "const kind = 'payout-returned'",
        replace: "const kind = 'bank-deposit' as 'payout-returned'",
      },
    ],
  },
  {
    name: 'one-payout-sent-back-by-two-entries',
    broken: 'two entries of a statement both propose that one payout came back',
    checker: sentBack,
    sign: /two entries that name one payout don’t give it/,
    edits: [
      {
        file: 'src/domains/reconciliations/payouts.ts',
        find: 'alike.get(request)!.length === 1',
        replace: 'alike.get(request)!.length > 0',
      },
    ],
  },
  {
    name: 'rehearsed-what-was-lost',
    broken: 'a backup counts as rehearsed although it isn’t of what the database has',
    checker: tests('tests/integration/backup-rehearse.test.ts'),
    sign: /isn’t recorded when it holds what the database has lost/,
    edits: [
      {
        file: 'scripts/backup-rehearse.ts',
        find: '    await checkSame(live, end)\n',
        replace: '',
      },
    ],
  },
  {
    name: 'script-takes-embedded',
    broken:
      'a script takes the embedded demonstration although the settings speak of a firm in live',
    checker: tests('tests/integration/operators-scripts.test.ts'),
    sign: /is not taken by audit where the settings speak of another one/,
    edits: [
      {
        file: 'src/platform/postgres/open-database.ts',
        find: "  if (mode === 'live')\n",
        replace: "  if (mode === 'live' && databaseUrl !== null)\n",
      },
    ],
  },
]
