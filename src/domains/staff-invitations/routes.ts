import { ProblemError } from '../../contract/problems.ts'
import {
  getStaffInvitation,
  inviteStaff,
  withdrawStaffInvitation,
} from '../../contract/staff-invitation.ts'
import { isoFromInstant } from '../../lib/instant.ts'
import { afterRecorded, route, succeeded } from '../../platform/route.ts'
import { isTaken } from '../sign-in/add-person.ts'
import { limitsOf } from '../sign-in/parts.ts'
import { invitationOf, newToken } from './link.ts'
import { invitationMac } from './macs.ts'
import { findInvitation, isWaiting, wasUsed } from './queries.ts'
import type { RoutesOf } from '../routes.ts'

export const routes: RoutesOf = (context) => {
  const { desk, pool, macKeys } = context
  const limits = limitsOf(context)
  return [
    route(getStaffInvitation, async ({ params }) => {
      const { email, role, expiresAt } = await findInvitation(context, params.token)
      return succeeded({ email, role, expiresAt: isoFromInstant(expiresAt) })
    }),
    route(inviteStaff, ({ asked, body: { email, reason } }) => {
      const prepare = async () => {
        await limits.countInvited(asked.actor, email)
        if (await isTaken(pool, email))
          throw new ProblemError({
            code: 'email_taken',
            message:
              'There is an account with this email address already: give it a role. Nothing was sent.',
          })
        const token = newToken()
        const id = invitationOf(token)
        const invited = { id, email, role: 'user', invitedBy: asked.actor } as const
        return { invitation: id, email, mac: invitationMac(macKeys, invited), token, reason }
      }
      return desk.runPrepared({ ...asked, kind: 'InviteStaff', prepare })
    }),
    route(withdrawStaffInvitation, async ({ asked, params: { id: invitation }, body }) => {
      const recorded = await desk.runPrepared({
        ...asked,
        kind: 'WithdrawStaffInvitation',
        prepare: async () => ({
          invitation,
          waits: await isWaiting(pool, invitation),
          reason: body.reason,
        }),
      })
      // Used between the look and the command: it stays so, and whoever took it back must know.
      if (recorded.status < 400 && (await afterRecorded(wasUsed(pool, invitation))))
        throw new ProblemError({
          code: 'already_decided',
          message:
            'This invitation was used just before it was withdrawn: the account is there. Look at the list of users.',
        })
      return recorded
    }),
  ]
}
