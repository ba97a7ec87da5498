/**
 * Roles that are given and taken. One proposes, another agrees, both may give roles, and neither of them is whom it is about; so
 * at least two who can act and give them remain whatever is decided.
 */
import type { Roles } from '../../contract/roles.ts'
import { defineStaffCommand } from '../../desk/command.ts'
import { subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { staffOn } from '../people/rules.ts'
import { doOrPropose, needsOf, replyOfProposed } from '../proposals/propose.ts'
import { factorIn, type OfFactor } from './has-factor.ts'
import { roleChange, type RoleFacts } from './proposals.ts'

export type ProposeRoleChange = { user: OwnerId; roles: Roles; reason: string } & OfFactor

const whyTwo = 'Two give and take a role.'

const factsOf = ({ user, roles }: ProposeRoleChange, from: Roles): RoleFacts => ({
  user,
  from,
  roles,
})

export const proposeRoleChange = defineStaffCommand<ProposeRoleChange>({
  may: 'give-roles',
  recall: (kept) => ({
    command: {
      user: subjectOf(kept),
      roles: textOf(kept, 'roles'),
      reason: wordsOf(kept, 'reason'),
      ...factorIn(kept),
    },
  }),
  journal: (c) => ({ roles: c.roles }),
  subject: (c) => c.user,
  needs: (c) => needsOf(roleChange, factsOf(c, c.roles), c),
  decide(world: World, c, context) {
    const owner = staffOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    const facts = factsOf(c, owner.roles)
    const given = { kind: roleChange, facts, words: { reason: c.reason }, answer: c, whyTwo }
    return doOrPropose(world, given, context)
  },
  reply: (world, _, context) => replyOfProposed(world, roleChange, context, whyTwo)!,
})
