/** Roles: proposed by one administrator, agreed to by another. */
import { pick, type Makers, type Scene } from '../scene.ts'

/** Histories need people: users stay users where there are few. */
export const isTown = ({ model }: Scene) =>
  model.people.filter(({ role, status }) => role === 'user' && status === 'active').length > 3

export const staff: Makers<'ProposeRoleChange'> = {
  ProposeRoleChange(scene) {
    const { model, underStaff, actor, nth, twist } = scene
    const ofStaff = pick(
      model.people.filter(({ role, status }) => role !== 'user' && status !== 'closed'),
      nth,
    )
    const user = twist % 2 === 0 && ofStaff ? ofStaff.id : underStaff
    const role = isTown(scene) ? (['admin', 'auditor', 'user', 'user'] as const)[nth % 4]! : 'user'
    return {
      command: { user, role, roleNeedsFactor: nth % 6 === 0, reason: `Reason ${nth}` },
      actor,
    }
  },
}
