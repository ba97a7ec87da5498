import {
  approveRoleChange,
  getStaff,
  proposeRoleChange,
  refuseRoleChange,
} from '../../contract/staff.ts'
import { route, succeeded } from '../../platform/route.ts'
import type { House } from '../house-desk.ts'
import { readStaff } from './queries.ts'

export const roleChangeRoutes = (house: House) => {
  const { desk, policy } = house
  const roleNeedsFactor = policy.staffNeedSecondFactor
  return [
    route(getStaff, async () => succeeded(await readStaff(house))),
    route(proposeRoleChange, ({ asked, params: { userId: user }, body }) =>
      desk.run({
        ...asked,
        kind: 'ProposeRoleChange',
        command: { user, ...body, roleNeedsFactor },
      }),
    ),
    route(approveRoleChange, ({ asked, params: { id: roleChange } }) =>
      desk.run({ ...asked, kind: 'ApproveRoleChange', command: { roleChange, roleNeedsFactor } }),
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
