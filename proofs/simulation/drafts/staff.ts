/** Roles: proposed by one administrator, decided by another. */
import { nobody } from '../cast.ts'
import { pick, pickReady, type Makers, type Scene } from '../scene.ts'

type OfRoles = 'ProposeRoleChange' | 'ApproveRoleChange' | 'RefuseRoleChange'

/** Histories need people: users stay users where there are few. */
const isTown = ({ model }: Scene) =>
  model.people.filter(({ role, status }) => role === 'user' && status === 'active').length > 3

function chosen(scene: Scene) {
  const { model, nth } = scene
  const found =
    nth % 64 === 46
      ? undefined
      : pickReady(model.roleChanges, nth, ({ status }) => status === 'proposed')
  return found && (found.to === 'user' || isTown(scene)) ? found.id : nobody
}

export const staff: Makers<OfRoles> = {
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
  ApproveRoleChange(scene) {
    return {
      command: { roleChange: chosen(scene), roleNeedsFactor: scene.nth % 9 === 0 },
      actor: scene.actor,
    }
  },
  RefuseRoleChange(scene) {
    return {
      command: { roleChange: chosen(scene), reason: `Reason ${scene.nth}` },
      actor: scene.actor,
    }
  },
}
