/** What commands do to invitations: they are made, and replace one another, and are taken back. */
import { defineEffect } from '../../desk/effect.ts'

export type Invited = {
  id: string
  email: string
  role: 'user' | 'admin'
  /** Null: the operator, at the shell. */
  invitedBy: string | null
}

/** With its MAC, in hexadecimal digits. */
export type NewInvitation = Invited & { mac: string }

export const makeInvitation = defineEffect<NewInvitation>('make-staff-invitation')
/** By its id. One that was used stays as it is. */
export const endInvitation = defineEffect<string>('end-staff-invitation')
