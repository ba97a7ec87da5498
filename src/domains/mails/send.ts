/** Mails that commands send: they lie in the outbox from the same transaction on. */
import { defineEffect, type Effect } from '../../desk/effect.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Letters } from '../../platform/mail/letter.ts'

/**
 * `to`: another address than the one the person has when the mail is sent. `everywhere`: to every address that is known
 * of the person: the present one, and those replaced within that many milliseconds.
 */
export type Mail<Template extends string = string> = {
  owner: OwnerId
  template: Template
  values: Record<string, string>
  to?: string
  everywhere?: number
}

export const sendMail = defineEffect<Mail>('mail')

/** Sends one of these mails. */
export const mailsOf =
  <L extends Letters>(_letters: L) =>
  (mail: Mail<keyof L & string>): Effect =>
    sendMail(mail)
