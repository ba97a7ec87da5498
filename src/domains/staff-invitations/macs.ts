/** The MACs of invitations: whoever has the rights of the database alone can make none, and move none to another address or account. */
import { isMacOf, macOf, type Mac, type MacKeys } from '../../platform/mac.ts'
import type { Invited } from './effects.ts'

const valuesOf = ({ id, email, role, invitedBy }: Invited) => [id, email, role, invitedBy]

export const invitationMac = (keys: MacKeys, invited: Invited): Mac =>
  macOf(keys, 'staff-invitation', valuesOf(invited))
export const isInvitation = (keys: MacKeys, row: Invited & { mac: Mac | null }): boolean =>
  isMacOf(keys, row.mac, 'staff-invitation', valuesOf(row))

type Used = { id: string; owner: string }
export const usedMac = (keys: MacKeys, { id, owner }: Used): Mac =>
  macOf(keys, 'used-staff-invitation', [id, owner])
export const isUsedBy = (keys: MacKeys, { id, owner, mac }: Used & { mac: Mac | null }): boolean =>
  isMacOf(keys, mac, 'used-staff-invitation', [id, owner])
