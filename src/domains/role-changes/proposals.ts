/** Another role for somebody: proposed by one administrator, given when another agrees; neither is whom it is about. */
import type { Refusal } from '../../contract/problems.ts'
import type { Role } from '../../contract/user.ts'
import { refuse } from '../../desk/command.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { asideOf, whatIsLeft } from '../account-closings/left.ts'
import { aWeekMs, defineProposal } from '../proposals/kind.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { lacksFactor, needsOfFactor, type OfFactor } from './has-factor.ts'
import { mail } from './mails.ts'
import { tellStaff } from './effects.ts'

export type RoleFacts = { user: string; from: Role; role: Role }
export const roleText = (from: Role, to: Role) => ({ changes: [{ field: 'role', from, to }] })

export type RoleWords = { reason: string }

/** Why they can't have this role, or null. An auditor has no money here: nobody could move it. */
function refusalOfRole(world: World, owner: Owner, role: Role, given: OfFactor): Refusal | null {
  if (role === 'user') return null
  if (owner.status === 'frozen')
    return refuse(
      'account_frozen',
      'A frozen account cannot be given a role. Unfreeze it first. Nothing was changed.',
    )
  if (lacksFactor(world, owner.id, given)) return refuse('role_needs_factor')
  const left = role === 'auditor' ? whatIsLeft(world, owner.id) : null
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
  refusal(world, { user, from, role }, _, given) {
    const owner = world.owners.get(user)!
    if (owner.status === 'closed') return refuse('account_closed')
    if (owner.fixed) return refuse('fixed_account')
    if (owner.role === role)
      return refuse('nothing_to_change', 'They have this role already. Nothing was changed.')
    if (owner.role !== from) return refuse('not_as_shown')
    return refusalOfRole(world, owner, role, given)
  },
  announced: (world, { user, role }) => tellStaff(world, user, 'role-proposed', role),
  apply: (world, { user, role }, _, { words: { reason } }) => ({
    postings: [],
    activity: [{ owner: user, kind: 'role-changed' }],
    owners: [{ id: user, role }],
    effects: [
      endSessionsOf({ owner: user, why: 'role-changed' }),
      mail({ owner: user, template: 'role-changed', values: { role, reason } }),
      ...tellStaff(world, user, 'role-decided', role),
    ],
  }),
  show: (facts) => facts,
  noted: ({ role }) => ({ role }),
  listedAs: { proposed: 'role-proposed', ended: 'role-refused' },
  told: ({ from, role }, { reason }) => ({ reason, ...roleText(from, role) }),
})
