import { maxArchivesADay } from '../../contract/archive.ts'
import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import { reading } from '../../desk/read.ts'
import { numberOf, subjectOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import { documents, isKept, keptOf } from '../documents/table.ts'
import { archives, latelyRequestedBy } from './table.ts'

/** A worker makes it. */
export const makeArchive = defineEffect<{ archive: string; owner: OwnerId }>('make-archive')

/** `bytesADay`: how much of documents the copies of a day may come to beyond the first. */
export type RequestArchive = { owner: OwnerId; bytesADay: number }

/** The first of a day is everybody's right, however large. Earlier ones count as large as one would be now. */
function isTooMuch(world: World, { owner, bytesADay }: RequestArchive, earlier: number): boolean {
  if (earlier === 0) return false
  const kept = world.rowsOf(documents, owner).filter(isKept)
  return kept.reduce((sum, { size }) => sum + size, 0) * (earlier + 1) > bytesADay
}

/** Of a frozen account too: what is kept about somebody is theirs to read. */
export const requestArchive = defineCommand<RequestArchive>({
  recall: (kept) => ({
    command: { owner: subjectOf(kept), bytesADay: numberOf(kept, 'bytesADay') },
  }),
  journal: ({ bytesADay }) => ({ bytesADay }),
  subject: (c) => c.owner,
  needs: (c) => ({
    owners: [c.owner],
    read: [reading(latelyRequestedBy, c.owner), reading(keptOf, c.owner)],
  }),
  decide(world, c, { id, at }) {
    const { owner } = c
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    const lately = world
      .rowsOf(archives, owner)
      .filter(({ requestedAt }) => requestedAt > at - dayMs)
    if (lately.length >= maxArchivesADay) return refuse('archives_today')
    if (isTooMuch(world, c, lately.length)) return refuse('archives_large_today')
    return {
      postings: [],
      activity: [{ owner, kind: 'archive-requested' }],
      put: [archives.row({ id, owner, requestedAt: at })],
      effects: [makeArchive({ archive: id, owner })],
    }
  },
  reply: (_, __, { id }) => ({
    status: 202,
    body: {
      status: 'success',
      message:
        'We are making your copy. It is good for a week once it is ready, or until a newer one is.',
      data: { id },
    },
  }),
})
