/** Evidence that auditors ask for. */
import { nobody, pick, pickReady, type Makers, type Scene } from '../scene.ts'

type OfAuditing = 'AskForEvidence' | 'AgreeToEvidence' | 'RefuseEvidence'

/** Mostly an auditor, where there is one. */
const auditor = ({ model, nth, twist, actor }: Scene): string =>
  (twist % 8 > 0 &&
    pick(
      model.people.filter(({ role, status }) => role === 'auditor' && status === 'active'),
      nth,
    )?.id) ||
  actor

const waiting = ({ model, nth }: Scene) =>
  pickReady(model.packs, nth, ({ status }) => status === 'asked')?.id ?? nobody

export const auditing: Makers<OfAuditing> = {
  AskForEvidence: (scene) => ({
    command: { from: '2026-01-01', to: '2026-01-31', withPersons: scene.nth % 4 > 0 },
    actor: scene.twist % 2 === 0 ? auditor(scene) : scene.actor,
  }),
  AgreeToEvidence: (scene) => ({ command: { pack: waiting(scene) }, actor: scene.actor }),
  RefuseEvidence: (scene) => ({
    command: { pack: waiting(scene), reason: `Reason ${scene.nth}` },
    actor: scene.actor,
  }),
}
