/** Roles that give more than they say, and duties that meet in one person. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const duties = tests('src/domains/approvals/duties.test.ts')
const checks = tests('tests/integration/checks.test.ts')
const lists = tests('tests/integration/payout-lists.test.ts')
const people = 'src/domains/people/rules.ts'

export const ofDuties: readonly Mutant[] = [
  {
    name: 'approver-pays-alone',
    broken: 'whoever alone approved a request pays it',
    checker: duties,
    sign: /whoever alone approved a request doesn’t pay it/,
    edits: [
      {
        file: 'src/domains/withdrawals/payable.ts',
        find: 'secondApprovalAbove !== null && firstApprovedBy === null && decidedBy === actor',
        replace: "secondApprovalAbove === -1n && firstApprovedBy === '' && decidedBy === actor",
      },
    ],
  },
  {
    name: 'approver-releases-alone',
    broken: 'whoever alone approved a request lets it go alone in a file',
    checker: duties,
    sign: /doesn’t let it go alone in a file/,
    edits: [
      {
        file: 'src/domains/payout-rails/release.ts',
        find: 'isAlone ? refusalOfAlone(world, c, actor) : null',
        replace: 'isAlone ? (refusalOfAlone(world, c, actor), null) : null',
      },
    ],
  },
  {
    name: 'check-swallows-address',
    broken: 'a check by a name hides that an address of the same entry was found',
    checker: checks,
    sign: /an address of the same entry is a check of its own/,
    edits: [
      {
        file: 'src/domains/checks/finding.ts',
        find: '  kindOfSide(ours),\n',
        replace: "  ours.as && '',\n",
      },
    ],
  },
  {
    name: 'verifier-is-first',
    broken: 'whoever proposes the end of a check may verify the person then',
    checker: checks,
    sign: /verifies the person then isn’t one of the two/,
    edits: [
      {
        file: 'src/domains/proposals/rules.ts',
        find: '(kind.mayStill?.(world, facts, by) ?? true)',
        replace: '(kind.mayStill?.(world, facts, by), true)',
      },
    ],
  },
  {
    name: 'verifier-unfreezes',
    broken: 'whoever verified a person lifts a freeze of them',
    checker: duties,
    sign: /whoever verified a person doesn’t lift a freeze/,
    edits: [
      {
        file: 'src/domains/verification/verifier.ts',
        find: 'verifiedBy !== null && verifiedBy === actor',
        replace: "verifiedBy !== null && verifiedBy === ''",
      },
    ],
  },
  {
    name: 'support-freezes-staff',
    broken: 'whoever may freeze people freezes who works here',
    checker: duties,
    sign: /is not done by support/,
    edits: [
      {
        file: people,
        find: 'owner.roles === noRoles || context.actor === null) return owner',
        replace: 'owner.roles !== context.kind || context.actor === null) return owner',
      },
    ],
  },
  {
    name: 'any-role-agrees',
    broken: 'whoever works here agrees to what they may not',
    checker: duties,
    sign: /proposes capital as treasurer, and another agrees as approver/,
    edits: [
      {
        file: 'src/domains/proposals/rules.ts',
        find: 'if (!mayAct(world, context.actor, proposalRights[kind.name].agree))',
        replace: "if (!mayAct(world, context.actor, 'work-here'))",
      },
    ],
  },
  {
    name: 'auditor-helps-out',
    broken: 'an auditor holds another role',
    checker: duties,
    sign: /an auditor has no other role/,
    edits: [
      {
        file: 'src/domains/role-changes/proposals.ts',
        find: "roles !== auditors && rolesIn(roles).includes('auditor')",
        replace: "roles === auditors && rolesIn(roles).includes('support')",
      },
    ],
  },
  {
    name: 'uncompared-leaves',
    broken: 'money leaves for whoever isn’t compared with the lists as they are',
    checker: checks,
    sign: /nothing leaves for who isn’t compared yet/,
    edits: [
      {
        file: 'src/domains/checks/stops.ts',
        find: '!world.fact(isCompared, owner) ||',
        replace: '(world.fact(isCompared, owner), false) ||',
      },
    ],
  },
  {
    name: 'uncompared-handed-out',
    broken: 'a list that was released hands out what goes to whoever isn’t compared, or is held',
    checker: lists,
    sign: /a released list hands out nothing of who isn’t compared/,
    edits: [
      {
        file: 'src/domains/checks/stops.ts',
        find: ' or not ${comparedNow(owner)})`',
        replace: ' or (${comparedNow(owner)}) is null)`',
      },
    ],
  },
  {
    name: 'check-unmarked',
    broken: 'the queue says nothing of a check that holds somebody',
    checker: checks,
    sign: /a request of somebody whom a check holds is marked/,
    edits: [
      {
        file: 'src/domains/withdrawals/looks.ts',
        find: 'law_check: checkGoesOn,',
        replace: "law_check: (checkGoesOn, 'false'),",
      },
    ],
  },
  {
    name: 'check-lifted-otherwise',
    broken: 'whoever may lift a freeze lifts one that a check holds',
    checker: checks,
    sign: /is lifted by its end alone, and that takes two/,
    edits: [
      {
        file: 'src/domains/checks/stops.ts',
        find: "freezes === 'account') ? waitsForCheck : null",
        replace: "freezes === ('' as never)) ? waitsForCheck : null",
      },
    ],
  },
  {
    name: 'verifier-clears',
    broken: 'whoever verified a person clears what was found of them',
    checker: checks,
    sign: /isn’t cleared by who verified the person/,
    edits: [
      {
        file: 'src/domains/checks/proposals.ts',
        find: 'return ends ? refusalOfVerifier(world, owner.id, context) : null',
        replace: 'return ends ? (refusalOfVerifier(world, owner.id, context), null) : null',
      },
    ],
  },
  {
    name: 'finding-unproved',
    broken: 'a check is decided on whatever became of what was found',
    checker: checks,
    sign: /whose finding was changed after it was proposed isn’t agreed to/,
    edits: [
      {
        file: 'src/domains/checks/proposals.ts',
        find: 'if (!isAsRecorded)',
        replace: 'if (!isAsRecorded && world.owners.size === 0)',
      },
    ],
  },
  {
    name: 'check-ends-other-freeze',
    broken: 'the end of a check lifts what somebody froze since',
    checker: checks,
    sign: /a freeze by staff since stays with its own reason/,
    edits: [
      {
        file: 'src/domains/checks/stops.ts',
        find: '[checks.row({ ...check, froze: false })] : []',
        replace: '[checks.row({ ...check, froze: true })] : []',
      },
    ],
  },
  {
    name: 'confirmed-is-paid',
    broken: 'who was confirmed to be listed is paid where the pack stops nothing',
    checker: checks,
    sign: /a confirmed match stops payouts and new investments/,
    edits: [
      {
        file: 'src/domains/checks/stops.ts',
        find: "status === 'confirmed' || freezes !== 'nothing'",
        replace: "(status, freezes !== 'nothing')",
      },
    ],
  },
  {
    name: 'confirmed-invests',
    broken: 'who was confirmed to be listed invests where the pack stops nothing',
    checker: checks,
    sign: /a confirmed match stops payouts and new investments/,
    edits: [
      {
        file: 'src/domains/investments/opening.ts',
        find: 'refusalOfBusiness(world, c.owner) ??',
        replace: '(refusalOfBusiness(world, c.owner), null) ??',
      },
    ],
  },
  {
    name: 'closing-hangs',
    broken: 'nobody says that a closing waits for a check',
    checker: tests('tests/integration/account-closings.test.ts'),
    sign: /waits for a check that holds it/,
    edits: [
      {
        file: 'src/domains/account-closings/queries.ts',
        find: "waiting.isKept ? 'law_check' : null",
        replace: 'null',
      },
    ],
  },
  {
    name: 'note-of-check-told',
    broken: 'a note about a check stands in the journal, and in packs of evidence',
    checker: checks,
    sign: /in nothing that a pack of evidence is made of/,
    edits: [
      {
        file: 'src/domains/staff-work/rules.ts',
        find: '(secret?.told ?? given)',
        replace: '(given ?? secret?.told)',
      },
    ],
  },
  {
    name: 'names-leave-with-money',
    broken: 'whoever reads money keeps names of people in a file',
    checker: tests('tests/integration/verifications-list.test.ts'),
    sign: /names of people leave with whoever may keep them alone/,
    edits: [
      {
        file: 'src/contract/endpoint.ts',
        find: "ofPeople ? (['export-people'] as const) : []",
        replace: 'ofPeople ? ([] as const) : []',
      },
    ],
  },
  {
    name: 'lifter-verifies',
    broken: 'whoever lifted a freeze verifies the person then',
    checker: duties,
    sign: /whoever lifted a freeze of a person doesn’t verify them then/,
    edits: [
      {
        file: 'src/domains/verification/verifier.ts',
        find: 'actor !== null && world.fact(liftersOf, owner).has(actor)',
        replace: 'actor === null && world.fact(liftersOf, owner).has(owner)',
      },
    ],
  },
  {
    name: 'one-document-twice',
    broken: 'a document is taken for two people whom two verify at once',
    checker: duties,
    sign: /isn’t taken for two people/,
    edits: [
      {
        file: 'src/domains/verification/decide.ts',
        find: ' || isAtAnother(world, number.digest, owner)',
        replace: ' && !isAtAnother(world, number.digest, owner)',
      },
    ],
  },
]
