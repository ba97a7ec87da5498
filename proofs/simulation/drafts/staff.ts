/** Roles: proposed by one administrator, agreed to by another. */
import { administrators, auditors, noRoles, rolesOf } from '../../../src/contract/roles.ts'
import { pick, type Makers, type Scene } from '../scene.ts'

/** Histories need people: users stay users where there are few. */
export const isTown = ({ model }: Scene) =>
  model.people.filter(({ role, status }) => role === 'user' && status === 'active').length > 3

/** Some that work, and one that can't be. */
const all = [
  administrators,
  auditors,
  noRoles,
  noRoles,
  rolesOf(['support']),
  rolesOf(['compliance', 'support']),
  administrators,
  rolesOf(['treasurer']),
  rolesOf(['approver']),
  rolesOf(['approver', 'treasurer']),
  rolesOf(['auditor', 'support']),
  administrators,
]

export const staff: Makers<'ProposeRoleChange'> = {
  ProposeRoleChange(scene) {
    const { model, underStaff, actor, nth, twist } = scene
    const ofStaff = pick(
      model.people.filter(({ role, status }) => role !== 'user' && status !== 'closed'),
      nth,
    )
    const user = twist % 2 === 0 && ofStaff ? ofStaff.id : underStaff
    const roles = isTown(scene) ? all[nth % all.length]! : noRoles
    return {
      command: { user, roles, roleNeedsFactor: nth % 6 === 0, reason: `Reason ${nth}` },
      actor,
    }
  },
}
