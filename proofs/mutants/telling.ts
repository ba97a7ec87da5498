/** Announcements and policies: sent by one, twice, after they were stopped or past their pace; changed too soon, and not needed. */
import { inMemory, tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const rules = inMemory(60_000)
const announcing = tests('tests/integration/announcements.test.ts')

export const ofTelling: Mutant[] = [
  {
    name: 'announced-by-one',
    broken: 'one alone announces something to everybody',
    checker: rules,
    sign: /ProposeAnnouncement/,
    edits: [
      {
        file: 'src/domains/announcements/rules.ts',
        find: '{ kind: announcement, facts, answer: null, whyTwo }',
        replace: '{ kind: announcement, facts, answer: null, whyTwo: null }',
      },
    ],
  },
  {
    name: 'announced-after-stop',
    broken: 'people get an announcement that was stopped',
    checker: rules,
    sign: /DeliverAnnouncement/,
    edits: [
      {
        file: 'src/domains/announcements/rules.ts',
        find: "if (row.state !== 'sending') return refuse('announcement_not_sending')\n",
        replace: '',
      },
    ],
  },
  {
    name: 'announced-twice',
    broken:
      'a delivery isn’t named by its announcement and its person, and who missed the end of a walk is walked to again',
    checker: announcing,
    sign: /nobody gets it twice/,
    edits: [
      {
        file: 'src/domains/announcements/due.ts',
        find: '`announcement ${id} for ${owner}`',
        replace: '`announcement ${id} for ${owner} ${process.hrtime.bigint()}`',
      },
      {
        file: 'src/domains/announcements/audience.ts',
        find: 'delivery.owner_id = owner.id)',
        replace: 'delivery.owner_id is null)',
      },
      {
        file: 'db/migrations/046-announcements.sql',
        find: 'create unique index announcement_deliveries_once',
        replace: 'create index announcement_deliveries_once',
      },
    ],
  },
  {
    name: 'announced-past-its-pace',
    broken: 'an announcement reaches everybody at once',
    checker: announcing,
    // Too late to be stopped by then.
    sign: /is stopped by one and goes on by two/,
    edits: [
      {
        file: 'src/domains/announcements/due.ts',
        find: 'most - lately',
        replace: 'atOnce',
      },
    ],
  },
  {
    name: 'announced-to-strangers',
    broken: 'an announcement is mailed to an address that nobody has confirmed',
    checker: rules,
    sign: /delivery|announcement_deliveries/,
    edits: [
      {
        file: 'src/domains/announcements/rules.ts',
        find: 'row.isMailed && owner!.emailVerified',
        replace: 'row.isMailed',
      },
    ],
  },
  {
    name: 'policy-too-soon',
    broken: 'a policy changes without the notice that people have',
    checker: rules,
    sign: /ProposeEdition|AgreeToProposal/,
    edits: [
      {
        file: 'src/domains/editions/proposals.ts',
        find: 'if (countsFrom < at + noticeDays * dayMs)',
        replace: 'if (countsFrom < at)',
      },
    ],
  },
  {
    name: 'policy-taken-back',
    broken: 'a policy that counts is withdrawn',
    checker: rules,
    sign: /ProposeEditionWithdrawal|AgreeToProposal/,
    edits: [
      {
        file: 'src/domains/editions/proposals.ts',
        find: "return one.countsFrom <= at ? refuse('edition_counts') : null",
        replace: 'return null',
      },
    ],
  },
  {
    name: 'policy-not-needed',
    broken: 'an investment is opened by whoever hasn’t accepted the policies that count',
    checker: rules,
    sign: /OpenInvestment/,
    edits: [
      {
        file: 'src/domains/investments/opening.ts',
        find: '    refusalByEditions(world, c.owner, at) ??\n',
        replace: '',
      },
    ],
  },
  {
    name: 'policy-accepted-for',
    broken: 'somebody accepts a policy in another’s name',
    checker: rules,
    sign: /AcceptEdition/,
    edits: [
      {
        file: 'src/domains/editions/rules.ts',
        find: "if (actor !== owner) return refuse('forbidden')\n",
        replace: '',
      },
    ],
  },
  {
    name: 'policy-unread',
    broken: 'a policy is accepted by another text than the one that was shown',
    checker: rules,
    sign: /AcceptEdition/,
    edits: [
      {
        file: 'src/domains/editions/rules.ts',
        find: "if (one.digest !== digest) return refuse('policy_changed')\n",
        replace: '',
      },
    ],
  },
]
