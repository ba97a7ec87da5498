/** Whose mailbox an account is, by which links its address changes, when it ends by itself, and what the bell remembers. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const verified = tests('tests/integration/verify-email.test.ts')
const ownChanges = tests('tests/integration/own-email-change.test.ts')
const bell = tests('tests/integration/notifications.test.ts')
const closings = tests('tests/integration/account-closings.test.ts')

const people = 'src/domains/users/rules.ts'
const changes = 'src/domains/access-changes/rules.ts'

const proofs: Mutant[] = [
  {
    name: 'closed-though-frozen',
    broken: 'an account that was frozen after its owner asked to close it is closed by itself',
    checker: closings,
    sign: /lapses where money has come in meanwhile, and where the account is frozen/,
    edits: [
      {
        file: 'src/domains/account-closings/may-close.ts',
        find: `if (status === 'frozen') return { why: 'frozen' }`,
        replace: '',
      },
    ],
  },
  {
    name: 'factors-of-before-stay',
    broken: 'the first proof of a mailbox leaves the second factors of whoever opened the account',
    checker: verified,
    sign: /ends what was there before by the link/,
    edits: [
      {
        file: people,
        find: 'endFactorsOf(c.owner),\n        endSessionsOf({',
        replace: 'endSessionsOf({',
      },
    ],
  },
  {
    name: 'verified-by-an-earlier-address',
    broken: 'a link that was mailed to an earlier address verifies the present one',
    checker: verified,
    sign: /I4 is confirmed by no link/,
    edits: [
      {
        file: people,
        find: 'if (owner!.emailVerified || owner!.email !== c.email)',
        replace: 'if (owner!.emailVerified)',
      },
    ],
  },
  {
    name: 'reset-proves-nothing',
    broken: 'a first reset leaves the factors and links of whoever opened the account',
    checker: verified,
    sign: /by the first reset: who opened the account is locked out/,
    edits: [
      {
        file: 'src/domains/sign-in/reset.ts',
        find: 'await endWhatWasBefore(client, person)\n',
        replace: '\n',
      },
    ],
  },
  {
    name: 'money-ends-by-itself',
    broken: 'an account that had money ends when nobody has confirmed its address',
    checker: verified,
    sign: /stays where it was confirmed, is frozen, or has or ever had money/,
    edits: [
      {
        file: people,
        find: "world.books.state(id, 'cash').version > 0n",
        replace: "world.books.state(id, 'cash').version < 0n",
      },
      {
        file: 'src/domains/users/unverified.ts',
        find: " and not ${hasHadMoney('owner.id')}",
        replace: '',
      },
    ],
  },
]

const addresses: Mutant[] = [
  {
    name: 'one-press-confirms-a-new-address',
    broken:
      'a new address is confirmed by its link alone, without the password of who asked for it',
    checker: ownChanges,
    sign: /does not know the password/,
    edits: [
      {
        file: 'src/domains/access-changes/routes.ts',
        find: 'await guesses.checkPassword(presentEmail, call.body.password, caller)\n',
        replace: '\n',
      },
    ],
  },
  {
    name: 'ends-untold',
    broken: 'an account that nobody confirmed ends before its holder was told of it for a week',
    checker: verified,
    sign: /nobody could be told of, while no worker ran/,
    edits: [
      {
        file: 'src/domains/users/unverified.ts',
        find: ' and person.told_of_end_at <= clock_timestamp() - ${toldBefore}',
        replace: '',
      },
    ],
  },
  {
    name: 'one-mailbox-agrees-for-both',
    broken: 'the new address of a verified account counts without the present one',
    checker: ownChanges,
    sign: /another address of one’s own/,
    edits: [{ file: changes, find: 'agreed: !owner.emailVerified,', replace: 'agreed: true,' }],
  },
  {
    name: 'address-while-a-thief-is-removed',
    broken: 'the address changes while staff take away a factor that is said to be a thief’s',
    checker: ownChanges,
    sign: /waits while staff take away/,
    edits: [
      {
        file: changes,
        find: 'if (openChangesIn(world, c.owner).some(({ hostile }) => hostile)) return',
        replace: 'if (openChangesIn(world, c.owner).length > 99) return',
      },
    ],
  },
  {
    name: 'account-taken-along',
    broken: 'a change of address outlives the proof of the present mailbox',
    checker: ownChanges,
    sign: /whoever proves the present mailbox/,
    edits: [
      {
        file: people,
        find: 'put: endEmailChanges(world, c.owner, context).map((row) => accessChanges.row(row)),\n      effects: [\n        endFactorsOf',
        replace: 'put: [],\n      effects: [\n        endFactorsOf',
      },
    ],
  },
]

const places: Mutant[] = [
  {
    name: 'bell-goes-back',
    broken: 'what was read is new again when an older place is named',
    checker: bell,
    sign: /never goes back/,
    edits: [
      {
        file: 'src/domains/people/bell.ts',
        find: 'greatest(person.read_up_to, least($2::bigint, owner.version))',
        replace: 'least($2::bigint, owner.version)',
      },
    ],
  },
  {
    name: 'bell-reads-ahead',
    broken: 'what has not happened yet counts as read',
    checker: bell,
    sign: /nor beyond what has happened/,
    edits: [
      {
        file: 'src/domains/people/bell.ts',
        find: 'least($2::bigint, owner.version)',
        replace: '$2::bigint',
      },
    ],
  },
]

export const ofIdentity: Mutant[] = [...proofs, ...addresses, ...places]
