/** Invitations to work here, as commands make them. */
import { randomUUID } from 'node:crypto'
import { invitationOf, newToken } from '../../src/domains/staff-invitations/link.ts'
import { invitationMac } from '../../src/domains/staff-invitations/macs.ts'
import type { TestHouse } from './house.ts'
import { testMacKeys } from './stamp.ts'

/** One of an administrator's; answers the token of its link. */
export async function inviteByMail(
  house: TestHouse,
  administrator: string,
  email = `${randomUUID()}@people.example`,
): Promise<string> {
  const token = newToken()
  const id = invitationOf(token)
  const mac = invitationMac(testMacKeys, { id, email, role: 'user', invitedBy: administrator })
  const { outcome } = await house.run(
    'InviteStaff',
    { invitation: id, email, mac, token, reason: 'She helps' },
    administrator,
  )
  if (outcome !== 'done') throw new Error(`Nobody was invited: ${outcome}`)
  return token
}
