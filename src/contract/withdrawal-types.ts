/** Where money goes that is asked for, by the type of a request. Without schemas, which a browser needn't load. */
import type { Withdrawal, WithdrawalType } from './withdrawal.ts'

export const methods: Record<WithdrawalType, Withdrawal['method']> = {
  bank_transfer: 'Wallet transfer',
  bank_account: 'Bank transfer',
  tradehub_transfer: 'Account transfer',
}

/** Whether it leaves the firm: once approved it is held until its payout is recorded. What goes to another account here is done when it is approved. */
export const isPaidOut = (type: WithdrawalType): boolean => type !== 'tradehub_transfer'
