/** What a mode allows: the limits of the contract as one value per mode. All of it counts wall time. */
import { noRoles, type Roles } from '../contract/roles.ts'
import { usualDueTimes, type DueTimes } from '../contract/staff-work.ts'
import type { Cents } from '../lib/money.ts'
import type { Config, Mode } from './config.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

/** At most `count` within `withinMs`; null where there is no limit. */
export type Limit = { count: number; withinMs: number }
export type SessionLimits = { idleMs: number; absoluteMs: number }

export type Policy = {
  mode: Mode
  /** Play money, the movable clock, the outbox page and the sample content. */
  playMoney: boolean
  failedSignInsPerAccount: { free: number; firstDelayMs: number; longestDelayMs: number }
  failedSignInsPerAddress: Limit
  /** Failures of an account that all places without a mark share. */
  failedSignInsElsewhere: Limit
  signUpsPerAddress: Limit
  resetMailsPerAccount: Limit
  /** Limit for resending the verification link. */
  verificationMailsPerAccount: Limit
  /** Mails of every kind to an address that its owner hasn't confirmed: beyond them, changes by that person are refused. Null: no limit. */
  mailsToUnconfirmed: Limit | null
  /** Mails of every kind that are sent to an address because somebody has typed it. */
  mailsToTyped: Limit
  /** Of passwords that somebody sets who is signed in: each is told by a mail, to an address that nobody may have confirmed. */
  passwordChangesPerAccount: Limit
  /** Mails that somebody got in after wrong passwords: whoever knows the right one can cause as many as they like. */
  mailsOfFailuresPerAccount: Limit
  /** Mails of one administrator that invite to work here. */
  staffInvitationsPerAdministrator: Limit
  moneyRequestsPerUser: Limit | null
  /** What one of staff does to the books: a statement’s payments are recorded and agreed to one after another, by the hundred. */
  decisionsPerStaff: Limit | null
  /** Account IDs of people whom one hasn't paid, which a masked name is told of: by person, and by address. */
  recipientsPerPerson: Limit
  recipientsPerAddress: Limit
  /** What one administrator alone brings to or sends for one person in 24 hours; above it a second, different one is needed; null: never, 0: always. */
  secondApprovalAboveCents: Cents | null
  /** What one administrator alone does for all people together in 24 hours, above which it needs a second one; null: ten times that for one. */
  secondApprovalInAllAboveCents: Cents | null
  passwordLength: { min: number; max: number }
  session: { user: SessionLimits; staff: SessionLimits; reauthenticatedForMs: number }
  /** Whoever works here can do nothing in the office without one, nor be given a role. */
  staffNeedSecondFactor: boolean
  /** Whether whatever moves money or changes a status needs who is signed in to have proved it lately. */
  decisionsNeedReauthentication: boolean
  /** Whether another email, set by staff, takes two administrators and the wait below, and counts only when its owner has confirmed it. */
  emailNeedsConfirmation: boolean
  /** So long after its second approval another email, or the removal of a second factor by staff, takes effect; until then it can be stopped. */
  accessChangeWaitMs: number
  /** So long after a change of password, factor or email, money can only go where it has been paid to before; 0: no hold. */
  holdAfterSecurityChangeMs: number
  /** So long after a destination was saved no money can be sent there; 0: no wait. */
  newDestinationWaitMs: number
  /** Requests for withdrawals and transfers of one person that can be pending at a time. */
  pendingWithdrawalsAtMost: number
  /** The smallest withdrawal; null: any amount. Transfers can be smaller, and a whole balance while no other request is pending. */
  smallestWithdrawalCents: Cents | null
  /** For so many banking days what the books have sent may be missing on the bank's statement. */
  inTransitDays: number
  /** So many days after loading a list under sanctions is old. */
  screeningDays: number
  /** Whether an account whose email address isn't verified can set up no second factor, save no destination and send no money. */
  emailMustBeVerified: boolean
  /** Whether a correction by staff must say why. */
  correctionNeedsReason: boolean
  /** So long after opening a person’s first investment ever can be undone, by business time; 0: not at all. */
  coolingOffMs: number
  /** Whether a first investment is refused to whoever hasn’t answered the questions before it; the pages ask them always. */
  appropriatenessIsNeeded: boolean
  /** When what waits for staff is late, by business time. */
  workIsDue: DueTimes
}

const inBothModes = {
  failedSignInsPerAccount: { free: 5, firstDelayMs: second, longestDelayMs: 15 * minute },
  failedSignInsElsewhere: { count: 100, withinMs: day },
  resetMailsPerAccount: { count: 3, withinMs: hour },
  verificationMailsPerAccount: { count: 5, withinMs: day },
  mailsToUnconfirmed: { count: 30, withinMs: day },
  mailsToTyped: { count: 5, withinMs: day },
  passwordChangesPerAccount: { count: 10, withinMs: day },
  mailsOfFailuresPerAccount: { count: 5, withinMs: day },
  staffInvitationsPerAdministrator: { count: 20, withinMs: day },
  coolingOffMs: day,
  smallestWithdrawalCents: null,
  inTransitDays: 5,
  screeningDays: 7,
  workIsDue: usualDueTimes,
} satisfies Partial<Policy>

const reauthenticatedForMs = 10 * minute

