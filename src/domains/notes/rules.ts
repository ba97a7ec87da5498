import { defineStaffCommand } from '../../desk/command.ts'
import { subjectOf, wordsOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { staffOn } from '../people/rules.ts'

export type WriteNote = { user: OwnerId; text: string }

/** The journal keeps who and when; the words are erased with the person. It is no activity: nothing has happened to the account. */
export const writeNote = defineStaffCommand<WriteNote>({
  may: 'write-notes',
  recall: (kept) => ({ command: { user: subjectOf(kept), text: wordsOf(kept, 'note') } }),
  journal: () => ({}),
  subject: (c) => c.user,
  needs: (c) => ({ owners: [c.user] }),
  decide(world, c, context) {
    const owner = staffOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    return { postings: [], activity: [], texts: { note: c.text } }
  },
  reply: (world, c, { id, at, actor }) => ({
    status: 201,
    body: {
      status: 'success',
      message: 'Note written',
      data: {
        note: { id, at: isoFromInstant(at), by: world.nameOf(actor) ?? 'Staff', text: c.text },
      },
    },
  }),
})
