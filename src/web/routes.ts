import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

import { policyPaths } from '../contract/site.ts'

/** Every page there is. `src/http/pages/pages.ts` renders each of them once, when the server starts. */
export default [
  layout('public/frame.tsx', [
    index('public/landing.tsx'),
    ...policyPaths.map((path) => route(path, 'public/policy.tsx', { id: path })),
    route('WhitepaperPage', 'public/whitepaper.tsx'),
    route('demonstration', 'public/demonstration.tsx'),
    route('docs/api', 'public/api-reference.tsx'),
    route('outbox', 'public/outbox.tsx'),
  ]),
  layout('api/connected.tsx', [
    layout('public/sign-in-frame.tsx', [
      route('login', 'public/login.tsx'),
      route('signup', 'public/signup.tsx'),
      route('forgot-password', 'public/forgot-password.tsx'),
      // With the secret of a mail's link, and as the address stands once that has been taken out of it.
      ...['reset-password', 'reset-password/:token'].map((path) =>
        route(path, 'public/reset-password.tsx', { id: path }),
      ),
      ...['confirm-email', 'known-browser', 'stop-change', 'undo-factor'].flatMap((page) =>
        [page, `${page}/:token`].map((path) => route(path, `public/${page}.tsx`, { id: path })),
      ),
    ]),
    route('dashboard', 'dashboard/frame.tsx', [
      index('dashboard/home.tsx'),
      route('invest', 'dashboard/invest.tsx'),
      route('investments', 'dashboard/investments.tsx'),
      route('transfer', 'dashboard/transfer.tsx'),
      route('transfer/:requestId', 'dashboard/request.tsx'),
      route('receive', 'dashboard/receive.tsx'),
      route('fundaccount', 'dashboard/fundaccount.tsx'),
      route('loan', 'dashboard/loan.tsx'),
      route('activity', 'dashboard/activity.tsx'),
      route('profile', 'dashboard/profile.tsx'),
      route('settings', 'dashboard/settings.tsx'),
      route('security', 'dashboard/security.tsx'),
    ]),
    route('admin', 'admin/frame.tsx', [
      layout('admin/office.tsx', [
        index('admin/users.tsx'),
        route('withdrawals', 'admin/withdrawals.tsx'),
      ]),
      route('users/:userId', 'admin/user.tsx'),
      route('treasury', 'admin/treasury.tsx'),
      route('plans', 'admin/plans.tsx'),
      route('audit', 'admin/audit.tsx'),
    ]),
    // Every part of the house in every state, for whoever changes one: a build doesn't know it.
    ...(process.env.NODE_ENV === 'development' ? [route('design', 'design/design.tsx')] : []),
  ]),
  route('*', 'public/not-found.tsx'),
] satisfies RouteConfig
