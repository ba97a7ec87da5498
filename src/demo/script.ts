/** The history of the demonstration as a list of commands, each with its moment, in the order in which they happened. */
import { oneIsEnough } from '../domains/approvals/rules.ts'
import type { User } from '../contract/user.ts'
import { openingNumbers } from '../domains/people/opening.ts'
import type { AnyCommand } from '../domains/nouns.ts'
import { planIdOf } from '../domains/plans/seed.ts'
import { canonical } from '../lib/canonical.ts'
import { centsFromDollars, type Cents } from '../lib/money.ts'
import { idFromName } from '../platform/ids.ts'
import { checksFor } from '../contract/verification.ts'
import type { Cast, Deed, Moment, Person, SignIn, Verify, Withdraw } from './cast.ts'

export type Step = {
  at: Moment
  /** Where it stands in the file of the cast. */
  where: string
  /** Derived from who and where, so that a history that was cut off goes on without doing anything twice. */
  id: string
  /** Null: the house itself. */
  actor: string | null
  /** A correction depends on the figures of the user as they are by then; a document, on bytes that are kept first. */
  command: AnyCommand | { of: string; made: (user: User) => AnyCommand } | SampleDocument
}

/** A file of the pack that this person adds. */
export type SampleDocument = { adds: 'identity' | 'address'; owner: string }

/** By the plan's slug. */
/** By the plan's slug. */
type Accepted = ReadonlyMap<string, { acceptedRiskVersion: number; acceptedTermsVersion: number }>

export function ownerIdOf(slug: string): string {
  return idFromName(`demo person ${slug}`)
}

/** In an empty house the first numbers drawn are free, so they are known before the account is opened. */
function numbersOf(slug: string) {
  return openingNumbers(ownerIdOf(slug), 0)
}

const defaultAdmin = 'admin'
const staff = (by: string | undefined) => ownerIdOf(by ?? defaultAdmin)
const cents = (dollars: number): Cents => centsFromDollars(dollars)!

function treasurySteps({ when, by, capital, pools }: Cast['treasury']): Step[] {
  const step = (name: string, command: AnyCommand): Step => ({
    at: when,
    where: `treasury.${name}`,
    id: idFromName(`demo treasury ${name}`),
    actor: ownerIdOf(by),
    command,
  })
  return [
    step('capital', {
      kind: 'PayInCapital',
      command: { amount: capital, reference: 'SAMPLE-CAPITAL-1', ...oneIsEnough },
    }),
    ...(['returns', 'referral', 'corrections', 'loan'] as const).flatMap((pool) => {
      const amount = pools[pool]
      if (amount === undefined) return []
      return [
        step(`pools.${pool}`, {
          kind: 'FundPool',
          command: { pool, amount, ...oneIsEnough },
        }),
      ]
    }),
  ]
}

function opening(member: Person | SignIn, where: string): Step {
  const { slug, name, email, joined, referredBy } = member
  const owner = ownerIdOf(slug)
  const isSignIn = 'role' in member
  const role = isSignIn ? member.role : 'user'
  const referralCode = referredBy === undefined ? null : numbersOf(referredBy).referralCode
  return {
    at: joined,
    where: `${where}.joined`,
    id: owner,
    // Investors open their accounts themselves; staff are put in by the system.
    actor: role === 'user' ? owner : null,
    command: {
      kind: 'OpenOwner',
      command: { owner, fullName: name, email, role, referralCode, fixed: isSignIn, vouched: true },
    },
  }
}

/** What a firm's settings add to a request: here nothing that binds. */
const asRequested = {
  isOfFirm: false,
  holds: { afterSecurityChangeMs: 0, newDestinationMs: 0 },
  mustBeVerified: false,
  limits: null,
  bounds: { pendingAtMost: 1_000, smallest: null },
}

type Place = { slug: string; where: string; wallet: Person['wallet']; line: number }

