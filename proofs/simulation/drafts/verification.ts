/** What people send in to be verified, what staff decide on it, and what is released once it fits. */
import type { CommandOf } from '../../../src/domains/nouns.ts'
import { idFromName } from '../../../src/platform/ids.ts'
import { boundsOf } from '../bounds.ts'
import type { Model } from '../model.ts'
import { dayMs, nobody, pick, pickReady, type Makers, type Scene } from '../scene.ts'
import { lackedBy, waitsFor } from './documents.ts'

type OfVerification =
  | 'SubmitVerification'
  | 'VerifyPerson'
  | 'RefuseVerification'
  | 'ProposeFinalRefusal'
  | 'ReleaseReceipt'

type Case = Model['cases'][number]

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Mostly somebody who has what it takes and isn't verified, and rather who has a reason to be. */
function sender({ model, user, nth, twist }: Scene): string {
  const able = model.people.filter(
    ({ id, status }) =>
      status !== 'closed' &&
      lackedBy(model, id).length === 0 &&
      !model.isVerified(id) &&
      !model.isRefusedForGood(id),
  )
  const eager = able.filter(({ id }) => waitsFor(model, id))
  const one = pick(twist % 4 > 0 && eager.length > 0 ? eager : able, nth)
  return one && twist % 8 > 1 ? one.id : user
}

/** Mostly one of each; now and then only one, one twice, or one that is not theirs. */
function sentWith({ model, nth }: Scene, owner: string): string[] {
  const mine = model.documents.filter(
    (one) => one.owner === owner && (nth % 16 === 3 || one.status !== 'removed'),
  )
  const ids = (['identity', 'address', 'income'] as const).flatMap((kind) =>
    mine
      .filter((one) => one.kind === kind)
      .slice(-1)
      .map(({ id }) => id),
  )
  if (ids.length === 0) return [nobody]
  if (nth % 16 === 5) return [...ids, model.documents[nth % model.documents.length]!.id]
  if (nth % 16 === 7) return [...ids, ids[0]!]
  return nth % 16 === 9 ? ids.slice(0, 1) : ids
}

/** Mostly grown up; now and then of age tomorrow, today or yesterday. */
function born({ model, nth, twist }: Scene): string {
  if (nth % 8 > 2) return `19${40 + (nth % 60)}-0${1 + (twist % 9)}-1${nth % 10}`
  const today = new Date(model.now + ((nth % 3) - 1) * dayMs)
  return `${today.getUTCFullYear() - 18}${today.toISOString().slice(4, 10)}`
}

function submission(scene: Scene): CommandOf<'SubmitVerification'> {
  const { number, nth, twist } = scene
  const owner = sender(scene)
  return {
    owner,
    legalName: `Legal ${number}`,
    birthDate: born(scene),
    country: twist % 16 === 3 ? 'US' : 'DE',
    address: `Street ${nth}\nTown`,
    documents: sentWith(scene, owner),
    served: {
      minimumAge: 18,
      countries: nth % 3 === 0 ? null : ['DE', 'FR'],
      notServed: twist % 32 === 5 ? ['DE'] : [],
    },
  }
}

const chosen = ({ model, nth }: Scene, isReady: (one: Case) => boolean): string =>
  (nth % 64 === 49 ? undefined : pickReady(model.cases, nth, isReady)?.id) ?? nobody

const isOpen = ({ status }: Case) => status === 'submitted'

/** A day some months off; now and then one that is just too early or too late, or nearly. */
function until({ model, nth }: Scene): string {
  if (nth % 8 > 0) return dayOf(model.now + (1 + (nth % 90)) * 3 * dayMs)
  const inTenYears = new Date(model.now)
  inTenYears.setUTCFullYear(inTenYears.getUTCFullYear() + 10)
  return dayOf((nth % 16 === 0 ? model.now : inTenYears.getTime()) + ((nth >> 4) % 4) * dayMs)
}

/** Histories need people whose money moves: few are refused for good at a time. */
export function isRare({ model }: Scene): boolean {
  const open = model.people.filter(({ role, status }) => role === 'user' && status !== 'closed')
  return open.filter(({ id }) => model.isRefusedForGood(id)).length * 5 < open.length
}

/** What was recorded before there was this rule says nothing of it; with it, the papers have rarely all been opened by one. */
const mustBeOpened = ({ twist }: Scene) => (twist % 4 === 1 ? { mustBeOpened: true } : {})

const reasoned = (scene: Scene, verification: string) => ({
  command: { verification, reason: `Reason ${scene.nth}` },
  actor: scene.actor,
})

export const verification: Makers<OfVerification> = {
  SubmitVerification(scene) {
    const command = submission(scene)
    return { command, actor: command.owner }
  },
  VerifyPerson: (scene) => ({
    command: {
      verification: chosen(scene, isOpen),
      until: until(scene),
      ...mustBeOpened(scene),
    },
    actor: scene.actor,
  }),
  RefuseVerification: (scene) => reasoned(scene, chosen(scene, isOpen)),
  ProposeFinalRefusal: (scene) => ({
    command: {
      verification: isRare(scene) ? chosen(scene, ({ isFinal }) => !isFinal) : nobody,
      reason: `Reason ${scene.nth}`,
      ...(scene.twist % 16 === 1 ? { mustBeOpened: true } : {}),
    },
    actor: scene.actor,
  }),
  ReleaseReceipt(scene) {
    const { model, user, nth, twist } = scene
    const aside = model.entries.filter(
      ({ owner, status }) => owner !== null && status === 'suspense',
    )
    const fitting = aside.filter(
      ({ id, owner, amount }) =>
        (model.roomFor(owner!, 'in', boundsOf(owner!)) ?? amount) >= amount &&
        !model.waiting.some(
          ({ holdsToo, status }) => holdsToo === `receipt ${id}` && status === 'open',
        ),
    )
    const some = twist % 4 > 0 && fitting.length > 0 ? fitting : aside
    // What was released, or never waited, isn't released again.
    const waits = pick(some.length > 0 && twist % 8 !== 4 ? some : model.entries, nth)
    const owner = waits?.owner && twist % 8 > 0 ? waits.owner : user
    const receipt = waits?.id ?? nobody
    return {
      command: { receipt, owner, limits: boundsOf(owner) },
      actor: null,
      ...(nth % 3 > 0 ? { id: idFromName(`release ${receipt}`) } : {}),
    }
  },
}
