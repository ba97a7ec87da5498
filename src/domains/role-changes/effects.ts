import type { Roles } from '../../contract/roles.ts'
import type { Effect } from '../../desk/effect.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { whoMay } from '../approvals/two.ts'
import { mail } from './mails.ts'

/** Everybody who can decide, but whom it is about. */
export const tellStaff = (
  world: World,
  owner: OwnerId,
  template: 'role-proposed' | 'role-decided' | 'invited-role-waits' | 'invited-role-counts',
  roles: Roles,
): Effect[] =>
  whoMay(world, 'give-roles', owner).map((one) => mail({ owner: one, template, values: { roles } }))