function withdrawalSteps(request: Withdraw, { slug, where, wallet, line }: Place): Step[] {
  const owner = ownerIdOf(slug)
  const withdrawal = idFromName(`demo ${slug} ${line} request`)
  const given = request.wallet ?? wallet
  const target =
    request.to !== undefined
      ? { type: 'tradehub_transfer' as const, recipientAccountId: numbersOf(request.to).accountId }
      : { type: 'bank_transfer' as const, walletName: given!.name, walletAddress: given!.address }
  const reason = request.reason ?? ''
  const step = (
    name: 'approved' | 'rejected' | 'cancelled' | 'paid' | 'returned',
    actor: string,
    command: AnyCommand,
  ): Step[] =>
    request[name] === undefined
      ? []
      : [
          {
            at: request[name],
            where: `${where}.${name}`,
            id: idFromName(`demo ${slug} ${line} ${name}`),
            actor,
            command,
          },
        ]
  return [
    {
      at: request.when,
      where,
      id: withdrawal,
      actor: owner,
      command: {
        kind: 'RequestWithdrawal',
        command: { owner, amount: request.amount, target, ...asRequested },
      },
    },
    ...step('approved', staff(request.by), {
      kind: 'ApproveWithdrawal',
      command: { withdrawal, ...oneIsEnough, limits: null },
    }),
    ...step('rejected', staff(request.by), {
      kind: 'RejectWithdrawal',
      command: { withdrawal, reason },
    }),
    ...step('cancelled', owner, { kind: 'CancelWithdrawal', command: { withdrawal, owner } }),
    ...step('paid', staff(request.by), {
      kind: 'PayWithdrawal',
      command: {
        withdrawal,
        reference: `SAMPLE-PAYOUT-${slug.toUpperCase()}-${line + 1}`,
        ...oneIsEnough,
      },
    }),
    ...step('returned', staff(request.by), {
      kind: 'ReturnWithdrawal',
      command: { withdrawal, reason },
    }),
  ]
}

/** A person is verified for five years from when they came. */
const fiveYearsAfter = (instant: string) =>
  `${Number(instant.slice(0, 4)) + 5}${instant.slice(4, 10).replace('-02-29', '-02-28')}`

/** What they send in is an identity card and a proof of address, and all of it agrees. */
const sentKinds = ['identity', 'address'] as const
const checksOfSent = sentKinds.flatMap(checksFor)

type Sender = { slug: string; name: string; where: string; line: number }

/** Their documents, what they enter, and what staff decide. */
function verificationSteps(sent: Verify, { slug, name, where, line }: Sender): Step[] {
  const owner = ownerIdOf(slug)
  const idOf = (step: string) => idFromName(`demo ${slug} ${line} ${step}`)
  const [verification, reason] = [idOf('case'), sent.reason ?? '']
  const step = (what: string, at: Moment, actor: string, command: Step['command']): Step => ({
    at,
    where: `${where}.${what}`,
    id: idOf(what),
    actor,
    command,
  })
  const decided = (
    what: 'verified' | 'refused' | 'refusedForGood',
    ...made: [actor: string, command: Step['command']][]
  ): Step[] => {
    const at = sent[what]
    if (at === undefined) return []
    return made.map(([actor, command], n) => ({
      ...step(what, at, actor, command),
      id: idOf(`${what} ${n}`),
    }))
  }
  const agreement = {
    proposal: idOf('refusedForGood 0'),
    shown: canonical({ user: owner, verification }),
    answer: null,
  }
  return [
    ...sentKinds.map((adds) => step(adds, sent.when, owner, { adds, owner })),
    step('case', sent.when, owner, {
      kind: 'SubmitVerification',
      command: {
        owner,
        legalName: name,
        birthDate: sent.born,
        country: sent.country,
        address: sent.address,
        documents: [idOf('identity'), idOf('address')],
        served: { minimumAge: 18, countries: null, notServed: [] },
      },
    }),
    ...decided('verified', [
      staff(sent.by),
      {
        of: owner,
        made: ({ createdAt }) => ({
          kind: 'VerifyPerson',
          command: { verification, until: fiveYearsAfter(createdAt), checks: checksOfSent },
        }),
      },
    ]),
    ...decided('refused', [
      staff(sent.by),
      { kind: 'RefuseVerification', command: { verification, reason } },
    ]),
    ...decided(
      'refusedForGood',
      [staff(sent.by), { kind: 'ProposeFinalRefusal', command: { verification, reason } }],
      [ownerIdOf('second-admin'), { kind: 'AgreeToProposal', command: agreement }],
    ),
  ]
}

