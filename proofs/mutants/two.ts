/** Money of a frozen account, and decisions of two who are no longer two. */
import { tests } from './checkers.ts'
import { rowsBelieved } from './edits.ts'
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
        find: 'looks.get(id) ?? stops.get(id) ?? []',
        replace: 'looks.get(id) ?? []',
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
        find: '!payoutStops.some((stop) => looks.includes(stop))',
        replace: 'payoutStops.length + looks.length >= 0',
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
        find: "and payee.status = 'frozen')",
        replace: "and payee.status = 'nobody')",
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
        find: "world.owners.get(owner)?.status === 'frozen' ? payeeFrozen",
        replace: "world.owners.get(owner)?.status === 'closed' ? payeeFrozen",
      },
    ],
  },
]

const decisions = tests('src/domains/approvals/two.test.ts')
const place = 'src/domains/approvals/two.ts'
const notCompleted = /J1: what one administrator began .* is not completed/

const ofDecisions: Mutant[] = [
  {
    name: 'proposer-counts-for-ever',
    broken: 'what somebody proposed who was frozen since, or lost the role, is approved',
    checker: decisions,
    sign: notCompleted,
    edits: [
      {
        file: place,
        find: "(counts(begun) ? null : refuse('first_approver_gone'))",
        replace: 'null',
      },
    ],
  },
  {
    name: 'approval-counts-for-ever',
    broken: 'the first approval of somebody who was frozen since, or lost the role, counts',
    checker: decisions,
    sign: notCompleted,
    edits: [
      {
        file: place,
        find: "(counts(begun) ? 'second' : 'first')",
        replace: "(begun.first === null ? 'first' : 'second')",
      },
    ],
  },
  {
    name: 'builder-counts-for-ever',
    broken: 'a list whose maker was frozen since is released as if by two',
    checker: decisions,
    sign: notCompleted,
    edits: [{ file: place, find: ' || !counts(begun),', replace: ',' }],
  },
  {
    name: 'one-is-two',
    broken: 'one administrator completes what they began',
    checker: decisions,
    sign: /is completed by another, and not by who began it/,
    edits: [
      { file: place, find: 'second === null || first === second', replace: 'second === null' },
    ],
  },
  {
    name: 'nobody-asked',
    broken: 'a rule that asks nobody decides for two',
    checker: decisions,
    sign: /is not decided by a rule that asks nobody/,
    edits: [{ file: place, find: ' && !wasAsked)', replace: ' && wasAsked === null)' }],
  },
  {
    name: 'waited-without-two',
    broken: 'a second factor is taken away at last though one of the two who agreed was frozen',
    checker: decisions,
    sign: /lapses where who (?:proposed|approved) it/,
    edits: [
      {
        file: 'src/domains/access-changes/rules.ts',
        find: '!isOwn(change) && !isOfTwo(world, owner, change)',
        replace: 'isOwn(change) && !isOfTwo(world, owner, change)',
      },
    ],
  },
]

const treasury = tests('src/domains/treasury/rules.test.ts')
const states = 'src/desk/row-states.ts'
const firmsMoney = 'src/domains/treasury/rules.ts'

const ofFirm: Mutant[] = [
  {
    name: 'capital-by-one',
    broken: 'one administrator alone pays in capital above the limit',
    checker: treasury,
    sign: /J12: .* waits for somebody else/,
    edits: [
      { file: firmsMoney, find: '[whyTwoIn(world, c, act), counted', replace: '[null, counted' },
    ],
  },
  {
    name: 'capital-in-parts',
    broken: 'one administrator alone pays in any capital, in parts below the limit',
    checker: treasury,
    sign: /J12: .* is reached by many small amounts too/,
    edits: [{ file: firmsMoney, find: ', countedAlone(c, act, context)]', replace: ', []]' }],
  },
  {
    name: 'reference-of-a-proposal',
    broken:
      'a cent is booked under the reference of what is proposed, which nobody can agree to any more',
    checker: treasury,
    sign: /J12: .* holds its reference/,
    edits: [
      {
        file: 'src/domains/proposals/propose.ts',
        find: 'if (before.some((one) => !isOver(one, at)',
        replace: 'if (whyTwo !== null && before.some((one) => !isOver(one, at)',
      },
    ],
  },
  {
    name: 'reference-of-a-proposal-by-letters',
    broken: 'what is proposed holds its reference in its own spelling alone',
    checker: treasury,
    sign: /J12: .* holds its reference/,
    edits: [
      {
        file: 'src/domains/treasury/proposals.ts',
        find: '`capital ${referenceKey(reference)}`',
        replace: '`capital ${reference}`',
      },
    ],
  },
  {
    name: 'funding-believed',
    broken: 'what somebody wrote into a proposal of capital is booked',
    checker: tests('tests/integration/treasury.test.ts'),
    sign: /a row that somebody changes is believed by none/,
    edits: [rowsBelieved],
  },
]

