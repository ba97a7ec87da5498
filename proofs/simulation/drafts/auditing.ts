/** Evidence that auditors ask for. */
import { pick, type Makers, type Scene } from '../scene.ts'

/** Mostly an auditor, where there is one. */
const auditor = ({ model, nth, twist, actor }: Scene): string =>
  (twist % 8 > 0 &&
    pick(
      model.people.filter(({ role, status }) => role === 'auditor' && status === 'active'),
      nth,
    )?.id) ||
  actor

export const auditing: Makers<'RequestEvidence'> = {
  RequestEvidence: (scene) => ({
    command: { from: '2026-01-01', to: '2026-01-31', withPersons: scene.nth % 4 > 0 },
    actor: scene.twist % 2 === 0 ? auditor(scene) : scene.actor,
  }),
}
