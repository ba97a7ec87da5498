/**
 * Roles that are given and taken. One administrator proposes, another approves, and neither of them is whom it is about; so
 * at least two administrators who can act remain whatever is decided.
 */
import type { Refusal } from '../../contract/problems.ts'
import type { Role } from '../../contract/user.ts'
import {
  defineStaffCommand,
  refuse,
  type Context,
  type Decision,
  type Journaled,
  type Needs,
} from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import { subjectOf, textOf, wordsOf } from '../../desk/recall.ts'
import type { Owner } from '../../desk/records.ts'
import type { World } from '../../desk/world.ts'
import { firm, type OwnerId } from '../../ledger/core/chart.ts'
import type { Instant } from '../../lib/instant.ts'
import { defineDecisionOfTwo, isAdministrator } from '../approvals/two.ts'
import { whatIsLeft } from '../users/rules.ts'
import { staffOn } from '../people/rules.ts'
import { coinsAsideOf } from '../coin-deposits/table.ts'
import { turnedAsideOf } from '../receipts/table.ts'
import { endSessionsOf } from '../sign-in/effects.ts'
import { factorIn, lacksFactor, needsOfFactor, withFactor, type OfFactor } from './has-factor.ts'
import { mail } from './mails.ts'
import {
  ownerOfRoleChange,
  proposedFor,
  proposedIn,
  roleChanges,
  type RoleChange,
} from './table.ts'

/** So long a proposal can be approved, by business time. */
export const proposalForMs = 7 * 24 * 60 * 60 * 1000

/** What the operator's invitation leads to waits for its time. */
const isOver = ({ proposedAt, proposedBy }: RoleChange, at: Instant) =>
  proposedBy !== null && at - proposedAt >= proposalForMs

/** It has run out, or who proposed it is no administrator any more who can act. */
const hasEnded = (world: World, change: RoleChange, at: Instant) =>
  isOver(change, at) || (change.proposedBy !== null && !isAdministrator(world, change.proposedBy))

/** Why they can't have this role, or null. An auditor has no money here: nobody could move it. */
function refusalOfRole(world: World, owner: Owner, role: Role, given: OfFactor): Refusal | null {
  if (role === 'user') return null
  if (owner.status === 'frozen')
    return refuse(
      'account_frozen',
      'A frozen account cannot be given a role. Unfreeze it first. Nothing was changed.',
    )
  if (lacksFactor(world, owner.id, given)) return refuse('role_needs_factor')
  const left = role === 'auditor' ? whatIsLeft(world, owner.id) : null
  return left
    ? refuse(
        'money_left',
        `An auditor has no money here, and this account holds ${left}. Nothing was changed.`,
      )
    : null
}

/** Everybody who can decide, but whom it is about. */
export const tellStaff = (
  world: World,
  owner: OwnerId,
  template: 'role-proposed' | 'role-decided' | 'invited-role-waits' | 'invited-role-counts',
  role: Role,
): Effect[] =>
  [...world.administrators]
    .filter((administrator) => administrator !== owner)
    .toSorted()
    .map((administrator) => mail({ owner: administrator, template, values: { role } }))

export const roleText = (from: Role, to: Role) => ({ changes: [{ field: 'role', from, to }] })

export const done = (status: 200 | 202, message: string) => ({
  status,
  body: { status: 'success', message },
})

export type ProposeRoleChange = { user: OwnerId; role: Role; reason: string } & OfFactor

/** The firm's lock too: who the administrators are stays so until it is recorded. */
export const proposeRoleChange = defineStaffCommand<ProposeRoleChange>({
  recall: (kept) => ({
    command: {
      user: subjectOf(kept),
      role: textOf(kept, 'role') as Role,
      reason: wordsOf(kept, 'reason'),
      ...factorIn(kept),
    },
  }),
  journal: (c) => ({ role: c.role }),
  subject: (c) => c.user,
  needs: (c) => ({
    owners: [c.user, firm],
    administrators: true,
    read: [
      proposedFor(c.user),
      turnedAsideOf(c.user),
      coinsAsideOf(c.user),
      ...needsOfFactor(c.user, c),
    ],
  }),
  decide(world, c, context) {
    const owner = staffOn(world, c.user, context)
    if (!('totals' in owner)) return owner
    if (owner.fixed) return refuse('fixed_account')
    if (owner.role === c.role)
      return refuse('nothing_to_change', 'They have this role already. Nothing was changed.')
    const refusal = refusalOfRole(world, owner, c.role, c)
    if (refusal) return refusal
    const before = proposedIn(world, c.user)
    if (before && !hasEnded(world, before, context.at))
      return refuse(
        'change_open',
        'A change of this person’s role is proposed already. Nothing was changed.',
      )
    const { id, at, actor } = context
    if (!isAdministrator(world, actor)) return refuse('forbidden')
    const from = owner.role as Role
    const change: RoleChange = {
      id,
      owner: c.user,
      from,
      to: c.role,
      status: 'proposed',
      reason: c.reason,
      refusalReason: null,
      proposedAt: at,
      proposedBy: actor,
      decidedAt: null,
      decidedBy: null,
    }
    return {
      postings: [],
      activity: [{ owner: c.user, kind: 'role-proposed' }],
      put: [
        ...(before ? [roleChanges.row({ ...before, status: 'lapsed', decidedAt: at })] : []),
        roleChanges.row(change),
      ],
      texts: { reason: c.reason, ...roleText(from, c.role) },
      effects: tellStaff(world, c.user, 'role-proposed', c.role),
    }
  },
  reply: () =>
    done(202, 'A second, different administrator must approve this. Nothing has been changed yet.'),
})

