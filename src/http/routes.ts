/** The routes of every domain. An endpoint of the contract that none of them answers stops the start. */
import { accessChangeRoutes } from '../domains/access-changes/routes.ts'
import { activityRoutes } from '../domains/activity/routes.ts'
import { archiveRoutes } from '../domains/archives/routes.ts'
import { auditRoutes } from '../domains/audit/routes.ts'
import { claimRoutes } from '../domains/claims/routes.ts'
import { clockRoutes } from '../domains/clock/routes.ts'
import { correctionRoutes } from '../domains/corrections/routes.ts'
import { coinDepositRoutes } from '../domains/coin-deposits/routes.ts'
import { coinExchangeRoutes } from '../domains/coin-exchanges/routes.ts'
import { depositRoutes } from '../domains/deposits/routes.ts'
import { destinationRoutes } from '../domains/destinations/routes.ts'
import { documentRoutes } from '../domains/documents/routes.ts'
import type { LiveContext } from '../domains/activity/live.ts'
import type { House } from '../domains/house-desk.ts'
import type { SignInContext } from '../domains/sign-in/parts.ts'
import { userRoutes } from '../domains/users/routes.ts'
import { securityRoutes } from '../domains/sign-in/security-routes.ts'
import { sessionRoutes } from '../domains/login/routes.ts'
import { appropriatenessRoutes } from '../domains/appropriateness/routes.ts'
import { evidencePackRoutes } from '../domains/evidence-packs/routes.ts'
import { placingLimitRoutes } from '../domains/placing-limits/routes.ts'
import { investmentRoutes } from '../domains/investments/routes.ts'
import { keptDataRoutes } from '../domains/kept-data/routes.ts'
import { keptRecordRoutes } from '../domains/kept-records/routes.ts'
import { noteRoutes } from '../domains/notes/routes.ts'
import { planRoutes } from '../domains/plans/routes.ts'
import { bankExportRoutes } from '../domains/bank-exports/routes.ts'
import { payoutBatchRoutes } from '../domains/payout-batches/routes.ts'
import { payoutListRoutes } from '../domains/payout-lists/routes.ts'
import { payoutBlockRoutes } from '../domains/payout-blocks/routes.ts'
import { receiptRoutes } from '../domains/receipts/routes.ts'
import { reconciliationRoutes } from '../domains/reconciliations/routes.ts'
import { referralRoutes } from '../domains/referrals/routes.ts'
import { sampleRoutes } from '../domains/samples/routes.ts'
import { savedViewRoutes } from '../domains/saved-views/routes.ts'
import { openingRoutes } from '../domains/openings/routes.ts'
import { proofRoutes } from '../domains/proofs/routes.ts'
import { proposalAskers } from '../domains/proposal-askers.ts'
import { proposalRoutesOf } from '../domains/proposals/routes.ts'
import { roleChangeRoutes } from '../domains/role-changes/routes.ts'
import { staffInvitationRoutes } from '../domains/staff-invitations/routes.ts'
import { treasuryRoutes } from '../domains/treasury/routes.ts'
import { verificationRoutes } from '../domains/verification-pages/routes.ts'
import { proposalKinds, waits } from '../domains/nouns.ts'
import { staffWorkRoutesOf } from '../domains/staff-work/routes.ts'
import { walletRoutes } from '../domains/wallets/routes.ts'
import { withdrawalRoutes } from '../domains/withdrawals/routes.ts'
import type { Route } from '../platform/route.ts'

export function collectRoutes(house: House & SignInContext & LiveContext): Route[] {
  return [
    sessionRoutes,
    securityRoutes,
    accessChangeRoutes,
    userRoutes,
    planRoutes,
    proposalRoutesOf(proposalKinds, proposalAskers),
    staffWorkRoutesOf(waits),
    claimRoutes,
    investmentRoutes,
    appropriatenessRoutes,
    placingLimitRoutes,
    depositRoutes,
    coinDepositRoutes,
    walletRoutes,
    withdrawalRoutes,
    destinationRoutes,
    documentRoutes,
    archiveRoutes,
    activityRoutes,
    correctionRoutes,
    referralRoutes,
    noteRoutes,
    savedViewRoutes,
    treasuryRoutes,
    receiptRoutes,
    reconciliationRoutes,
    verificationRoutes,
    keptRecordRoutes,
    keptDataRoutes,
    payoutBatchRoutes,
    payoutListRoutes,
    bankExportRoutes,
    coinExchangeRoutes,
    payoutBlockRoutes,
    proofRoutes,
    roleChangeRoutes,
    staffInvitationRoutes,
    openingRoutes,
    auditRoutes,
    evidencePackRoutes,
    sampleRoutes,
    clockRoutes,
  ].flatMap((routesOf) => routesOf(house))
}
