/** Changes of access: a factor removed, a new email, and who approves or rejects it. */
import { idFromName } from '../../../src/platform/ids.ts'
import type { Access } from '../model-state.ts'
import { dayMs, nobody, pick, pickReady, type Makers, type Scene } from '../scene.ts'

type OfAccess =
  | 'ProposeFactorRemoval'
  | 'ApproveAccessChange'
  | 'RefuseAccessChange'
  | 'StopAccessChange'
  | 'ConfirmEmail'
  | 'RequestEmailChange'
  | 'AgreeToEmailChange'
  | 'FinishAccessChange'

/** A change of access, mostly one that is ready for this, and the person it is given for. */
function chosen({ model, nth, twist, underStaff }: Scene, what: OfAccess) {
  const wanted = what === 'ApproveAccessChange' ? 'proposed' : 'waiting'
  const isReady = (found: Access) =>
    found.status === wanted &&
    (found.what === 'email' || what !== 'ConfirmEmail') &&
    (!found.agreed || what !== 'AgreeToEmailChange')
  // The database lets nothing take effect before its time, by its own clock.
  const from =
    what === 'FinishAccessChange'
      ? model.changes.filter((one) => one.what === 'email' && one.waitMs === 0)
      : model.changes
  const found = nth % 64 === 45 ? undefined : pickReady(from, nth, isReady)
  return {
    change: found?.id ?? nobody,
    owner: found && twist % 8 > 0 ? found.owner : underStaff,
  }
}

/**
 * Of somebody whose address is verified: the first proof of one ends all factors, and with them what is open about them.
 * Nobody here has any factor, so of these histories it would only show in the database.
 */
function withFactors({ model, underStaff, nth }: Scene): string {
  if (model.person(underStaff)?.emailVerified) return underStaff
  return (
    pick(
      model.people.filter(({ emailVerified }) => emailVerified),
      nth,
    )?.id ?? nobody
  )
}

export const accessChanges: Makers<OfAccess> = {
  ProposeFactorRemoval(scene) {
    const { actor, nth, twist } = scene
    const app = { what: 'app', id: idFromName(`app ${nth % 2}`) } as const
    const factor = (
      [app, { what: 'passkey', id: `key-${nth % 3}`, name: `Key ${nth % 3}` }, null, app] as const
    )[twist % 4]!
    return {
      command: {
        user: withFactors(scene),
        factor,
        hostile: nth % 3 === 0,
        reason: `Reason ${nth}`,
      },
      actor,
    }
  },
  ApproveAccessChange(scene) {
    const { nth, actor } = scene
    const { change } = chosen(scene, 'ApproveAccessChange')
    const wait = { waitMs: nth % 2 === 0 ? 0 : dayMs, earlierForMs: dayMs }
    return { command: { change, factorThere: nth % 5 > 0, ...wait }, actor }
  },
  RefuseAccessChange(scene) {
    const { change } = chosen(scene, 'RefuseAccessChange')
    return { command: { change, reason: `Reason ${scene.nth}` }, actor: scene.actor }
  },
  StopAccessChange(scene) {
    const { change, owner } = chosen(scene, 'StopAccessChange')
    return { command: { change, owner, byLink: scene.nth % 2 === 0 }, actor: owner }
  },
  RequestEmailChange({ model, user, nth, twist, number }) {
    const email = twist % 16 === 3 ? model.person(user)?.email : undefined
    const other = nth % 8 === 1 ? model.people[4]?.email : undefined
    return {
      command: {
        owner: user,
        // Whoever has left has none.
        email: email || other || `other-${number}@people.example`,
        waitMs: dayMs,
      },
      actor: user,
    }
  },
  AgreeToEmailChange(scene) {
    const { change, owner } = chosen(scene, 'AgreeToEmailChange')
    return { command: { change, owner }, actor: owner }
  },
  ConfirmEmail(scene) {
    const { change, owner } = chosen(scene, 'ConfirmEmail')
    return { command: { change, owner }, actor: owner }
  },
  FinishAccessChange(scene) {
    const { change } = chosen(scene, 'FinishAccessChange')
    return {
      command: { change, factorThere: scene.nth % 5 > 0, earlierForMs: dayMs },
      actor: null,
      id: idFromName(`finish ${change}`),
    }
  },
}
