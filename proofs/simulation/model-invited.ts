/** Invitations to work here, thought again: the operator's leads to a role that nobody approves; an administrator's, to none. */
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'

export class Invited extends Part {
  inviteAdministrator(by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    this.house.enterFirm('administrator-invited', by.at)
    return said(201, 'The invitation was made.')
  }

  inviteStaff(by: By): Outcome {
    if (!this.house.administers(by.actor)) return no('forbidden')
    this.house.enterFirm('staff-invited', by.at)
    return said(
      201,
      'The invitation was sent. Its link works for three days; the account has no role until two administrators give it one.',
    )
  }

  withdraw({ waits }: CommandOf<'WithdrawStaffInvitation'>, by: By): Outcome {
    if (!this.house.administers(by.actor)) return no('forbidden')
    if (!waits)
      return no(
        'already_decided',
        'This invitation was used, replaced or taken back, or has expired. Nothing was changed.',
      )
    this.house.enterFirm('invitation-withdrawn', by.at)
    return said(200, 'The invitation was taken back. Its link opens nothing any more.')
  }

  takeUp({ user }: CommandOf<'TakeUpInvitation'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    const person = this.house.holder(user)
    if ('code' in person) return person
    if (person.role !== 'user')
      return no('nothing_to_change', 'They have a role already. Nothing was changed.')
    for (const change of this.house.roleChanges)
      if (change.owner === user && change.status === 'proposed')
        Object.assign(change, { status: 'lapsed', decidedAt: by.at })
    this.house.roleChanges.push({
      id: by.id,
      owner: user,
      from: 'user',
      to: 'admin',
      status: 'proposed',
      reason: null,
      refusalReason: null,
      proposedAt: by.at,
      proposedBy: null,
      decidedAt: null,
      decidedBy: null,
    })
    this.house.enter(person, 'role-proposed', by.at)
    return said(200, 'The invitation was taken up.')
  }

  finish(c: CommandOf<'FinishRoleChange'>, by: By): Outcome {
    const change = this.house.roleChanges.find(({ id }) => id === c.roleChange)
    if (!change) return no('unknown_change')
    if (by.actor !== null || change.proposedBy !== null) return no('forbidden')
    if (change.status !== 'proposed') return no('already_decided')
    const person = this.house.holder(change.owner)
    if ('code' in person) return person
    if (person.status === 'frozen') return no('account_frozen')
    if (!c.waited && this.house.isOpen()) return no('not_due')
    if (c.roleNeedsFactor) return no('role_needs_factor')
    person.role = 'admin'
    Object.assign(change, { status: 'done', decidedAt: by.at })
    this.house.enter(person, 'role-given', by.at)
    return said(200, 'The role counts from now on.')
  }
}
