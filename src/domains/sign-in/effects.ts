/** What commands do to how people sign in: sessions and links that end, and factors that are taken away. */
import { noRoles } from '../../contract/roles.ts'
import type { SessionEnd } from '../../contract/session-end.ts'
import { defineEffect, type Effect } from '../../desk/effect.ts'
import type { Owner } from '../../desk/records.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'

/** A person and their password, with the MACs of both in hexadecimal digits. */
export type AddedPerson = {
  id: OwnerId
  fullName: string
  email: string
  passwordHash: string
  passwordMac: string
  emailMac: string
}

/** A person that no sign-up made. The transaction fails where there is one with this id or email. */
export const addPerson = defineEffect<AddedPerson>('add-person')

type EndedSessions = { owner: OwnerId; why: SessionEnd }

/** All sessions of this person end, and whoever still has one is told why. */
export const endSessionsOf = defineEffect<EndedSessions>('end-sessions')

/** Freezing staff stops more than money out: their sessions end, and signing in again gives no rights of staff. */
export const endWork = ({ id, roles }: Owner): Effect[] =>
  roles === noRoles ? [] : [endSessionsOf({ owner: id, why: 'frozen' })]

/** The links that were mailed to this person end: to reset a password. */
export const endLinksOf = defineEffect<OwnerId>('end-links')

/** All second factors of this person are taken away. */
export const endFactorsOf = defineEffect<OwnerId>('end-factors')

export type TakenFactor = { owner: OwnerId; app: string | null; passkey: string | null }
/** A second factor is taken away from this person. */
export const takeFactorOf = defineEffect<TakenFactor>('take-factor')
