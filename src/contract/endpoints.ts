/** Every endpoint there is. A route that isn't here doesn't exist; the server refuses to start when one isn't bound. */
import {
  approveAccessChange, confirmEmail, getAccessChanges, getOwnAccessChanges, getUserFactors, proposeFactorRemoval, refuseAccessChange, stopAccessChange, stopByLink,
  undoFactor,
} from './access-change.ts'
import { getActivity, getActivityCsv, getEvents, getFirmActivity, getStatement, getUserActivity } from './activity.ts'
import { getAudit, getAuditCsv, getAuditRoots } from './audit.ts'
import { approveCorrection, correctUser, creditReferrer, getCorrections, rejectCorrection } from './correction.ts'
import { moveClock, payInPlayMoney } from './demo.ts'
import { getDepositAddresses, getDeposits } from './deposit.ts'
import type { Endpoint } from './endpoint.ts'
import { getExplanation, getUserExplanation } from './explain.ts'
import { getHistory } from './history.ts'
import { getInvestments, getUserInvestments, openInvestment } from './investment.ts'
import { changeMailChoices, getMailChoices } from './mail-choices.ts'
import { getNotes, writeNote } from './note.ts'
import { changePlan, getAllPlans, getPlans, offerAgain, offerPlan, withdrawPlan } from './plan.ts'
import {
  addPasskey, beginApp, beginPasskey, confirmApp, endOtherSessions, endSession, endUserSessions, freezeMyself, getSecondFactors, getSessions,
  getUserSessions, removeApp, removePasskey, renewRecoveryCodes,
} from './security.ts'
import { beginFresh, beginPasskeyLogIn, forgotPassword, giveSecondFactor, knowBrowser, logIn, logInByPasskey, logOut, makeFresh, resetPassword, signUp } from './session.ts'
import { fundPool, getTreasury, payInCapital } from './treasury.ts'
import {
  closeUser, freezeUser, getApiUser, getMe, getReferral, getUser, getUsers, getUsersCsv, unfreezeUser, updateApiUser,
} from './user.ts'
import {
  approveWithdrawal, cancelWithdrawal, getAllWithdrawals, getOwnWithdrawal, getOwnWithdrawals, getRecipient, getUserWithdrawals, getWaitingWithdrawals, getWithdrawal,
  payWithdrawal, rejectWithdrawal, requestWithdrawal, returnWithdrawal,
} from './withdrawal.ts'

export const endpoints = {
  signUp, logIn, giveSecondFactor, beginPasskeyLogIn, logInByPasskey, logOut, forgotPassword, resetPassword, knowBrowser, confirmEmail, beginFresh, makeFresh,
  getSecondFactors, beginApp, confirmApp, removeApp, renewRecoveryCodes, beginPasskey, addPasskey, removePasskey,
  getSessions, endSession, endOtherSessions, getUserSessions, endUserSessions, freezeMyself,
  getMe, getApiUser, updateApiUser,
  getMailChoices, changeMailChoices,
  getPlans, openInvestment, getInvestments,
  requestWithdrawal, getOwnWithdrawals, getOwnWithdrawal, cancelWithdrawal, getRecipient,
  getAllWithdrawals, getWaitingWithdrawals, getWithdrawal, approveWithdrawal, rejectWithdrawal, payWithdrawal, returnWithdrawal,
  getDepositAddresses, getDeposits,
  getActivity, getActivityCsv, getStatement, getUserActivity, getEvents, getExplanation, getHistory,
  getUsers, getUsersCsv, getUser, correctUser, closeUser, freezeUser, unfreezeUser, creditReferrer, getReferral,
  getUserExplanation, getUserInvestments, getUserWithdrawals, getNotes, writeNote,
  getCorrections, approveCorrection, rejectCorrection,
  getAccessChanges, getUserFactors, proposeFactorRemoval, approveAccessChange, refuseAccessChange, getOwnAccessChanges, stopAccessChange, stopByLink, undoFactor,
  getTreasury, payInCapital, fundPool, getFirmActivity,
  getAllPlans, offerPlan, changePlan, withdrawPlan, offerAgain,
  getAudit, getAuditCsv, getAuditRoots,
  payInPlayMoney, moveClock,
} satisfies Record<string, Endpoint>
