/**
 * The role of an administrator whom the operator invited, at the shell. It is taken up when the account is there, and counts
 * by itself when its time has come; until then any administrator can reject it. The database asks for the invitation.
 */
import { defineCommand, refuse, refuseUnlessActive, refuseUnlessOpen } from '../../desk/command.ts'
import { subjectOf, textOf } from '../../desk/recall.ts'
import type { Role } from '../../contract/user.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import { isOpenIn, openingOfFirm } from '../openings/is-open.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { factorIn, lacksFactor, needsOfFactor, type OfFactor } from './has-factor.ts'
import { mail } from './mails.ts'
import { done, onRoleChange, recallChange, roleText, tellStaff } from './rules.ts'
import { proposedFor, proposedIn, roleChanges } from './table.ts'

/** Its id is that of the invitation, and so is that of the change: each is taken up once. */
export type TakeUpInvitation = { user: OwnerId }

export const takeUpInvitation = defineCommand<TakeUpInvitation>({
  recall: (kept) => ({ command: { user: subjectOf(kept) } }),
  journal: () => ({ role: 'admin' }),
  subject: (c) => c.user,
  needs: (c) => ({
    owners: [c.user, firm],
    administrators: true,
    read: [proposedFor(c.user), openingOfFirm],
  }),
  decide(world, { user }, { id, at, actor }) {
    if (actor !== null) return refuse('forbidden')
    const owner = world.owners.get(user)
    const refusal = refuseUnlessOpen(owner)
    if (refusal) return refusal
    const { role: from } = owner!
    if (from !== 'user')
      return refuse('nothing_to_change', 'They have a role already. Nothing was changed.')
    const before = proposedIn(world, user)
    return {
      postings: [],
      activity: [{ owner: user, kind: 'role-proposed' }],
      put: [
        ...(before ? [roleChanges.row({ ...before, status: 'lapsed', decidedAt: at })] : []),
        roleChanges.row({
          id,
          owner: user,
          from,
          to: 'admin',
          status: 'proposed',
          reason: null,
          refusalReason: null,
          proposedAt: at,
          proposedBy: null,
          decidedAt: null,
          decidedBy: null,
        }),
      ],
      texts: roleText(from, 'admin'),
      effects: isOpenIn(world) ? tellStaff(world, user, 'invited-role-waits', 'admin') : [],
    }
  },
  reply: () => done(200, 'The invitation was taken up.'),
})

/** `waited`: a day has passed since the invitation was made, as it was found just before; the database asks again. */
export type FinishRoleChange = { roleChange: string; waited: boolean } & OfFactor

export const finishRoleChange = defineCommand<FinishRoleChange, OwnerId>({
  ...onRoleChange,
  needs: (c, owner) =>
    owner
      ? {
          owners: [owner, firm],
          administrators: true,
          read: [roleChanges.byId(c.roleChange), openingOfFirm, ...needsOfFactor(owner, c)],
        }
      : { owners: [] },
  recall(kept, world) {
    const { found } = recallChange(kept, world)
    const roleChange = textOf(kept, 'roleChange')
    return { command: { roleChange, ...factorIn(kept), waited: true }, found }
  },
  decide(world, { roleChange, waited, ...given }, { at, actor }) {
    const change = world.get(roleChanges, roleChange)
    if (!change) return refuse('unknown_change')
    if (actor !== null || change.proposedBy !== null) return refuse('forbidden')
    if (change.status !== 'proposed') return refuse('already_decided')
    const refusal = refuseUnlessActive(world.owners.get(change.owner))
    if (refusal) return refusal
    const isOpen = isOpenIn(world)
    if (isOpen && !waited) return refuse('not_due')
    if (lacksFactor(world, change.owner, given)) return refuse('role_needs_factor')
    const { owner, from, to } = change
    return {
      postings: [],
      activity: [{ owner, kind: 'role-given' }],
      owners: [{ id: owner, role: to }],
      put: [roleChanges.row({ ...change, status: 'done', decidedAt: at })],
      facts: { role: to },
      texts: roleText(from, to as Role),
      effects: [
        endSessionsOf(owner),
        mail({ owner, template: 'role-given', values: { role: to } }),
        ...(isOpen ? tellStaff(world, owner, 'invited-role-counts', to) : []),
      ],
    }
  },
  reply: () => done(200, 'The role counts from now on.'),
})
