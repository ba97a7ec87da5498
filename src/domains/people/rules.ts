/** What every act on a person is refused by. */
import { refuse, type Context, type Decision } from '../../desk/command.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import type { Refusal } from '../../contract/problems.ts'
import { capabilitiesOf, noRoles, type Roles } from '../../contract/roles.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'

/** The checks that every act of staff on a person shares, in their order. */
export function staffOn(world: World, user: OwnerId, { actor }: Context): Decision | Owner {
  const owner = world.owners.get(user)
  if (!owner || owner.role === 'firm') return refuse('unknown_user')
  if (actor === user) return refuse('not_on_yourself')
  if (owner.status === 'closed') return refuse('account_closed')
  return owner
}

/**
 * The same of how somebody signs in and whether their account stands: of those who work here only whoever gives roles decides,
 * or one of them could stop the others, or become one.
 */
export function accountOn(world: World, user: OwnerId, context: Context): Decision | Owner {
  const owner = staffOn(world, user, context)
  if (!('totals' in owner) || owner.roles === noRoles || context.actor === null) return owner
  const given = world.owners.get(context.actor)?.roles ?? noRoles
  return capabilitiesOf(given).has('give-roles')
    ? owner
    : refuse(
        'forbidden',
        'This person works here: only who gives roles acts on their account. Nothing was changed.',
      )
}

/** At least one who gives roles has to be left who isn't frozen: whoever gives them can have everything else done. */
export function refusalOfLast(world: World, { id, roles }: Owner): Refusal | null {
  const gives = (one: Roles) => capabilitiesOf(one).has('give-roles')
  return gives(roles) && !world.staff.entries().some(([other, held]) => other !== id && gives(held))
    ? refuse('last_administrator')
    : null
}
