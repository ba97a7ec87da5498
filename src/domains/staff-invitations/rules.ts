/**
 * Invitations to work here, as they stand in the journal. Their rows hold an address that nobody may have an account for
 * yet, and wait by the database's clock: so they are no state of the books, and no rule reads them.
 */
import { defineCommand, defineStaffCommand, refuse, said, type Needs } from '../../desk/command.ts'
import { textOf, wordsOf } from '../../desk/recall.ts'
import { firm } from '../../ledger/core/chart.ts'
import { whoMay, mayAct } from '../approvals/two.ts'
import { isOpenIn, openingOfFirm } from '../openings/is-open.ts'
import { endInvitation, makeInvitation } from './effects.ts'
import { mail } from './mails.ts'

const needs: Needs = { owners: [firm], staff: true, read: [openingOfFirm] }

type Named = { invitation: string }
const onFirm = {
  journal: ({ invitation }: Named) => ({ invitation }),
  subject: () => firm,
  needs: () => needs,
}

export type InviteAdministrator = Named & { email: string; mac: string }

/** By the operator, at the shell. Its row is one that only the owner of the database can write. */
export const inviteAdministrator = defineCommand<InviteAdministrator>({
  ...onFirm,
  recall: (kept) => ({
    command: { invitation: textOf(kept, 'invitation'), email: '', mac: '' },
  }),
  decide(world, { invitation: id, email, mac }, { actor }) {
    if (actor !== null) return refuse('forbidden')
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'administrator-invited' }],
      effects: [
        makeInvitation({ id, email, role: 'admin', invitedBy: null, mac }),
        // Before it is open, whoever sets it up is the operator.
        ...(isOpenIn(world)
          ? whoMay(world, 'give-roles').map((owner) =>
              mail({ owner, template: 'administrator-invited', values: {} }),
            )
          : []),
      ],
    }
  },
  reply: () => said(201, 'The invitation was made.'),
})

/** `token`: what the link of the mail is made of. */
export type InviteStaff = Named & { email: string; mac: string; token: string; reason: string }

/** By an administrator. It leads to an account without a role; roles are given by two. */
export const inviteStaff = defineStaffCommand<InviteStaff>({
  may: 'give-roles',
  ...onFirm,
  recall: (kept) => ({
    command: {
      invitation: textOf(kept, 'invitation'),
      email: '',
      mac: '',
      token: '',
      reason: wordsOf(kept, 'reason'),
    },
  }),
  decide(world, { invitation: id, email, mac, token, reason }, { actor }) {
    if (!mayAct(world, actor, 'give-roles')) return refuse('forbidden')
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'staff-invited' }],
      texts: { reason },
      effects: [
        makeInvitation({ id, email, role: 'user', invitedBy: actor, mac }),
        mail({ owner: actor, to: email, template: 'staff-invited', values: { link: token } }),
      ],
    }
  },
  reply: () =>
    said(
      201,
      'The invitation was sent. Its link works for three days; the account has no role until two administrators give it one.',
    ),
})

/** `waits`: it hasn't been used, replaced or withdrawn, as it was found just before. */
export type WithdrawStaffInvitation = Named & { waits: boolean; reason: string }

/** By any administrator, whoever made it. */
export const withdrawStaffInvitation = defineStaffCommand<WithdrawStaffInvitation>({
  may: 'give-roles',
  ...onFirm,
  recall: (kept) => ({
    command: {
      invitation: textOf(kept, 'invitation'),
      waits: true,
      reason: wordsOf(kept, 'reason'),
    },
  }),
  decide(world, { invitation, waits, reason }, { actor }) {
    if (!mayAct(world, actor, 'give-roles')) return refuse('forbidden')
    if (!waits)
      return refuse(
        'already_decided',
        'This invitation was used, replaced or withdrawn, or has expired. Nothing was changed.',
      )
    return {
      postings: [],
      activity: [{ owner: firm, kind: 'invitation-withdrawn' }],
      texts: { reason },
      effects: [endInvitation(invitation)],
    }
  },
  reply: () => said(200, 'The invitation was withdrawn. Its link opens nothing any more.'),
})
