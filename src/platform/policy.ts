/** What a mode allows: the limits of the contract as one value per mode. All of it counts wall time. */
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
  signUpsPerAddress: Limit
  resetMailsPerAccount: Limit
  moneyRequestsPerUser: Limit | null
  /** Withdrawals and corrections above it need a second, different administrator; null: none does, 0: each does. */
  secondApprovalAboveCents: Cents | null
  passwordLength: { min: number; max: number }
  session: { user: SessionLimits; staff: SessionLimits; freshForMs: number }
  /** Without one, an administrator can do nothing but set one up. */
  administratorsNeedSecondFactor: boolean
  /** Whether payouts, approvals and corrections need who is signed in to have proved it lately. */
  decisionsNeedFresh: boolean
  /** Whether another e-mail, set by staff, counts only when its owner has confirmed it. */
  emailNeedsConfirmation: boolean
  /** So long after a change of password, factor or e-mail, money can only go where it has been paid to before; 0: no hold. */
  holdAfterSecurityChangeMs: number
  /** Whether a correction by staff must say why. */
  correctionNeedsReason: boolean
  idempotencyKeysKeptMs: number
}

const inBothModes = {
  failedSignInsPerAccount: { free: 5, firstDelayMs: second, longestDelayMs: 15 * minute },
  resetMailsPerAccount: { count: 3, withinMs: hour },
  idempotencyKeysKeptMs: 30 * day,
} satisfies Partial<Policy>

const freshForMs = 10 * minute

export const livePolicy: Policy = {
  ...inBothModes,
  mode: 'live',
  playMoney: false,
  failedSignInsPerAddress: { count: 100, withinMs: 10 * minute },
  signUpsPerAddress: { count: 20, withinMs: hour },
  moneyRequestsPerUser: { count: 120, withinMs: minute },
  passwordLength: { min: 12, max: 128 },
  session: {
    user: { idleMs: 30 * minute, absoluteMs: day },
    staff: { idleMs: 15 * minute, absoluteMs: 8 * hour },
    freshForMs,
  },
  administratorsNeedSecondFactor: true,
  decisionsNeedFresh: true,
  emailNeedsConfirmation: true,
  holdAfterSecurityChangeMs: day,
  // Until the operator has said how much one administrator may do alone, none may do anything alone.
  secondApprovalAboveCents: 0n,
  correctionNeedsReason: true,
}

const demoSession = { idleMs: day, absoluteMs: 30 * day }

export const demoPolicy: Policy = {
  ...inBothModes,
  mode: 'demo',
  playMoney: true,
  failedSignInsPerAddress: { count: 2000, withinMs: 10 * minute },
  signUpsPerAddress: { count: 5000, withinMs: hour },
  moneyRequestsPerUser: null,
  passwordLength: { min: 6, max: 128 },
  session: { user: demoSession, staff: demoSession, freshForMs },
  administratorsNeedSecondFactor: false,
  decisionsNeedFresh: false,
  emailNeedsConfirmation: false,
  holdAfterSecurityChangeMs: 0,
  secondApprovalAboveCents: null,
  correctionNeedsReason: false,
}

/** The mode's policy, with what the operator has set. */
export function policyOf({ mode, secondApprovalAbove, securityHoldHours }: Pick<Config, 'mode' | 'secondApprovalAbove' | 'securityHoldHours'>): Policy {
  const policy = mode === 'live' ? livePolicy : demoPolicy
  return {
    ...policy,
    secondApprovalAboveCents: secondApprovalAbove ?? policy.secondApprovalAboveCents,
    holdAfterSecurityChangeMs: securityHoldHours === null ? policy.holdAfterSecurityChangeMs : securityHoldHours * hour,
  }
}
