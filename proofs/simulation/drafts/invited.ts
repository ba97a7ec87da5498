/** Invitations to work here: the operator's, with the role that follows by itself, and those of administrators. */
import { idFromName } from '../../../src/platform/ids.ts'
import { nobody, pickReady, somebody, type Makers, type Scene } from '../scene.ts'

type OfInvited =
  | 'InviteAdministrator'
  | 'InviteStaff'
  | 'WithdrawStaffInvitation'
  | 'AcceptInvitation'
  | 'FinishRoleChange'
  | 'RefuseInvitedRole'

const invitation = ({ nth }: Scene) => idFromName(`invitation ${nth}`)
const email = ({ nth }: Scene) => `invited-${nth}@people.example`
const mac = '0'.repeat(36)

/** Mostly the system itself. */
const bySystem = ({ twist, actor }: Scene) => (twist % 16 === 7 ? actor : null)

export const invited: Makers<OfInvited> = {
  InviteAdministrator: (scene) => ({
    command: { invitation: invitation(scene), email: email(scene), mac },
    actor: bySystem(scene),
  }),
  InviteStaff: (scene) => ({
    command: {
      invitation: invitation(scene),
      email: email(scene),
      mac,
      token: invitation(scene),
      reason: `Reason ${scene.nth}`,
    },
    actor: scene.actor,
  }),
  WithdrawStaffInvitation: (scene) => ({
    command: {
      invitation: invitation(scene),
      waits: scene.nth % 3 > 0,
      reason: `Reason ${scene.nth}`,
    },
    actor: scene.actor,
  }),
  AcceptInvitation(scene) {
    const { model, on, nth } = scene
    // Few: histories also need an administrator who is the last.
    const user = nth % 8 === 3 ? somebody(model, on).id : nobody
    return { command: { user }, actor: bySystem(scene) }
  },
  FinishRoleChange(scene) {
    const { model, nth, twist } = scene
    const ready = pickReady(model.invitedRoles, nth, ({ status }) => status === 'waiting')
    return {
      command: {
        invitation: nth % 32 === 9 ? nobody : (ready?.id ?? nobody),
        roleNeedsFactor: nth % 11 === 0,
        waited: twist % 3 > 0,
      },
      actor: bySystem(scene),
    }
  },
  RefuseInvitedRole({ model, nth, actor }) {
    const ready = pickReady(model.invitedRoles, nth, ({ status }) => status === 'waiting')
    const command = { invitation: ready?.id ?? nobody, reason: `Reason ${nth}` }
    return { command, actor }
  },
}