/** Differences become the figures that the form of a correction would hold. */
function correction(
  owner: string,
  { balance, loss, reason }: Extract<Deed, { do: 'correct' }>,
): Step['command'] {
  return {
    of: owner,
    made: ({ accountBalance, totalLoss }) => ({
      kind: 'CorrectUser',
      command: {
        ...oneIsEnough,
        emailWait: null,
        user: owner,
        reason,
        ...(balance === undefined ? {} : { accountBalance: cents(accountBalance) + balance }),
        ...(loss === undefined ? {} : { totalLoss: cents(totalLoss) + loss }),
      },
    }),
  }
}

/** Everything but withdrawals and what is sent in is one command; done by the person, or by staff. */
function commandOf(
  deed: Exclude<Deed, Withdraw | Verify>,
  owner: string,
  accepted: Accepted,
): Pick<Step, 'actor' | 'command'> {
  switch (deed.do) {
    case 'deposit':
      return {
        actor: owner,
        command: {
          kind: 'CreditPlayMoney',
          command: { owner, amount: deed.amount, asset: deed.asset, limits: null },
        },
      }
    case 'invest': {
      const { plan, amount } = deed
      return {
        actor: owner,
        command: {
          kind: 'OpenInvestment',
          command: {
            owner,
            planId: planIdOf(plan),
            amount,
            limits: null,
            coolingOffMs: 0,
            needsAnswers: false,
            ...accepted.get(plan)!,
          },
        },
      }
    }
    case 'credit-referrer':
      return {
        actor: staff(deed.by),
        command: {
          kind: 'CreditReferrer',
          command: { user: owner, fundingAmount: deed.amount, ...oneIsEnough },
        },
      }
    case 'correct':
      return { actor: staff(deed.by), command: correction(owner, deed) }
    case 'freeze':
      return {
        actor: staff(deed.by),
        command: { kind: 'FreezeUser', command: { user: owner, reason: deed.reason } },
      }
    case 'unfreeze':
      return {
        actor: staff(deed.by),
        command: { kind: 'UnfreezeUser', command: { user: owner, reason: deed.reason } },
      }
    case 'close':
      return {
        actor: staff(deed.by),
        command: {
          kind: 'CloseUser',
          command: { user: owner, unverified: false, asked: false, kept: null },
        },
      }
  }
}

function memberSteps(member: Person | SignIn, where: string, accepted: Accepted): Step[] {
  const { slug, name, wallet, story } = member
  return [
    opening(member, where),
    ...story.flatMap((deed, line): Step[] => {
      const place = { slug, where: `${where}.story.${line}`, wallet, line }
      if (deed.do === 'withdraw') return withdrawalSteps(deed, place)
      if (deed.do === 'verify') return verificationSteps(deed, { ...place, name })
      return [
        {
          at: deed.when,
          where: place.where,
          id: idFromName(`demo ${slug} ${line}`),
          ...commandOf(deed, ownerIdOf(slug), accepted),
        },
      ]
    }),
  ]
}

/** All of it, oldest first; what happens at one moment stays in the order of the file. */
export function scriptOf({ treasury, signIns, people }: Cast, accepted: Accepted): Step[] {
  return [
    ...signIns.flatMap((member, i) => memberSteps(member, `signIns.${i}`, accepted)),
    ...people.flatMap((member, i) => memberSteps(member, `people.${i}`, accepted)),
    ...treasurySteps(treasury),
  ].toSorted((a, b) => a.at - b.at)
}
