import { maxArchivesADay } from '../../contract/archive.ts'
import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { defineEffect } from '../../desk/effect.ts'
import { reading } from '../../desk/read.ts'
import { subjectOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { dayMs } from '../../lib/instant.ts'
import { archives, latelyRequestedBy } from './table.ts'

/** A worker makes it. */
export const makeArchive = defineEffect<{ archive: string; owner: OwnerId }>('make-archive')

export type RequestArchive = { owner: OwnerId }

/** Of a frozen account too: what is kept about somebody is theirs to read. */
export const requestArchive = defineCommand<RequestArchive>({
  recall: (kept) => ({ command: { owner: subjectOf(kept) } }),
  journal: () => ({}),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [reading(latelyRequestedBy, c.owner)] }),
  decide(world, { owner }, { id, at }) {
    const refusal = refuseUnlessOpen(world.owners.get(owner))
    if (refusal) return refusal
    const lately = world
      .rowsOf(archives, owner)
      .filter(({ requestedAt }) => requestedAt > at - dayMs)
    if (lately.length >= maxArchivesADay) return refuse('archives_today')
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
      message: 'We are making your copy. It is good for a week once it is ready.',
      data: { id },
    },
  }),
})
