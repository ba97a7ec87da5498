import { getAccountClosing, requestClosing, stopClosing } from '../../contract/account-closing.ts'
import { route, succeeded } from '../../platform/route.ts'
import { readLeft, readWaitingClosing } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getAccountClosing, async ({ principal: { owner } }) => {
    const [left, waiting] = await Promise.all([
      readLeft(pool, owner),
      readWaitingClosing(pool, owner),
    ])
    return succeeded({ accountClosing: { left, waiting } })
  }),
  route(requestClosing, ({ asked, principal: { owner } }) =>
    desk.run({ ...asked, kind: 'RequestClosing', command: { owner } }),
  ),
  route(stopClosing, ({ asked, principal: { owner } }) =>
    desk.run({ ...asked, kind: 'StopClosing', command: { owner } }),
  ),
]
