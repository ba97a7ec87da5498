/**
 * The link of an invitation: a token that stands nowhere, signed for whoever invited. The row is known by a name made of
 * the token, so that neither the row nor the whole database leads back to the link.
 */
import { randomUUID } from 'node:crypto'
import { firm } from '../../ledger/core/chart.ts'
import { idFromName } from '../../platform/ids.ts'
import { linkedBy, signLink } from '../../platform/signed.ts'

const use = 'staff-invitation'

export const newToken = (): string => randomUUID()

/** The id of the invitation that this token leads to. */
export const invitationOf = (token: string): string => idFromName(`${use} ${token}`)

/** The end of the operator's link to this address. */
export const operatorsLink = (secret: string, token: string, address: string): string =>
  `/${use}/${signLink(secret, use, { id: token, person: firm, address })}`

/** What a link that we signed is about: the invitation's id, who invited (null: the operator), and whether it is of an address. */
export function readLink(
  secret: string,
  signed: string,
): {
  id: string
  invitedBy: string | null
  isMailedTo(address: string): boolean
} | null {
  const linked = linkedBy(secret, use, signed)
  if (linked === null) return null
  const { id, person, isMailedTo } = linked
  return { id: invitationOf(id), invitedBy: person === firm ? null : person, isMailedTo }
}
