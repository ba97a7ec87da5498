import { recordPayoutReturn } from '../../contract/receipt.ts'
import { route } from '../../platform/route.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = ({ desk }) => [
  route(recordPayoutReturn, ({ asked, params: { id: withdrawal }, body }) =>
    desk.run({ ...asked, kind: 'RecordPayoutReturn', command: { withdrawal, ...body } }),
  ),
]
