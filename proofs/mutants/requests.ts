/** Requests for money out: how many wait, how small they are, and that none goes to the firm itself. */
import { tests } from './checkers.ts'
import type { Mutant } from './prove.ts'

const flags = tests('tests/integration/withdrawal-flags.test.ts')
const destinations = tests('tests/integration/destinations.test.ts')
const bounds = 'src/domains/withdrawals/bounds.ts'

export const ofBounds: Mutant[] = [
  {
    name: 'one-more-pending',
    broken: 'one more request of a person can be pending than was set',
    checker: flags,
    sign: /J7: the bounds that the firm has set let as many requests of one person wait as are set/,
    edits: [
      {
        file: bounds,
        find: 'world.fact(pendingOf, owner) < pendingAtMost',
        replace: 'world.fact(pendingOf, owner) <= pendingAtMost',
      },
    ],
  },
  {
    name: 'sign-in-changed-and-sent',
    broken: 'whoever has just changed a sign-in sends its money to a place of their own',
    checker: flags,
    sign: /J7: an address that was paid before in other letters is known, to the hold and to the flags/,
    edits: [
      {
        file: 'src/domains/withdrawals/hold.ts',
        find: 'if (held)',
        replace: 'if (held && waits)',
      },
    ],
  },
  {
    name: 'finding-not-kept',
    broken: 'what a command found in its flight is not kept with it',
    checker: tests('tests/replay.test.ts'),
    sign: /what a command found in its flight is kept with it, when it is refused too/,
    edits: [
      {
        file: 'src/desk/decide.ts',
        find: '{ ...job.rule.journal(job.command), ...observedIn(world, job.needs) }',
        replace: 'observedIn(world, job.needs) && job.rule.journal(job.command)',
      },
    ],
  },
  {
    name: 'balance-that-stays',
    broken: 'who has less than the smallest withdrawal can’t take it out',
    checker: flags,
    sign: /J7: the bounds that the firm has set say the smallest withdrawal/,
    edits: [
      {
        file: bounds,
        find: '|| !isPaidOut(type) || isWholeBalance(world, owner, amount)',
        replace: '|| !isPaidOut(type)',
      },
    ],
  },
  {
    name: 'balance-set-aside-for-a-moment',
    broken: 'the rest beside a request that can be cancelled counts as a whole balance',
    checker: flags,
    sign: /J7: the bounds that the firm has set let no small rest leave/,
    edits: [{ file: bounds, find: ' && world.fact(pendingOf, owner) === 0', replace: '' }],
  },
  {
    name: 'renamed-by-staff-untold',
    broken: 'who approves isn’t told that staff gave the account another name',
    checker: flags,
    sign: /J7: a name that staff changed/,
    edits: [
      {
        file: 'src/domains/withdrawals/looks.ts',
        find: `(@.field == "fullName")'`,
        replace: `(@.field == "no name")'`,
      },
    ],
  },
  {
    name: 'payout-spelled-anew',
    broken: 'one transfer is recorded as many payouts, each in another spelling',
    checker: tests('src/domains/withdrawals/rules.test.ts'),
    sign: /J7: .*in every spelling/,
    edits: [
      {
        file: 'src/domains/withdrawals/used-once.ts',
        find: '`${use} ${referenceKey(reference)}`',
        replace: '`${use} ${reference}`',
      },
    ],
  },
  {
    name: 'transfer-held-to-the-smallest',
    broken: 'the smallest withdrawal holds for transfers to people, too',
    checker: flags,
    sign: /J7: the bounds that the firm has set say the smallest withdrawal/,
    edits: [
      { file: bounds, find: 'if (isLarge || !isPaidOut(type) ||', replace: 'if (isLarge ||' },
    ],
  },
  {
    name: 'paid-to-a-drawn-address',
    broken: 'money is asked for to an address that was drawn of the firm’s own wallet',
    checker: destinations,
    sign: /J7: is refused to what was drawn of one of the firm’s wallets/,
    edits: [
      {
        file: 'src/domains/destinations/place.ts',
        find: "isOfFirm || (place.type === 'bank_transfer' && isDrawn(world, place.walletAddress))",
        replace: 'isOfFirm',
      },
    ],
  },
  {
    name: 'reviewed-by-an-old-rate',
    broken: 'the review of money out reckons with a rate of an hour ago, and asks nothing again',
    checker: tests('src/web/dashboard/transfer/rate-age.test.ts'),
    sign: /that is older than a minute asks again, once for each rate/,
    edits: [
      {
        file: 'src/web/dashboard/transfer/rate-age.ts',
        find: 'isOld: ageMs > maxAgeMs }',
        replace: 'isOld: ageMs > 60 * maxAgeMs }',
      },
    ],
  },
  {
    name: 'drawn-address-in-capitals',
    broken: 'an address that was drawn of the firm’s own wallet is another one in capitals',
    checker: destinations,
    sign: /J7: is refused to what was drawn of one of the firm’s wallets/,
    edits: [
      {
        file: 'src/domains/wallets/drawn.ts',
        find: 'const [spelled, digits] = [canonicalAddress(address), hexIn(address)]',
        replace: 'const [spelled, digits] = [address, hexIn(address)]',
      },
    ],
  },
]
