import { defineCommand, refuse, refuseUnlessOpen } from '../../desk/command.ts'
import { subjectOf } from '../../desk/recall.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { accessChanges, endEmailChanges, openChangesOf } from '../access-changes/table.ts'
import { endFactorsOf, endLinksOf, endSessionsOf } from './effects.ts'

/** `email`: where the link was mailed to that leads to it. */
export type VerifyEmail = { owner: OwnerId; email: string }

/**
 * Whoever has used the link that was mailed to the address, and gave the password, is the holder of the account. Another one may
 * have opened it with that address before: of whoever was signed in nothing stays.
 */
export const verifyEmail = defineCommand<VerifyEmail>({
  recall: (kept, world) => ({
    command: {
      owner: subjectOf(kept),
      email: world.owners.get(subjectOf(kept))?.email ?? '',
    },
  }),
  journal: () => ({}),
  subject: (c) => c.owner,
  needs: (c) => ({ owners: [c.owner], read: [openChangesOf(c.owner)] }),
  decide(world, c, context) {
    const owner = world.owners.get(c.owner)
    const refusal = refuseUnlessOpen(owner)
    if (refusal) return refusal
    if (owner!.emailVerified || owner!.email !== c.email) return refuse('link_ended')
    return {
      postings: [],
      activity: [{ owner: c.owner, kind: 'email-verified' }],
      owners: [{ id: c.owner, emailVerified: true }],
      put: endEmailChanges(world, c.owner, context).map((row) => accessChanges.row(row)),
      effects: [endFactorsOf(c.owner), endSessionsOf(c.owner), endLinksOf(c.owner)],
    }
  },
  reply: () => ({
    status: 200,
    body: { status: 'success', message: 'Your e-mail address is confirmed.' },
  }),
})
