/** What people add of themselves, take away again, and what staff open. */
import { idFromName } from '../../../src/platform/ids.ts'
import type { Model } from '../model.ts'
import { mayBorrow, proofsOf } from './loans.ts'
import { nobody, pick, pickReady, type Makers, type Scene } from '../scene.ts'

type OfDocuments = 'AddDocument' | 'RemoveDocument' | 'ViewDocument'
type Kind = 'identity' | 'address' | 'income'

/** Of a document each that somebody has not: what they lack to send in. */
export function lackedBy(model: Model, owner: string): Kind[] {
  const mine = model.documents.filter(
    (one) => one.owner === owner && (one.status === 'added' || one.status === 'submitted'),
  )
  return (['identity', 'address'] as const).filter((kind) => !mine.some((one) => one.kind === kind))
}

/** Whether money waits in somebody's name. */
export const waitsFor = (model: Model, person: string): boolean =>
  model.entries.some(({ owner, status }) => owner === person && status === 'suspense') ||
  model.deposits.some(({ owner, status }) => owner === person && status === 'suspense')

/** Mostly what somebody lacks; often for one who collects them. A few are as large as a day allows. */
function adding({ model, user, nth, twist, number }: Scene): { owner: string; kind: Kind } {
  const kind = (['identity', 'address', 'income'] as const)[twist % 3]!
  if (nth % 4 === 0) return { owner: user, kind }
  if (nth % 4 === 1) return { owner: model.people[4]!.id, kind }
  const asking = model.people.filter(
    ({ id }) => mayBorrow(model, id) && proofsOf(model, id).length === 0,
  )
  if (twist % 4 === 2 && asking.length > 0)
    return { owner: pick(asking, nth >> 2)!.id, kind: 'income' }
  const lacking = (most: number) => {
    const some = model.people.filter(({ id, role, status }) => {
      const lacked = role === 'user' && status !== 'closed' ? lackedBy(model, id).length : 0
      return lacked > 0 && lacked <= most
    })
    const eager = some.filter(({ id }) => waitsFor(model, id))
    return pick(twist % 8 > 2 && eager.length > 0 ? eager : some, nth >> 2)
  }
  const owner = ((twist % 4 > 0 && lacking(1)) || lacking(2))?.id ?? user
  return { owner, kind: lackedBy(model, owner)[number % 2] ?? lackedBy(model, owner)[0] ?? kind }
}

const isSubmitted = ({ status }: { status: string }) => status === 'submitted'

const sizes = [1, 200_000, 31_457_280, 62_914_560, 62_914_561]

export const documents: Makers<OfDocuments> = {
  AddDocument(scene) {
    const { nth, twist, number } = scene
    const { owner, kind } = adding(scene)
    return {
      command: {
        owner,
        kind,
        content: idFromName(`content ${number}`),
        mediaType: twist % 2 === 0 ? 'image/jpeg' : 'application/pdf',
        size: sizes[nth % 16 < 11 ? nth % 2 : nth % 5]!,
        digest: String(number).padStart(64, '0'),
        pages: 1 + (nth % 3),
        mustBeVerified: nth % 8 === 3,
      },
      actor: owner,
    }
  },
  RemoveDocument({ model, user, nth, twist }) {
    const one = pickReady(model.documents, nth, ({ status }) => status === 'added')
    const owner = one && twist % 8 > 0 ? one.owner : user
    return { command: { document: one?.id ?? nobody, owner }, actor: owner }
  },
  ViewDocument({ model, actor, nth, twist }) {
    const asked = twist % 2 === 1 && pick(model.loanApplications.filter(isSubmitted), nth)
    const one = pickReady(
      model.documents,
      nth,
      ({ id, status }) =>
        (status === 'added' || status === 'submitted') && (!asked || asked.income === id),
    )
    const auditor = pick(
      model.people.filter(({ role }) => role === 'auditor'),
      nth,
    )
    return {
      command: { document: nth % 64 === 48 ? nobody : (one?.id ?? nobody) },
      actor: twist % 4 === 2 && auditor ? auditor.id : actor,
    }
  },
}
