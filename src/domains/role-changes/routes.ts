import { rolesOf } from '../../contract/roles.ts'
import {
  getStaff,
  getStaffCsv,
  proposeRoleChange,
  refuseInvitedRole,
} from '../../contract/staff.ts'
import { route, succeeded } from '../../platform/route.ts'
import { exportedCsv } from '../exported-lists/record.ts'
import type { House } from '../house-desk.ts'
import { staffColumns } from './csv.ts'
import type { OfFactor } from './has-factor.ts'
import { readStaff } from './queries.ts'
import type { Askers, RoutesOf } from '../routes.ts'

const fileOf = (house: House) => ({
  file: 'staff.csv',
  columns: staffColumns,
  readPage: async () => ({ rows: (await readStaff(house)).staff, nextCursor: null }),
})

/** What a role takes here. */
const askRoleTerms = ({ policy }: Pick<House, 'policy'>): OfFactor => ({
  roleNeedsFactor: policy.staffNeedSecondFactor,
})

export const askers: Askers = { 'role-change': askRoleTerms }

export const routes: RoutesOf = (house) => {
  const { desk } = house
  return [
    route(getStaff, async () => succeeded(await readStaff(house))),
    route(getStaffCsv, (call) => exportedCsv(house, fileOf(house), call)),
    route(proposeRoleChange, ({ asked, params: { userId: user }, body: { roles, reason } }) =>
      desk.run({
        ...asked,
        kind: 'ProposeRoleChange',
        command: { user, roles: rolesOf(roles), reason, ...askRoleTerms(house) },
      }),
    ),
    route(refuseInvitedRole, ({ asked, params: { id: invitation }, body: { reason } }) =>
      desk.run({ ...asked, kind: 'RefuseInvitedRole', command: { invitation, reason } }),
    ),
  ]
}
