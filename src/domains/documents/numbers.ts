/** The number of the document that somebody was verified by is opened by staff as the document is: recorded, and told to its person. */
import { defineStaffCommand, refuse } from '../../desk/command.ts'
import type { Lookup } from '../../desk/lookup.ts'
import { textOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { documentNumbers } from './table.ts'

const ownerOfNumber = (verification: string): Lookup<OwnerId> => ({
  name: 'document-number',
  text: 'select owner_id as owner from document_numbers where id = $1',
  value: verification,
  from: ({ owner }) => owner,
  inMemory: (world) => world.get(documentNumbers, verification)?.owner ?? null,
})

export type ViewDocumentNumber = { verification: string }

export const viewDocumentNumber = defineStaffCommand<ViewDocumentNumber, OwnerId>({
  may: 'read-cases',
  recall: (kept, world) => {
    const verification = textOf(kept, 'verification')
    return {
      command: { verification },
      found: world.get(documentNumbers, verification)?.owner ?? null,
    }
  },
  journal: (c) => ({ verification: c.verification }),
  lookup: (c) => ownerOfNumber(c.verification),
  subject: (_, owner) => owner,
  needs: (c, owner) => ({
    owners: owner ? [owner] : [],
    read: [documentNumbers.byId(c.verification)],
  }),
  decide(world, c, { actor, found: owner }) {
    if (actor === null) return refuse('forbidden')
    const number = world.get(documentNumbers, c.verification)
    if (!number || !owner || number.digest === null) return refuse('unknown_document')
    if (owner === actor) return refuse('not_on_yourself')
    return {
      postings: [],
      facts: { documentKind: 'identity' },
      activity: [{ owner, kind: 'document-viewed' }],
    }
  },
  reply: () => ({ status: 200, body: { status: 'success', message: 'The opening is recorded.' } }),
})
