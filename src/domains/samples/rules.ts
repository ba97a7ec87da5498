/**
 * Samples of users that an auditor draws, and the marks on them. Who is drawn is recorded with the command, and every draw
 * stays: one that is repeated until it suits shows.
 */
import { largestSample } from '../../contract/sample.ts'
import type { Refusal } from '../../contract/problems.ts'
import { defineStaffCommand, refuse, refuseUnlessOpen, type Journaled } from '../../desk/command.ts'
import { numberOf, subjectOf, textOf, Unexplained, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { markIn, marks, marksOf, ownerOfMark, sampledPeople, samples } from './table.ts'

/** Drawn just before, in this order; `among` how many users. */
export type DrawSample = { people: readonly OwnerId[]; among: number }

function peopleIn({ input, kind }: Journaled): OwnerId[] {
  const { people } = input
  if (!Array.isArray(people)) throw new Unexplained(`${kind} has no people`)
  return people.map(String)
}

export const drawSample = defineStaffCommand<DrawSample>({
  may: 'draw-samples',
  recall: (kept) => ({ command: { people: peopleIn(kept), among: numberOf(kept, 'among') } }),
  journal: ({ people, among }) => ({ people, among }),
  subject: () => firm,
  needs: () => ({ owners: [firm] }),
  decide(_, { people, among }, { id, actor, at }) {
    if (actor === null) return refuse('forbidden')
    if (people.length === 0 || people.length > largestSample)
      return refuse('nothing_to_change', 'There is nobody to draw yet. Nothing was drawn.')
    const size = people.length
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'sample-drawn' }],
      put: [
        samples.row({ id, owner: firm, size, among, drawnAt: at, drawnBy: actor }),
        ...people.map((person, place) =>
          sampledPeople.row({ sample: id, person, owner: firm, place }),
        ),
      ],
    }
  },
  reply: (_, { people }, { id }) => ({
    status: 201,
    body: {
      status: 'success',
      message: people.length === 1 ? 'One user was drawn.' : `${people.length} users were drawn.`,
      data: { id },
    },
  }),
})

/** Why nobody can be marked in this sample, or null. */
function refusalOfMark(world: World, sample: string, person: OwnerId): Refusal | null {
  if (!world.get(samples, sample)) return refuse('unknown_sample')
  if (!world.get(sampledPeople, `${sample} ${person}`)) return refuse('not_in_sample')
  return (
    refuseUnlessOpen(world.owners.get(person)) ??
    (markIn(world, sample, person) ? refuse('already_marked') : null)
  )
}

export type MarkReviewed = { sample: string; person: OwnerId; note: string }

/** In the list of the person: they see who looked, and when. */
export const markReviewed = defineStaffCommand<MarkReviewed>({
  may: 'draw-samples',
  recall: (kept) => ({
    command: {
      sample: textOf(kept, 'sample'),
      person: subjectOf(kept),
      note: wordsOf(kept, 'note'),
    },
  }),
  journal: ({ sample }) => ({ sample }),
  subject: ({ person }) => person,
  needs: ({ sample, person }) => ({
    owners: [person, firm],
    read: [samples.byId(sample), sampledPeople.byId(sample), marksOf(person)],
  }),
  decide(world, { sample, person, note }, { id, actor, at }) {
    if (actor === null) return refuse('forbidden')
    if (actor === person) return refuse('not_on_yourself')
    const refusal = refusalOfMark(world, sample, person)
    if (refusal) return refusal
    return {
      postings: [],
      activity: [{ owner: person, kind: 'audit-reviewed' }],
      put: [
        marks.row({
          id,
          sample,
          owner: person,
          markedAt: at,
          markedBy: actor,
          note,
          withdrawnAt: null,
          withdrawnBy: null,
          withdrawnReason: null,
        }),
      ],
      texts: { note },
    }
  },
  reply: () => ({ status: 201, body: { status: 'success', message: 'Marked as reviewed.' } }),
})

export type WithdrawReviewMark = { mark: string; reason: string }

/** By who made it. */
export const withdrawReviewMark = defineStaffCommand<WithdrawReviewMark, OwnerId>({
  may: 'draw-samples',
  recall(kept, world) {
    const mark = textOf(kept, 'mark')
    return {
      command: { mark, reason: wordsOf(kept, 'reason') },
      found: world.get(marks, mark)?.owner ?? null,
    }
  },
  journal: ({ mark }) => ({ mark }),
  lookup: ({ mark }) => ownerOfMark(mark),
  subject: (_, owner) => owner,
  needs: ({ mark }, owner) => ({ owners: owner ? [owner] : [], read: [marks.byId(mark)] }),
  decide(world, { mark: id, reason }, { actor, at, found: owner }) {
    const mark = world.get(marks, id)
    if (!mark || !owner) return refuse('unknown_mark')
    if (mark.markedBy !== actor)
      return refuse('forbidden', 'Only who made a mark takes it back. Nothing was changed.')
    if (mark.withdrawnAt !== null) return refuse('already_decided')
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    return {
      postings: [],
      activity: [{ owner, kind: 'audit-mark-withdrawn' }],
      put: [marks.row({ ...mark, withdrawnAt: at, withdrawnBy: actor, withdrawnReason: reason })],
      texts: { reason },
    }
  },
  reply: () => ({
    status: 200,
    body: { status: 'success', message: 'The review mark was withdrawn.' },
  }),
})
