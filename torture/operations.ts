/** What can be asked of the house that books something, as a value that the model understands, and as the request that says it. */
import { dollarsFromCents } from '../src/lib/money.ts'

export type Pool = 'returns' | 'referral' | 'corrections'

export type Asked =
  | { kind: 'deposit'; owner: string; amount: bigint }
  | {
      kind: 'invest'
      owner: string
      amount: bigint
      plan: { id: string; percent: bigint; riskVersion: number; termsVersion: number }
    }
  /** To a wallet, or to another user. */
  | {
      kind: 'withdraw'
      owner: string
      amount: bigint
      to: { owner: string; accountId: string } | null
    }
  | { kind: 'cancel' | 'approve' | 'reject' | 'pay' | 'return'; withdrawal: string }
  | {
      kind: 'correct'
      user: string
      balance?: bigint
      profit?: bigint
      loss?: bigint
      version?: number
    }
  | { kind: 'credit'; user: string; referrer: string; amount: bigint }
  | { kind: 'capital'; amount: bigint }
  | { kind: 'fund'; pool: Pool; amount: bigint }
  | { kind: 'freeze' | 'unfreeze'; user: string }
  | { kind: 'clock'; days: number }

export type Kind = Asked['kind']
export type Form = { method: string; path: string; body?: unknown }

const dollars = (cents: bigint | undefined) =>
  cents === undefined ? undefined : dollarsFromCents(cents)

/** The request; `key` also makes outside references that nobody has used. */
export function formOf(asked: Asked, key: string): Form {
  switch (asked.kind) {
    case 'deposit':
      return {
        method: 'POST',
        path: '/demo/deposits',
        body: { amount: dollars(asked.amount), asset: 'USDT' },
      }
    case 'invest':
      return {
        method: 'POST',
        path: '/investments',
        body: {
          planId: asked.plan.id,
          amount: dollars(asked.amount),
          acceptedRiskVersion: asked.plan.riskVersion,
          acceptedTermsVersion: asked.plan.termsVersion,
        },
      }
    case 'withdraw':
      return {
        method: 'POST',
        path: '/requestWithdrawal',
        body: asked.to
          ? {
              type: 'tradehub_transfer',
              amount: dollars(asked.amount),
              recipientAccountId: asked.to.accountId,
            }
          : {
              type: 'bank_transfer',
              amount: dollars(asked.amount),
              bankName: 'My wallet',
              bankNumber: 'an address of any kind',
            },
      }
    case 'cancel':
      return { method: 'DELETE', path: `/withdrawals/${asked.withdrawal}` }
    case 'approve':
      return { method: 'POST', path: `/withdrawals/${asked.withdrawal}/approval` }
    case 'reject':
      return {
        method: 'POST',
        path: `/withdrawals/${asked.withdrawal}/rejection`,
        body: { reason: 'It does not fit' },
      }
    case 'pay':
      return {
        method: 'POST',
        path: `/withdrawals/${asked.withdrawal}/payout`,
        body: { reference: `payout ${key}` },
      }
    case 'return':
      return {
        method: 'POST',
        path: `/withdrawals/${asked.withdrawal}/return`,
        body: { reason: 'It came back' },
      }
    case 'correct': {
      const { user, version } = asked
      const money = {
        accountBalance: dollars(asked.balance),
        totalProfit: dollars(asked.profit),
        totalLoss: dollars(asked.loss),
      }
      return {
        method: 'PATCH',
        path: `/${user}`,
        body: { userId: user, ...money, reason: 'A correction', version },
      }
    }
    case 'credit':
      return {
        method: 'POST',
        path: '/credit-referrer',
        body: { userId: asked.user, fundingAmount: dollars(asked.amount) },
      }
    case 'capital':
      return {
        method: 'POST',
        path: '/treasury/capital',
        body: { amount: dollars(asked.amount), reference: `receipt ${key}` },
      }
    case 'fund':
      return {
        method: 'POST',
        path: '/treasury/funding',
        body: { pool: asked.pool, amount: dollars(asked.amount) },
      }
    case 'freeze':
    case 'unfreeze':
      return {
        method: 'POST',
        path: `/users/${asked.user}/${asked.kind}`,
        body: { reason: 'It was asked for' },
      }
    case 'clock':
      return { method: 'POST', path: '/demo/clock', body: { days: asked.days } }
  }
}

export type Outcome = 'pending' | 'unknown' | 'ok' | 'fail'

/** An operation and what is known of it. */
export type Op = {
  /** Also the idempotency key. */
  id: string
  asked: Asked
  actor: string
  form: Form
  outcome: Outcome
  /** The first known reply. */
  reply: { status: number; text: string; sha256: string } | null
  code: string | null
  attempts: number
  everUnknown: boolean
  /** The clock of the database's machine, in milliseconds. */
  lastSentAt: number
  /** It was unknown, and then found to have been booked before it was asked again. */
  foundBooked: boolean
}

/** Whose lists of activity an operation shows in, as far as its form tells; the rest its withdrawal tells. */
export function ownerOf(asked: Asked): string | null {
  if ('owner' in asked) return asked.owner
  if (asked.kind === 'credit') return asked.referrer
  return 'user' in asked ? asked.user : null
}
