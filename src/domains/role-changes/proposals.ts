/** Another role for somebody: proposed by one administrator, given when another agrees; neither is whom it is about. */
import type { Refusal } from '../../contract/problems.ts'
import { auditors, labelsOf, noRoles, rolesIn, type Roles } from '../../contract/roles.ts'
import { refuse } from '../../desk/command.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { asideOf, whatIsLeft } from '../account-closings/left.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { lacksFactor, needsOfFactor, type OfFactor } from './has-factor.ts'
import { mail } from './mails.ts'
import { tellStaff } from './effects.ts'

/** As canonical text: the database compares both. */
export type RoleFacts = { user: string; from: Roles; roles: Roles }
export const roleText = (from: Roles, to: Roles) => ({
  changes: [{ field: 'roles', from: labelsOf(from), to: labelsOf(to) }],
})

export type RoleWords = { reason: string }

/** Why they can't have these roles, or null. An auditor has no money here, and no other role: nobody could move it, and nobody else looks at what staff did. */
function refusalOfRoles(world: World, owner: Owner, roles: Roles, given: OfFactor): Refusal | null {
  if (roles === noRoles) return null
  if (roles !== auditors && rolesIn(roles).includes('auditor')) return refuse('auditor_alone')
  if (owner.status === 'frozen')
    return refuse(
      'account_frozen',
      'A frozen account cannot be given a role. Unfreeze it first. Nothing was changed.',
    )
  if (lacksFactor(world, owner.id, given)) return refuse('role_needs_factor')
  const left = roles === auditors ? whatIsLeft(world, owner.id) : null
  return left
    ? refuse(
        'money_left',
        `An auditor has no money here, and this account holds ${left}. Nothing was changed.`,
      )
    : null
}

export const roleChange = defineProposal<RoleFacts, OfFactor, RoleWords>({
  name: 'role-change',
  called: 'change of this person’s role',
  lastsForMs: aWeekMs,
  about: ({ user }) => user,
  holds: ({ user }) => `role ${user}`,
  asks: true,
  words: ['reason'],
  needs: ({ user }, given) => ({
    owners: [user],
    read: [...asideOf(user), ...needsOfFactor(user, given)],
  }),
  refusal(world, { user, from, roles }, _, given) {
    const owner = world.owners.get(user)!
    if (owner.status === 'closed') return refuse('account_closed')
    if (owner.fixed) return refuse('fixed_account')
    if (owner.roles === roles)
      return refuse('nothing_to_change', 'They have these roles already. Nothing was changed.')
    if (owner.roles !== from) return refuse('not_as_shown')
    return refusalOfRoles(world, owner, roles, given)
  },
  announced: (world, { user, roles }) => tellStaff(world, user, 'role-proposed', roles),
  apply: (world, { user, roles }, _, { words: { reason } }) => ({
    postings: [],
    activity: [{ owner: user, kind: 'role-changed' }],
    owners: [{ id: user, roles }],
    effects: [
      endSessionsOf({ owner: user, why: 'role-changed' }),
      mail({ owner: user, template: 'role-changed', values: { roles, reason } }),
      ...tellStaff(world, user, 'role-decided', roles),
    ],
  }),
  show: (facts) => facts,
  noted: ({ roles }) => ({ roles }),
  listedAs: { proposed: 'role-proposed', ended: 'role-refused' },
  told: ({ from, roles }, { reason }) => ({ reason, ...roleText(from, roles) }),
})
