/** What the model keeps of people and of the firm: plain figures, and the rows of the house. */
import type { AccessChange } from '../../src/domains/access-changes/table.ts'
import type { SavedDestination } from '../../src/domains/destinations/table.ts'
import type { Investment } from '../../src/domains/investments/table.ts'
import type { Owner } from '../../src/desk/records.ts'
import type { BankEntry } from '../../src/domains/receipts/table.ts'
import type { Withdrawal } from '../../src/domains/withdrawals/table.ts'

export type Request = Withdrawal
export type Saved = SavedDestination
export type Access = AccessChange
export type AtBank = BankEntry
/** What an administrator alone brought to or sent for a person, by wall time. */
export type Act = {
  id: string
  kind: string
  actor: string
  person: string
  amount: bigint
  at: number
}
/** A figure, and how often it was moved. */
export type Account = { balance: bigint; entries: number }
export type Person = Omit<Owner, 'role'> & {
  role: 'user' | 'admin' | 'auditor'
  cash: Account
  held: Account
  invested: Account
  promised: Account
  /** Withheld of a loan, and what is owed on loans. */
  security: Account
  owed: Account
  running: Investment[]
}
/** Banks hold what is there, the others what it is for. */
export type Firm = {
  version: number
  stampedAt: number
  capital: Account
  returns: Account
  referral: Account
  corrections: Account
  loan: Account
  /** Of the loan pool with borrowers, what of interest and fees is owed, and what of those was paid. */
  lent: Account
  earned: Account
  loanIncome: Account
  suspense: Account
  clientBank: Account
  firmBank: Account
  /** In satoshi, as is what is to be exchanged of it; and what that was credited as, in cents. */
  clientWalletBtc: Account
  exchangeBtc: Account
  exchangeUsd: Account
  /** In millionths of a USDT, as is what is to be exchanged of it. */
  clientWalletUsdt: Account
  exchangeUsdt: Account
  /** In satoshi: what the network has taken. */
  networkFeeBtc: Account
}
