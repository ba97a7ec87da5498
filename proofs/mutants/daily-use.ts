/** What people do every day: saved destinations, links in mails, friends, the queue and its payouts. */
import { tests } from './checkers.ts'
import { believedIn } from './edits.ts'
import type { Mutant } from './prove.ts'

const destinations = tests('tests/integration/destinations.test.ts')
const links = tests('tests/integration/mailed-acts.test.ts')
const friends = tests('tests/integration/referrals.test.ts')
const queue = tests('tests/integration/withdrawals-work.test.ts')
const mailed = tests('src/platform/mail/html.test.ts')
const onPaper = tests('tests/scripts-on-paper.test.ts')
const payouts = tests('src/web/admin/withdrawals/payouts.test.ts')

const requests = 'src/domains/withdrawals/rules.ts'
const mailedActs = 'src/domains/sign-in/mailed-acts.ts'

const ofDestinations: Mutant[] = [
  {
    name: 'destination-of-another',
    broken: 'money is sent to what somebody else has saved',
    checker: destinations,
    sign: /A destination belongs to its owner alone/,
    edits: [
      {
        file: requests,
        find: 'if (!destination || destination.owner !== owner ||',
        replace: 'if (!destination ||',
      },
    ],
  },
  {
    name: 'removed-destination',
    broken: 'money is sent to a destination that was removed',
    checker: destinations,
    sign: /is refused when the destination was removed/,
    edits: [{ file: requests, find: ` || destination.status === 'removed')`, replace: ')' }],
  },
  {
    name: 'destination-not-as-shown',
    broken: 'a request names another address than the destination that was chosen',
    checker: destinations,
    sign: /is refused when it names another address than was saved/,
    edits: [
      {
        file: requests,
        find: `return isShown ? null : refuse('destination_changed')`,
        replace: 'return isShown ? null : null',
      },
    ],
  },
  {
    name: 'destination-believed',
    broken: 'a saved destination is sent to without a look at what was left of it',
    checker: destinations,
    sign: /I2 is refused/,
    edits: [believedIn('src/domains/destinations/table.ts', 'destinations')],
  },
  {
    name: 'no-wait-when-typed',
    broken: 'the wait of a new destination is gone around by typing its address',
    checker: destinations,
    sign: /money goes there a day later/,
    edits: [
      {
        file: 'src/domains/destinations/wait.ts',
        find: '(lower(destination.wallet_address) = lower(sent.address) or',
        replace: '(sent.address is null and',
      },
    ],
  },
  {
    name: 'firms-own-in-capitals',
    broken: 'the firm’s own address is known by its letters alone, not by their case',
    checker: destinations,
    sign: /is refused to one of the firm’s own addresses, typed in any letters/,
    edits: [
      {
        file: 'src/domains/destinations/routes.ts',
        find: 'isSameAddress(address, to)',
        replace: 'address === to',
      },
      // Either is enough where an address is kept in its one spelling.
      {
        file: 'src/lib/wallet-address.ts',
        find: "addressKind(address)?.coding === 'bech32' && address === address.toUpperCase()",
        replace: "address === ''",
      },
    ],
  },
]

const ofLinks: Mutant[] = [
  {
    name: 'mailed-link-without-end',
    broken: 'a link that acts is good for ever',
    checker: links,
    sign: /ends after seven days/,
    edits: [
      {
        file: mailedActs,
        find: ` and command.recorded_at > clock_timestamp() - interval '7 days'`,
        replace: '',
      },
    ],
  },
  {
    name: 'mailed-link-outlives-password',
    broken: 'a link that acts is good after the password was changed',
    checker: links,
    sign: /ends with a change of the password/,
    edits: [
      {
        file: mailedActs,
        find: 'and password.changed_at >= command.recorded_at)',
        replace: 'and false)',
      },
    ],
  },
  {
    name: 'freezes-twice',
    broken: 'the link that froze an account freezes it again after staff have lifted it',
    checker: links,
    sign: /works once: after staff have unfrozen the account it freezes it no more/,
    edits: [
      {
        file: mailedActs,
        find: "  if (used) throw new ProblemError('link_ended')\n",
        replace: '',
      },
    ],
  },
  {
    name: 'link-for-staff',
    broken: 'a link of a mail freezes an account of staff',
    checker: links,
    sign: /is in no mail to staff, whom it would cost more than money out, and works for none/,
    edits: [{ file: mailedActs, find: `and owner.role = 'user' `, replace: '' }],
  },
]

