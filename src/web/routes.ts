import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page there is. `src/http/pages.ts` renders each of them once, when the server starts. */
export default [
  index('public/landing.tsx'),
  layout('api/connected.tsx', [
    layout('public/sign-in-frame.tsx', [
      route('login', 'public/login.tsx'),
      route('signup', 'public/signup.tsx'),
    ]),
    route('dashboard', 'dashboard/frame.tsx', [
      index('dashboard/home.tsx'),
      route('invest', 'dashboard/invest.tsx'),
      route('investments', 'dashboard/investments.tsx'),
      route('transfer', 'dashboard/transfer.tsx'),
      route('fundaccount', 'dashboard/fundaccount.tsx'),
      route('activity', 'dashboard/activity.tsx'),
      route('profile', 'dashboard/profile.tsx'),
      route('settings', 'dashboard/settings.tsx'),
    ]),
    route('admin', 'admin/admin.tsx'),
  ]),
  route('*', 'public/not-found.tsx'),
] satisfies RouteConfig
