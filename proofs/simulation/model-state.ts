/** What the model keeps of people and of the firm: plain figures, and the rows of the house. */
import type {
  AccessChange,
  Correction,
  Investment,
  Owner,
  Withdrawal,
} from '../../src/desk/records.ts'

export type Request = Withdrawal
export type Proposal = Correction
export type Access = AccessChange
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
  clientBank: Account
  firmBank: Account
}
