/** Every command there is, by the name that the journal keeps. */
import {
  approveAccessChange,
  confirmEmail,
  finishAccessChange,
  proposeFactorRemoval,
  refuseAccessChange,
  stopAccessChange,
} from './access-changes/rules.ts'
import { moveClock } from './clock/rules.ts'
import { approveCorrection, correctUser, rejectCorrection } from './corrections/rules.ts'
import { creditPlayMoney } from './deposits/rules.ts'
import {
  changeName,
  closeUser,
  endSessions,
  freezeMyself,
  freezeUser,
  noteSecurityChange,
  openOwner,
  unfreezeUser,
} from './people/rules.ts'
import { openInvestment, settleInvestment } from './investments/rules.ts'
import { writeNote } from './notes/rules.ts'
import { changePlan, offerAgain, offerPlan, withdrawPlan } from './plans/rules.ts'
import { creditReferrer } from './referrals/rules.ts'
import { fundPool, payInCapital } from './treasury/rules.ts'
import {
  approveWithdrawal,
  cancelWithdrawal,
  payWithdrawal,
  rejectWithdrawal,
  requestWithdrawal,
  returnWithdrawal,
} from './withdrawals/rules.ts'
import type { CommandRule } from '../desk/command.ts'

export const commands = {
  OpenOwner: openOwner,
  ChangeName: changeName,
  FreezeUser: freezeUser,
  UnfreezeUser: unfreezeUser,
  FreezeMyself: freezeMyself,
  NoteSecurityChange: noteSecurityChange,
  EndSessions: endSessions,
  CloseUser: closeUser,
  CorrectUser: correctUser,
  ApproveCorrection: approveCorrection,
  RejectCorrection: rejectCorrection,
  ProposeFactorRemoval: proposeFactorRemoval,
  ApproveAccessChange: approveAccessChange,
  RefuseAccessChange: refuseAccessChange,
  StopAccessChange: stopAccessChange,
  ConfirmEmail: confirmEmail,
  FinishAccessChange: finishAccessChange,
  PayInCapital: payInCapital,
  FundPool: fundPool,
  CreditPlayMoney: creditPlayMoney,
  OpenInvestment: openInvestment,
  SettleInvestment: settleInvestment,
  RequestWithdrawal: requestWithdrawal,
  CancelWithdrawal: cancelWithdrawal,
  ApproveWithdrawal: approveWithdrawal,
  RejectWithdrawal: rejectWithdrawal,
  PayWithdrawal: payWithdrawal,
  ReturnWithdrawal: returnWithdrawal,
  CreditReferrer: creditReferrer,
  WriteNote: writeNote,
  OfferPlan: offerPlan,
  ChangePlan: changePlan,
  WithdrawPlan: withdrawPlan,
  OfferAgain: offerAgain,
  MoveClock: moveClock,
} as const

export type CommandName = keyof typeof commands
export type CommandOf<N extends CommandName> =
  (typeof commands)[N] extends CommandRule<infer C> ? C : never
export type AnyCommand = { [N in CommandName]: { kind: N; command: CommandOf<N> } }[CommandName]
