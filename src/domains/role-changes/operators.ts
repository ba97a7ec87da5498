/**
 * The role of an administrator whom the operator invited, at the shell. It is taken up when the account is there, and counts
 * by itself when its time has come; until then any administrator can refuse it. The database asks for the invitation.
 */
import {
  defineCommand,
  defineStaffCommand,
  refuse,
  refuseUnlessActive,
  refuseUnlessOpen,
  said,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import { administrators, noRoles } from '../../contract/roles.ts'
import { subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { mayAct } from '../approvals/two.ts'
import { isOpenIn, openingOfFirm } from '../openings/is-open.ts'
import { staffOn } from '../people/rules.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { tellStaff } from './effects.ts'
import { factorIn, lacksFactor, needsOfFactor, type OfFactor } from './has-factor.ts'
import { mail } from './mails.ts'
import { roleText } from './proposals.ts'
import { invitedRoles, whoWasInvited } from './table.ts'

/** Its id is that of the invitation, and so is that of the role: each is taken up once. */
export type AcceptInvitation = { user: OwnerId }

export const acceptInvitation = defineCommand<AcceptInvitation>({
  recall: (kept) => ({ command: { user: subjectOf(kept) } }),
  journal: () => ({ roles: administrators }),
  subject: (c) => c.user,
  needs: (c) => ({ owners: [c.user, firm], staff: true, read: [openingOfFirm] }),
  decide(world, { user }, { id, at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const owner = world.owners.get(user)
    const refusal = refuseUnlessOpen(owner)
    if (refusal) return refusal
    if (owner!.roles !== noRoles)
      return refuse('nothing_to_change', 'They have a role already. Nothing was changed.')
    return {
      postings: [],
      activity: [{ owner: user, kind: 'role-proposed' }],
      put: [
        invitedRoles.row({
          id,
          owner: user,
          status: 'waiting',
          acceptedAt: at,
          refusalReason: null,
          decidedAt: null,
          decidedBy: null,
        }),
      ],
      texts: roleText(noRoles, administrators),
      effects: isOpenIn(world) ? tellStaff(world, user, 'invited-role-waits', administrators) : [],
    }
  },
  reply: () => said(200, 'The invitation was taken up.'),
})

type OnInvited = { invitation: string }

const onInvited = {
  lookup: ({ invitation }: OnInvited) => whoWasInvited(invitation),
  subject: (_: unknown, owner: OwnerId | null) => owner,
  needs: ({ invitation }: OnInvited, owner: OwnerId | null): Needs =>
    owner
      ? {
          owners: [owner, firm],
          staff: true,
          read: [invitedRoles.byId(invitation), openingOfFirm],
        }
      : { owners: [] },
  journal: ({ invitation }: OnInvited) => ({ invitation }),
}

function recallInvited(kept: Journaled, world: World) {
  const invitation = textOf(kept, 'invitation')
  return { invitation, found: world.get(invitedRoles, invitation)?.owner ?? null }
}

/** `waited`: a day has passed since the invitation was made, as it was found just before; the database asks again. */
export type FinishRoleChange = OnInvited & { waited: boolean } & OfFactor

export const finishRoleChange = defineCommand<FinishRoleChange, OwnerId>({
  ...onInvited,
  needs(c, owner) {
    const needs = onInvited.needs(c, owner)
    return owner ? { ...needs, read: [...needs.read!, ...needsOfFactor(owner, c)] } : needs
  },
  recall(kept, world) {
    const { invitation, found } = recallInvited(kept, world)
    return { command: { invitation, ...factorIn(kept), waited: true }, found }
  },
  decide(world, { invitation, waited, ...given }, { at, actor }) {
    const invited = world.get(invitedRoles, invitation)
    if (!invited) return refuse('unknown_change')
    if (actor !== null) return refuse('forbidden')
    if (invited.status !== 'waiting') return refuse('already_decided')
    const { owner } = invited
    const person = world.owners.get(owner)
    const refusal = refuseUnlessActive(person)
    if (refusal) return refusal
    if (person!.roles !== noRoles)
      return refuse('nothing_to_change', 'They have a role already. Nothing was changed.')
    const isOpen = isOpenIn(world)
    if (isOpen && !waited) return refuse('not_due')
    if (lacksFactor(world, owner, given)) return refuse('role_needs_factor')
    const roles = administrators
    return {
      postings: [],
      activity: [{ owner, kind: 'role-given' }],
      owners: [{ id: owner, roles }],
      put: [invitedRoles.row({ ...invited, status: 'given', decidedAt: at })],
      facts: { roles },
      texts: roleText(noRoles, roles),
      effects: [
        endSessionsOf({ owner, why: 'role-changed' }),
        mail({ owner, template: 'role-given', values: { roles } }),
        ...(isOpen ? tellStaff(world, owner, 'invited-role-counts', roles) : []),
      ],
    }
  },
  reply: () => said(200, 'The role counts from now on.'),
})

export type RefuseInvitedRole = OnInvited & { reason: string }

export const refuseInvitedRole = defineStaffCommand<RefuseInvitedRole, OwnerId>({
  may: 'give-roles',
  ...onInvited,
  recall(kept, world) {
    const { invitation, found } = recallInvited(kept, world)
    return { command: { invitation, reason: wordsOf(kept, 'reason') }, found }
  },
  decide(world, { invitation, reason }, context) {
    const invited = world.get(invitedRoles, invitation)
    if (!invited) return refuse('unknown_change')
    const owner = staffOn(world, invited.owner, context)
    if (!('totals' in owner)) return owner
    if (invited.status !== 'waiting') return refuse('already_decided')
    const { actor, at } = context
    if (!mayAct(world, actor, 'give-roles')) return refuse('forbidden')
    const refused = {
      status: 'refused',
      refusalReason: reason,
      decidedAt: at,
      decidedBy: actor,
    } as const
    return {
      postings: [],
      activity: [{ owner: owner.id, kind: 'role-refused' }],
      put: [invitedRoles.row({ ...invited, ...refused })],
      texts: { ...roleText(noRoles, administrators), reason },
    }
  },
  reply: () => said(200, 'The role is not given. Nothing was changed.'),
})
