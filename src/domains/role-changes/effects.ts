import type { Role } from '../../contract/user.ts'
import type { Effect } from '../../desk/effect.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { administratorsOf } from '../approvals/two.ts'
import { mail } from './mails.ts'

/** Everybody who can decide, but whom it is about. */
export const tellStaff = (
  world: World,
  owner: OwnerId,
  template: 'role-proposed' | 'role-decided' | 'invited-role-waits' | 'invited-role-counts',
  role: Role,
): Effect[] =>
  administratorsOf(world, owner).map((administrator) =>
    mail({ owner: administrator, template, values: { role } }),
  )
