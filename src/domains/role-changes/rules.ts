/**
 * Roles that are given and taken. One administrator proposes, another agrees, and neither of them is whom it is about; so
 * at least two administrators who can act remain whatever is decided.
 */
import type { Role } from '../../contract/user.ts'
import { defineStaffCommand } from '../../desk/command.ts'
import { subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { staffOn } from '../people/rules.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { factorIn, type OfFactor } from './has-factor.ts'
import { roleChange, type RoleFacts } from './proposals.ts'

export type ProposeRoleChange = { user: OwnerId; role: Role; reason: string } & OfFactor

const whyTwo = 'Two give and take a role.'

const factsOf = ({ user, role }: ProposeRoleChange, from: Role): RoleFacts => ({ user, from, role })

export const proposeRoleChange = defineStaffCommand<ProposeRoleChange>({
  recall: (kept) => ({
    command: {
      user: subjectOf(kept),
      role: textOf(kept, 'role') as Role,
      reason: wordsOf(kept, 'reason'),
      ...factorIn(kept),
    },
  }),
  journal: (c) => ({ role: c.role }),
  subject: (c) => c.user,
  needs: (c) => needsOf(roleChange, factsOf(c, c.role), c),
  decide(world: World, c, context) {
    const owner = staffOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    const facts = factsOf(c, owner.role as Role)
    const given = { kind: roleChange, facts, words: { reason: c.reason }, answer: c, whyTwo }
    return doOrPropose(world, given, context)
  },
  reply: (world, _, context) => replyOfProposed(world, roleChange, context, whyTwo)!,
})
