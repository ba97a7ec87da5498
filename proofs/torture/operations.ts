/** The operations that book something, as values that the model understands, and as requests. */
import { dollarsFromCents } from '../../src/lib/money.ts'

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

type Forms = { [K in Kind]: (asked: Asked & { kind: K }, key: string) => Form }

type Step = 'withdraw' | 'cancel' | 'approve' | 'reject' | 'pay' | 'return'

/** A request of money, and its outcome. */
const withdrawalForms: Pick<Forms, Step> = {
  withdraw: ({ amount, to }) => ({
    method: 'POST',
    path: '/requestWithdrawal',
    body: to
      ? {
          type: 'tradehub_transfer',
          amount: dollars(amount),
          recipientAccountId: to.accountId,
        }
      : {
          type: 'bank_transfer',
          amount: dollars(amount),
          bankName: 'My wallet',
          bankNumber: 'an address of any kind',
        },
  }),
  cancel: ({ withdrawal }) => ({ method: 'DELETE', path: `/withdrawals/${withdrawal}` }),
  approve: ({ withdrawal }) => ({ method: 'POST', path: `/withdrawals/${withdrawal}/approval` }),
  reject: ({ withdrawal }) => ({
    method: 'POST',
    path: `/withdrawals/${withdrawal}/rejection`,
    body: { reason: 'It does not fit' },
  }),
  pay: ({ withdrawal }, key) => ({
    method: 'POST',
    path: `/withdrawals/${withdrawal}/payout`,
    body: { reference: `payout ${key}` },
  }),
  return: ({ withdrawal }) => ({
    method: 'POST',
    path: `/withdrawals/${withdrawal}/return`,
    body: { reason: 'It came back' },
  }),
}

function statusChange({ kind, user }: Asked & { kind: 'freeze' | 'unfreeze' }): Form {
  const body = { reason: 'It was asked for' }
  return { method: 'POST', path: `/users/${user}/${kind}`, body }
}

const forms: Forms = {
  deposit: ({ amount }) => ({
    method: 'POST',
    path: '/demo/deposits',
    body: { amount: dollars(amount), asset: 'USDT' },
  }),
  invest: ({ plan, amount }) => ({
    method: 'POST',
    path: '/investments',
    body: {
      planId: plan.id,
      amount: dollars(amount),
      acceptedRiskVersion: plan.riskVersion,
      acceptedTermsVersion: plan.termsVersion,
    },
  }),
  ...withdrawalForms,
  correct({ user, version, balance, profit, loss }) {
    const money = {
      accountBalance: dollars(balance),
      totalProfit: dollars(profit),
      totalLoss: dollars(loss),
    }
    return {
      method: 'PATCH',
      path: `/${user}`,
      body: { userId: user, ...money, reason: 'A correction', version },
    }
  },
  credit: ({ user, amount }) => ({
    method: 'POST',
    path: '/credit-referrer',
    body: { userId: user, fundingAmount: dollars(amount) },
  }),
  capital: ({ amount }, key) => ({
    method: 'POST',
    path: '/treasury/capital',
    body: { amount: dollars(amount), reference: `receipt ${key}` },
  }),
  fund: ({ pool, amount }) => ({
    method: 'POST',
    path: '/treasury/funding',
    body: { pool, amount: dollars(amount) },
  }),
  freeze: statusChange,
  unfreeze: statusChange,
  clock: ({ days }) => ({ method: 'POST', path: '/demo/clock', body: { days } }),
}

/** The request; `key` also makes unused outside references. */
export function formOf(asked: Asked, key: string): Form {
  const form = forms[asked.kind] as (asked: Asked, key: string) => Form
  return form(asked, key)
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
  /** It was unknown, then found to have been booked before it was sent again. */
  foundBooked: boolean
}

/** The owners in whose activity an operation shows, as far as its form shows them; its withdrawal shows the rest. */
export function ownerOf(asked: Asked): string | null {
  if ('owner' in asked) return asked.owner
  if (asked.kind === 'credit') return asked.referrer
  return 'user' in asked ? asked.user : null
}
