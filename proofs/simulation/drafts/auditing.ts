/** What auditors ask for, draw and mark. */
import { nobody } from '../cast.ts'
import { pick, pickReady, type Makers, type Scene } from '../scene.ts'

type OfAuditing =
  | 'AskForEvidence'
  | 'AgreeToEvidence'
  | 'RefuseEvidence'
  | 'DownloadEvidence'
  | 'ExportList'
  | 'DrawSample'
  | 'MarkLookedAt'
  | 'TakeMarkBack'

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
  DownloadEvidence: (scene) => ({
    command: {
      pack:
        pickReady(scene.model.packs, scene.nth, ({ status }) => status === 'granted')?.id ?? nobody,
      digest: '0'.repeat(64),
    },
    actor: scene.twist % 2 === 0 ? auditor(scene) : scene.actor,
  }),
  ExportList: (scene) => ({
    command: {
      file: 'users.csv',
      filter: scene.twist % 4 === 1 ? 'status=frozen' : '',
      search: scene.nth % 3 === 0 ? `Name ${scene.nth}` : null,
      rows: scene.on % 100,
    },
    actor: scene.twist % 2 === 0 ? auditor(scene) : scene.actor,
  }),
  DrawSample(scene) {
    const users = scene.model.people.filter(
      ({ role, status }) => role === 'user' && status !== 'closed',
    )
    const people = users.slice(scene.on % 7, (scene.on % 7) + (scene.nth % 6)).map(({ id }) => id)
    return { command: { people, among: users.length }, actor: auditor(scene) }
  },
  MarkLookedAt(scene) {
    const { model, nth, user } = scene
    const drawn = pick(model.sampled, nth)
    return {
      command: {
        sample: nth % 32 === 7 ? nobody : (drawn?.sample ?? nobody),
        person: nth % 16 === 5 ? user : (drawn?.person ?? user),
        note: `Looked at ${nth}`,
      },
      actor: auditor(scene),
    }
  },
  TakeMarkBack(scene) {
    const mark = pickReady(scene.model.marks, scene.nth, ({ takenBackAt }) => takenBackAt === null)
    return {
      command: { mark: mark?.id ?? nobody, reason: `Reason ${scene.nth}` },
      actor: scene.twist % 8 > 0 ? (mark?.markedBy ?? auditor(scene)) : auditor(scene),
    }
  },
}
