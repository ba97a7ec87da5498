import { getMonths, proposeMonthClosing, proposeMonthReopening } from '../../contract/months.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { Askers, RoutesOf } from '../routes.ts'
import { askOfMonth, readMonths } from './queries.ts'

export const askers: Askers = {
  'month-closing': ({ pool }, { month }) => askOfMonth(pool, String(month)),
}

export const routes: RoutesOf = ({ pool, desk }) => [
  route(getMonths, async () => succeeded(await readMonths(pool))),
  route(proposeMonthClosing, ({ asked, params: { month } }) =>
    desk.runPrepared({
      ...asked,
      kind: 'ProposeMonthClosing',
      prepare: async () => ({ month, asked: await askOfMonth(pool, month) }),
    }),
  ),
  route(proposeMonthReopening, ({ asked, params: { month }, body: { reason } }) =>
    desk.run({ ...asked, kind: 'ProposeMonthReopening', command: { month, reason } }),
  ),
]