const ofPeople: Mutant[] = [
  {
    name: 'name-moves-an-amount-in-mails',
    broken: 'a name from right to left changes the place of the amount beside it, in mails',
    checker: mailed,
    sign: /a name from right to left stands apart from the amount beside it/,
    edits: [{ file: 'src/platform/mail/letter.ts', find: '.map(orderOf),', replace: ',' }],
  },
  {
    name: 'name-moves-an-amount-on-paper',
    broken: 'a name from right to left changes the place of the amount beside it, on papers',
    checker: onPaper,
    sign: /stands in its order, and what is beside it in its place/,
    edits: [
      {
        file: 'src/platform/pdf/paper.ts',
        find: 'this.#breakable(inOrder(composed(text)), options.width)',
        replace: 'this.#breakable(composed(text), options.width)',
      },
    ],
  },
  {
    name: 'friend-by-name',
    broken: 'who invited somebody reads their full name',
    checker: friends,
    sign: /are those who signed up with the code, masked/,
    edits: [
      {
        file: 'src/domains/referrals/friends.ts',
        find: 'name === null ? null : maskName(name)',
        replace: 'name',
      },
    ],
  },
  {
    name: 'frozen-unmarked',
    broken: 'the queue says nothing of a frozen account',
    checker: queue,
    sign: /say that the account is frozen/,
    edits: [
      {
        file: 'src/domains/withdrawals/looks.ts',
        find: "account_frozen: payeeIsFrozen('request.owner_id')",
        replace: "account_frozen: (payeeIsFrozen(''), 'false')",
      },
    ],
  },
  {
    name: 'payout-of-another-amount',
    broken: 'a line of the payouts’ file is taken although its amount differs',
    checker: payouts,
    sign: /the line a,1000\.51,tb1q one,tx is refused/,
    edits: [
      {
        file: 'src/web/admin/withdrawals/payouts.ts',
        find: 'if (centsFromText(amount!) !== centsOf(row.amount))',
        replace: 'if (false)',
      },
    ],
  },
]

const staffStream = tests('tests/integration/staff-live.test.ts')
const savedViews = tests('tests/integration/saved-views.test.ts')
const roleChanges = tests('tests/integration/role-changes.test.ts')
const auditRecords = tests('tests/integration/audit-record.test.ts')
const auditLog = tests('tests/integration/audit-log.test.ts')

const streams = 'src/domains/activity/staff-live.ts'

const ofConsoles: Mutant[] = [
  {
    name: 'stream-of-anybody',
    broken: 'a stream of staff tells on although its owner may no longer know',
    checker: staffStream,
    sign: /tell nothing more to who may no longer know/,
    edits: [
      {
        file: streams,
        find: 'const refusal = await refusalOf(listener)',
        replace: 'const refusal = looks > 3 ? await refusalOf(listener) : null',
      },
    ],
  },
  {
    name: 'greedy-streams',
    broken: 'one of staff takes every stream that there is',
    checker: staffStream,
    sign: /beyond a person’s share are refused, and others find a place/,
    edits: [{ file: streams, find: 'take(who.person)', replace: 'take(null)' }],
  },
  {
    name: 'told-of-one-side',
    broken: 'staff are told whose money went by a transfer, and not who got it',
    checker: staffStream,
    sign: /are told of both whom a transfer is about/,
    edits: [
      { file: streams, find: "recipients.get(commit.withdrawal ?? '') ?? null", replace: 'null' },
    ],
  },
  {
    name: 'view-of-another',
    broken: 'a saved view is renamed by whoever knows its id',
    checker: savedViews,
    sign: /is unknown to everybody else/,
    edits: [
      {
        file: 'src/domains/saved-views/queries.ts',
        find: '(view.person_id = $1 or (view.is_shared',
        replace: '($1::uuid is not null or (view.is_shared',
      },
    ],
  },
  {
    name: 'role-without-a-factor',
    broken: 'somebody without a second factor is given a role that needs one',
    checker: roleChanges,
    sign: /somebody without a second factor, where staff need one/,
    edits: [
      {
        file: 'src/domains/role-changes/has-factor.ts',
        find: 'roleNeedsFactor && !world.fact(hasFactor, owner)',
        replace: 'roleNeedsFactor && world.fact(hasFactor, owner) === null',
      },
    ],
  },
  {
    name: 'role-lost-and-used',
    broken: 'what an administrator gave before losing the role is decided afterwards',
    checker: roleChanges,
    sign: /takes with it what its holder gave before/,
    edits: [
      {
        file: 'src/desk/command.ts',
        find: "return capabilitiesOf(owner.roles).has(may) ? null : refuse('forbidden')",
        replace: 'return null',
      },
    ],
  },
  {
    name: 'proposal-outlives-proposer',
    broken: 'a role proposed by somebody who is frozen or has lost the role is given',
    checker: roleChanges,
    sign: /a proposal ends for whoever made it/,
    edits: [
      {
        file: 'src/domains/approvals/two.ts',
        find: "(counts(begun) ? null : refuse('first_approver_gone'))",
        replace: 'null',
      },
    ],
  },
  {
    name: 'lost-secret-unsaid',
    broken: 'links whose secret was lost pass for ones that were checked',
    checker: auditRecords,
    sign: /a secret was lost says how many carry no code/,
    edits: [
      {
        file: 'src/desk/chain-links.ts',
        find: 'journal !== null && !isKeyKnown(macKeys, mac)',
        replace: 'journal === null && !isKeyKnown(macKeys, mac)',
      },
    ],
  },
  {
    name: 'sentence-is-a-formula',
    broken: 'the audit’s file has what a person wrote as a formula',
    checker: auditLog,
    sign: /has no formula for the name of one of staff either/,
    edits: [
      {
        file: 'src/domains/audit/csv.ts',
        find: 'csvWords(sentence)',
        replace: 'sentence',
      },
    ],
  },
]

export const ofDailyUse: readonly Mutant[] = [
  ...ofDestinations,
  ...ofLinks,
  ...ofPeople,
  ...ofConsoles,
]