const rowStates = tests('tests/integration/row-states.test.ts')

const ofRows: Mutant[] = [
  {
    name: 'journal-without-its-mac',
    broken: 'commands are believed that are in order but for their MAC',
    checker: tests('tests/integration/forged-rows.test.ts'),
    sign: /J4: decides nothing: another email that both addresses confirmed in a forged journal/,
    edits: [
      {
        file: 'src/desk/read-back.ts',
        find: 'faultOfWords(row) ?? faultOfMac(macKeys, row, digest, { listed, unlisted: null })',
        replace: 'faultOfWords(row)',
      },
      {
        file: 'src/desk/read-back.ts',
        find: "isUnstamped ? 'it has no MAC' : null",
        replace: 'null',
      },
    ],
  },
  {
    name: 'friend-decides',
    broken: 'for whom a referrer is credited decides on it',
    checker: tests('src/domains/corrections/rules.test.ts'),
    sign: /is agreed to by nobody whom it is about/,
    edits: [
      {
        file: 'src/domains/proposals/rules.ts',
        find: 'proposal.owner === actor || proposal.besides === actor',
        replace: 'proposal.owner === actor',
      },
    ],
  },
  {
    name: 'edit-of-what-has-changed',
    broken: 'an edit is posted though the money has changed since it was proposed',
    checker: tests('src/domains/corrections/rules.test.ts'),
    sign: /says what has changed since it was proposed/,
    edits: [
      {
        file: 'src/domains/corrections/proposals.ts',
        find: 'changedSince(owner, cash, facts) ??',
        replace: '(facts.edits === changedSince.name ? changedSince(owner, cash, facts) : null) ??',
      },
    ],
  },
  {
    name: 'row-as-it-stands',
    broken: 'a row that no command left as it stands decides',
    checker: tests('tests/integration/forged-rows.test.ts'),
    sign: /J4: decides nothing: a correction that nobody proposed/,
    edits: [
      {
        file: states,
        find: 'if (number === null) return false',
        replace: 'if (number === null) return true',
      },
    ],
  },
  {
    name: 'state-at-any-place',
    broken: 'an earlier state of a row counts again at a later place',
    checker: rowStates,
    sign: /are copied to another row, or to a later place, in vain/,
    edits: [
      {
        file: states,
        find: '  table.keyOf(row),\n  number,\n  command,',
        replace: '  table.keyOf(row),\n  command,',
      },
      {
        file: states,
        find: '  table.keyOf(row),\n  number,\n  saidBy',
        replace: '  table.keyOf(row),\n  saidBy',
      },
    ],
  },
  {
    name: 'words-of-the-living-erased',
    broken: 'a row decides although its words were taken from somebody who is there',
    checker: rowStates,
    sign: /of a living person’s row need their words/,
    edits: [
      { file: states, find: 'return found.isErased && saidBy', replace: 'return true || saidBy' },
    ],
  },
]

const ofFactors: Mutant[] = [
  {
    name: 'access-change-believed',
    broken: 'what somebody wrote into a change of access takes effect',
    checker: tests('tests/integration/forged-rows.test.ts'),
    sign: /J4: decides nothing: another email of an administrator that two approved/,
    edits: [
      {
        file: 'src/domains/access-changes/follow.ts',
        find: "if (recorded === 'in memory' || steps === 'in memory') return null",
        replace: 'if (recorded !== undefined || steps !== undefined) return null',
      },
    ],
  },
  {
    name: 'auditor-without-factor',
    broken: 'an auditor of a live firm works without a second factor',
    checker: tests('tests/integration/second-factor.test.ts'),
    sign: /J9: as auditor can do nothing in the office/,
    edits: [
      {
        file: 'src/platform/policy.ts',
        find: 'staffNeedSecondFactor && roles !== noRoles',
        replace: 'staffNeedSecondFactor && roles !== noRoles && roles !== \'["auditor"]\'',
      },
    ],
  },
]

export const ofTwo: readonly Mutant[] = [
  ...ofFrozen,
  ...ofDecisions,
  ...ofFirm,
  ...ofRows,
  ...ofFactors,
]
