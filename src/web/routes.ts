import {
  index,
  layout,
  route,
  type RouteConfig,
  type RouteConfigEntry,
} from '@react-router/dev/routes'

import { policyPaths } from '../contract/site.ts'

/** These pages in a frame of theirs, which stays when one of them breaks. */
const pagesOf = (frame: string, pages: RouteConfigEntry[]) => [
  layout('page-failed.tsx', { id: `pages of ${frame}` }, pages),
]

/** Every page there is, listed because the order and the frames say what is nested in what. `src/http/pages/pages.ts` renders each of them once, when the server starts. */
export default [
  layout('public/frame.tsx', [
    index('public/landing/landing.tsx'),
    ...policyPaths.map((path) => route(path, 'public/policy/policy.tsx', { id: path })),
    route('WhitepaperPage', 'public/whitepaper/whitepaper.tsx'),
    route('demonstration', 'public/demonstration/demonstration.tsx'),
    route('proof', 'public/proof/proof.tsx'),
    route('docs/api', 'public/docs/api-reference.tsx'),
    route('outbox', 'public/outbox/outbox.tsx'),
  ]),
  layout(
    'connected.tsx',
    pagesOf('connected', [
      layout('public/sign-in/sign-in-frame.tsx', [
        route('login', 'public/sign-in/login.tsx'),
        route('signup', 'public/sign-in/signup.tsx'),
        route('forgot-password', 'public/sign-in/forgot-password.tsx'),
        // With the secret of a mail's link, and as the address stands once that has been taken out of it.
        ...['reset-password', 'reset-password/:token'].map((path) =>
          route(path, 'public/sign-in/reset-password.tsx', { id: path }),
        ),
        ...[
          'agree-email',
          'cancel-request',
          'confirm-email',
          'confirm-own-email',
          'freeze-account',
          'known-browser',
          'staff-invitation',
          'stop-change',
          'undo-factor',
          'verify-email',
        ].flatMap((page) =>
          [page, `${page}/:token`].map((path) =>
            route(path, `public/sign-in/${page}.tsx`, { id: path }),
          ),
        ),
      ]),
      route(
        'dashboard',
        'dashboard/frame.tsx',
        pagesOf('dashboard', [
          index('dashboard/home/home.tsx'),
          route('invest', 'dashboard/invest/invest.tsx'),
          route('investments', 'dashboard/investments/investments.tsx'),
          route('investments/:investmentId', 'dashboard/investments/investment.tsx'),
          route('transfer', 'dashboard/transfer/transfer.tsx'),
          route('transfer/:requestId', 'dashboard/transfer/request.tsx'),
          route('receive', 'dashboard/receive/receive.tsx'),
          route('fundaccount', 'dashboard/fundaccount/fundaccount.tsx'),
          route('loan', 'dashboard/loan/loan.tsx'),
          route('loan/apply', 'dashboard/loan/apply.tsx'),
          route('loan/:loanId', 'dashboard/loan/statement.tsx'),
          route('activity', 'dashboard/activity/activity.tsx'),
          route('proof', 'dashboard/proof/proof.tsx'),
          route('friends', 'dashboard/friends/friends.tsx'),
          route('announcements', 'dashboard/announcements/announcements.tsx'),
          route('messages', 'dashboard/messages/messages.tsx'),
          route('policies', 'dashboard/policies/policies.tsx'),
          route('verification', 'dashboard/verification/verification.tsx'),
          route('data', 'dashboard/data/data.tsx'),
          route('profile', 'dashboard/profile/profile.tsx'),
          route('settings', 'dashboard/settings/settings.tsx'),
          route('security', 'dashboard/security/security.tsx'),
        ]),
      ),
      route(
        'admin',
        'admin/frame.tsx',
        pagesOf('admin', [
          layout('admin/office.tsx', [
            index('admin/users/users.tsx'),
            route('withdrawals', 'admin/withdrawals/withdrawals.tsx'),
          ]),
          route('users/:userId', 'admin/user/user.tsx'),
          route('waiting', 'admin/waiting/waiting.tsx'),
          route('treasury', 'admin/treasury/treasury.tsx'),
          route('books', 'admin/books/books.tsx'),
          route('wallet', 'admin/wallet/wallet.tsx'),
          route('coins', 'admin/coins/coins.tsx'),
          route('plans', 'admin/plans/plans.tsx'),
          route('receipts', 'admin/receipts/receipts.tsx'),
          route('verifications', 'admin/verifications/verifications.tsx'),
          route('verifications/:caseId', 'admin/verifications/case.tsx'),
          route('screening', 'admin/screening/screening.tsx'),
          route('loans', 'admin/loans/loans.tsx'),
          route('loans/:loanId', 'admin/loans/loan.tsx'),
          route('statements', 'admin/statements/statements.tsx'),
          route('months', 'admin/months/months.tsx'),
          route('policies', 'admin/policies/policies.tsx'),
          route('imports', 'admin/imports/imports.tsx'),
          route('payout-block', 'admin/payout-block/payout-block.tsx'),
          route('payout-batches', 'admin/payout-batches/payout-batches.tsx'),
          route('payout-batches/:batchId', 'admin/payout-batches/batch.tsx'),
          route('payout-lists', 'admin/payout-lists/payout-lists.tsx'),
          route('payout-lists/:listId', 'admin/payout-lists/list.tsx'),
          route('staff', 'admin/staff/staff.tsx'),
          route('live', 'admin/live/live.tsx'),
          route('evidence', 'admin/evidence/evidence.tsx'),
          route('evidence/samples/:sampleId', 'admin/evidence/sample.tsx'),
          route('kept', 'admin/kept/kept.tsx'),
          route('messages', 'admin/messages/messages.tsx'),
          route('announcements', 'admin/announcements/announcements.tsx'),
          route('audit', 'admin/audit/audit.tsx'),
          route('audit/:commandId', 'admin/audit/record.tsx'),
        ]),
      ),
      // Every component in every state, for development only: a build leaves it out.
      ...(process.env.NODE_ENV === 'development' ? [route('design', 'design/design.tsx')] : []),
    ]),
  ),
  // Kept by the browser for when no page can be reached.
  route('offline', 'public/offline/offline.tsx'),
  // Stands for every other page until the firm is open.
  route('not-open-yet', 'public/not-open.tsx'),
  route('*', 'public/not-found.tsx'),
] satisfies RouteConfig