export const livePolicy: Policy = {
  ...inBothModes,
  mode: 'live',
  playMoney: false,
  failedSignInsPerAddress: { count: 100, withinMs: 10 * minute },
  signUpsPerAddress: { count: 20, withinMs: hour },
  moneyRequestsPerUser: { count: 120, withinMs: minute },
  decisionsPerStaff: { count: 3_000, withinMs: minute },
  recipientsPerPerson: { count: 150, withinMs: day },
  recipientsPerAddress: { count: 600, withinMs: day },
  passwordLength: { min: 12, max: 128 },
  session: {
    user: { idleMs: 30 * minute, absoluteMs: day },
    staff: { idleMs: 15 * minute, absoluteMs: 8 * hour },
    reauthenticatedForMs,
  },
  staffNeedSecondFactor: true,
  decisionsNeedReauthentication: true,
  emailNeedsConfirmation: true,
  emailMustBeVerified: true,
  accessChangeWaitMs: day,
  holdAfterSecurityChangeMs: day,
  newDestinationWaitMs: day,
  pendingWithdrawalsAtMost: 100,
  // Until the operator has said how much one administrator may do alone, none may do anything alone.
  secondApprovalAboveCents: 0n,
  secondApprovalInAllAboveCents: null,
  correctionNeedsReason: true,
  appropriatenessIsNeeded: true,
}

const demoSession = { idleMs: day, absoluteMs: 30 * day }

export const demoPolicy: Policy = {
  ...inBothModes,
  mode: 'demo',
  playMoney: true,
  mailsToUnconfirmed: null,
  failedSignInsPerAddress: { count: 2000, withinMs: 10 * minute },
  signUpsPerAddress: { count: 5000, withinMs: hour },
  moneyRequestsPerUser: null,
  decisionsPerStaff: null,
  // Everybody who tries the demonstration may be the same investor.
  recipientsPerPerson: { count: 2000, withinMs: day },
  recipientsPerAddress: { count: 5000, withinMs: day },
  passwordLength: { min: 6, max: 128 },
  session: { user: demoSession, staff: demoSession, reauthenticatedForMs },
  staffNeedSecondFactor: false,
  decisionsNeedReauthentication: false,
  emailNeedsConfirmation: false,
  emailMustBeVerified: false,
  accessChangeWaitMs: 0,
  holdAfterSecurityChangeMs: 0,
  newDestinationWaitMs: 0,
  pendingWithdrawalsAtMost: 1_000,
  secondApprovalAboveCents: null,
  secondApprovalInAllAboveCents: null,
  correctionNeedsReason: false,
  appropriatenessIsNeeded: false,
}

/** So long the link in the mail about an added second factor undoes it, and addresses that were replaced are told too: the hold, and a day at least. */
export const undoneWithinMs = ({
  holdAfterSecurityChangeMs,
}: Pick<Policy, 'holdAfterSecurityChangeMs'>) => Math.max(holdAfterSecurityChangeMs, day)

/** The mode's policy, with what the operator has set. */
export function policyOf({
  mode,
  secondApprovalAbove,
  secondApprovalInAllAbove,
  securityHoldHours,
  coolingOffHours,
  pendingWithdrawals,
  smallestWithdrawal,
  inTransitDays,
  screeningDays,
  workDue,
  smtpUrl,
}: Pick<
  Config,
  | 'mode'
  | 'secondApprovalAbove'
  | 'secondApprovalInAllAbove'
  | 'securityHoldHours'
  | 'smtpUrl'
  | 'coolingOffHours'
  | 'pendingWithdrawals'
  | 'smallestWithdrawal'
  | 'inTransitDays'
  | 'screeningDays'
  | 'workDue'
>): Policy {
  const policy = mode === 'live' ? livePolicy : demoPolicy
  return {
    ...policy,
    secondApprovalAboveCents: secondApprovalAbove ?? policy.secondApprovalAboveCents,
    secondApprovalInAllAboveCents: secondApprovalInAllAbove,
    holdAfterSecurityChangeMs:
      securityHoldHours === null ? policy.holdAfterSecurityChangeMs : securityHoldHours * hour,
    coolingOffMs: coolingOffHours * hour,
    pendingWithdrawalsAtMost: pendingWithdrawals ?? policy.pendingWithdrawalsAtMost,
    smallestWithdrawalCents: smallestWithdrawal,
    inTransitDays,
    screeningDays,
    workIsDue: { ...policy.workIsDue, ...workDue },
    // Without a mail server the demonstration mails nobody.
    mailsToUnconfirmed:
      smtpUrl === null ? policy.mailsToUnconfirmed : inBothModes.mailsToUnconfirmed,
  }
}

/** What goes along with the commands that bring or send money. */
export const approvalLimitsOf = ({
  secondApprovalAboveCents,
  secondApprovalInAllAboveCents,
}: Policy) => ({
  secondApprovalAbove: secondApprovalAboveCents,
  secondApprovalInAllAbove: secondApprovalInAllAboveCents,
})

/** Whether whoever has these roles needs a second factor, to be given it and to use it. */
export const needsSecondFactor = (
  { staffNeedSecondFactor }: Pick<Policy, 'staffNeedSecondFactor'>,
  roles: Roles,
): boolean => staffNeedSecondFactor && roles !== noRoles
