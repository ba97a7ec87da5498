import {
  approveRoleChange,
  getStaff,
  proposeRoleChange,
  refuseRoleChange,
} from '../../contract/staff.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { lacksFactor, readStaff } from './queries.ts'

export const roleChangeRoutes = (house: House) => {
  const { desk, pool, policy } = house
  return [
    route(getStaff, async () => succeeded(await readStaff(house))),
    route(proposeRoleChange, async ({ asked, params: { userId: user }, body }) =>
      desk.runPrepared({
        ...asked,
        kind: 'ProposeRoleChange',
        prepare: async () => ({
          user,
          ...body,
          lacksFactor: await lacksFactor(pool, policy, { person: user }),
        }),
      }),
    ),
    route(approveRoleChange, async ({ asked, params: { id: roleChange } }) =>
      desk.runPrepared({
        ...asked,
        kind: 'ApproveRoleChange',
        prepare: async () => ({
          roleChange,
          lacksFactor: await lacksFactor(pool, policy, { roleChange }),
        }),
      }),
    ),
    route(refuseRoleChange, ({ asked, params, body }) =>
      desk.run({
        ...asked,
        kind: 'RefuseRoleChange',
        command: { roleChange: params.id, reason: body.reason },
      }),
    ),
  ]
}
