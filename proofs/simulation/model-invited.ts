/** Invitations to work here, thought again: the operator's leads to a role that nobody approves; an administrator's, to none. */
import { rolesFor } from './model-roles.ts'
import type { CommandOf } from '../../src/domains/nouns.ts'
import { no, Part, said, type By, type Outcome } from './model-house.ts'

export class Invited extends Part {
  inviteAdministrator(by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    this.house.enterFirm('administrator-invited', by.at)
    return said(201, 'The invitation was made.')
  }

  inviteStaff(by: By): Outcome {
    if (!this.house.works(by.actor)) return no('forbidden')
    this.house.enterFirm('staff-invited', by.at)
    return said(
      201,
      'The invitation was sent. Its link works for three days; the account has no role until two administrators give it one.',
    )
  }

  withdraw({ waits }: CommandOf<'WithdrawStaffInvitation'>, by: By): Outcome {
    if (!this.house.works(by.actor)) return no('forbidden')
    if (!waits)
      return no(
        'already_decided',
        'This invitation was used, replaced or withdrawn, or has expired. Nothing was changed.',
      )
    this.house.enterFirm('invitation-withdrawn', by.at)
    return said(200, 'The invitation was withdrawn. Its link opens nothing any more.')
  }

  takeUp({ user }: CommandOf<'AcceptInvitation'>, by: By): Outcome {
    if (by.actor !== null) return no('forbidden')
    const person = this.house.holder(user)
    if ('code' in person) return person
    if (person.role !== 'user')
      return no('nothing_to_change', 'They have a role already. Nothing was changed.')
    this.house.invitedRoles.push({
      id: by.id,
      owner: user,
      status: 'waiting',
      acceptedAt: by.at,
      refusalReason: null,
      decidedAt: null,
      decidedBy: null,
    })
    this.house.enter(person, 'role-proposed', by.at)
    return said(200, 'The invitation was taken up.')
  }

  finish(c: CommandOf<'FinishRoleChange'>, by: By): Outcome {
    const invited = this.house.invitedRoles.find(({ id }) => id === c.invitation)
    if (!invited) return no('unknown_change')
    if (by.actor !== null) return no('forbidden')
    if (invited.status !== 'waiting') return no('already_decided')
    const person = this.house.holder(invited.owner)
    if ('code' in person) return person
    if (person.status === 'frozen') return no('account_frozen')
    if (person.role !== 'user')
      return no('nothing_to_change', 'They have a role already. Nothing was changed.')
    if (!c.waited && this.house.isOpen()) return no('not_due')
    if (c.roleNeedsFactor) return no('role_needs_factor')
    Object.assign(person, { role: 'admin', roles: rolesFor('admin') })
    Object.assign(invited, { status: 'given', decidedAt: by.at })
    this.house.enter(person, 'role-given', by.at)
    return said(200, 'The role counts from now on.')
  }

  refuse({ invitation, reason }: CommandOf<'RefuseInvitedRole'>, by: By): Outcome {
    const invited = this.house.invitedRoles.find(({ id }) => id === invitation)
    if (!invited) return no('unknown_change')
    const person = this.house.underStaff(invited.owner, by)
    if ('code' in person) return person
    if (invited.status !== 'waiting') return no('already_decided')
    if (!this.house.works(by.actor)) return no('forbidden')
    const refused = {
      status: 'refused',
      refusalReason: reason,
      decidedAt: by.at,
      decidedBy: by.actor,
    }
    Object.assign(invited, refused)
    this.house.enter(person, 'role-refused', by.at)
    return said(200, 'The role is not given. Nothing was changed.')
  }
}