export const onRoleChange = {
  lookup: (c: { roleChange: string }) => ownerOfRoleChange(c.roleChange),
  subject: (_: unknown, owner: OwnerId | null) => owner,
  needs: ({ roleChange }: { roleChange: string }, owner: OwnerId | null): Needs =>
    owner
      ? {
          owners: [owner, firm],
          administrators: true,
          read: [roleChanges.byId(roleChange), turnedAsideOf(owner), coinsAsideOf(owner)],
        }
      : { owners: [] },
  journal: (c: { roleChange: string }) => ({ roleChange: c.roleChange }),
}

export function recallChange(kept: Journaled, world: World) {
  const roleChange = textOf(kept, 'roleChange')
  return { roleChange, found: world.get(roleChanges, roleChange)?.owner ?? null }
}

/** What is still to be decided, by one whom it isn't about. */
function openFor(
  world: World,
  id: string,
  context: Context,
): Decision | { change: RoleChange; owner: Owner } {
  const change = world.get(roleChanges, id)
  if (!change) return refuse('unknown_change')
  const owner = staffOn(world, change.owner, context)
  if (!('totals' in owner)) return owner
  return change.status === 'proposed' ? { change, owner } : refuse('already_decided')
}

export type ApproveRoleChange = { roleChange: string } & OfFactor

/** The second of two administrators. */
export const approveRoleChange = defineDecisionOfTwo<ApproveRoleChange, OwnerId>({
  ...onRoleChange,
  needs: (c, owner) => withFactor(onRoleChange.needs(c, owner), owner, c),
  recall(kept, world) {
    const { roleChange, found } = recallChange(kept, world)
    return { command: { roleChange, ...factorIn(kept) }, found }
  },
  decide(world, c, context, two) {
    const open = openFor(world, c.roleChange, context)
    if (!('owner' in open)) return open
    const { change, owner } = open
    const { actor, at } = context
    if (change.proposedBy === null)
      return refuse(
        'forbidden',
        'Nobody approves the role of whom the operator invited: it counts when its time has come, unless an administrator rejects it. Nothing was changed.',
      )
    if (isOver(change, at)) return refuse('proposal_ended')
    const notTwo = two.refusal({ first: change.proposedBy, about: [owner.id] })
    if (notTwo) return notTwo
    const refusal = refusalOfRole(world, owner, change.to, c)
    if (refusal) return refusal
    const { to: role } = change
    return {
      postings: [],
      activity: [{ owner: owner.id, kind: 'role-changed' }],
      owners: [{ id: owner.id, role }],
      put: [roleChanges.row({ ...change, status: 'done', decidedAt: at, decidedBy: actor })],
      facts: { proposedBy: change.proposedBy, role },
      texts: {
        ...roleText(change.from, role),
        ...(change.reason ? { reason: change.reason } : {}),
      },
      effects: [
        endSessionsOf(owner.id),
        mail({
          owner: owner.id,
          template: 'role-changed',
          values: { role, ...(change.reason ? { reason: change.reason } : {}) },
        }),
        ...tellStaff(world, owner.id, 'role-decided', role),
      ],
    }
  },
  reply: () => done(200, 'The role was changed, and all sessions of this person have ended.'),
})

export type RefuseRoleChange = { roleChange: string; reason: string }

/** By another administrator, or taken back by who proposed it. */
export const refuseRoleChange = defineStaffCommand<RefuseRoleChange, OwnerId>({
  ...onRoleChange,
  recall(kept, world) {
    const { roleChange, found } = recallChange(kept, world)
    return { command: { roleChange, reason: wordsOf(kept, 'reason') }, found }
  },
  decide(world, c, context) {
    const open = openFor(world, c.roleChange, context)
    if (!('owner' in open)) return open
    const { change, owner } = open
    if (!isAdministrator(world, context.actor)) return refuse('forbidden')
    const status = context.actor === change.proposedBy ? 'withdrawn' : 'rejected'
    return {
      postings: [],
      activity: [{ owner: owner.id, kind: 'role-refused' }],
      put: [
        roleChanges.row({
          ...change,
          status,
          refusalReason: c.reason,
          decidedAt: context.at,
          decidedBy: context.actor,
        }),
      ],
      facts: change.proposedBy === null ? {} : { proposedBy: change.proposedBy },
      texts: { ...roleText(change.from, change.to), reason: c.reason },
    }
  },
  reply: (world, c) =>
    done(200, `Proposal ${world.get(roleChanges, c.roleChange)!.status}. Nothing was changed.`),
})
