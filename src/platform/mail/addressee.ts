/** Whom a mail of the outbox speaks to, and of whom: both as they are called when it is sent or shown, so that neither name lies with it. */
import { signLink } from '../signed.ts'
import type { Recipient } from './letter.ts'

/** `by` gave the command that sent it, where that wasn't its owner. */
export type Addressee = {
  owner: string
  /** Where it goes; null where that was erased. */
  address: string | null
  name: string | null
  by: string | null
}

/** SQL that joins whom a mail is to, as `person` and `owner`, and who gave its command, as `actor`. */
export const addresseeOf = (mail: string): string =>
  `left join auth.persons person on person.id = ${mail}.owner_id left join owners owner on owner.id = ${mail}.owner_id
      left join desk.commands command on command.id = ${mail}.command_id
      left join auth.persons actor on actor.id = command.actor and command.actor <> ${mail}.owner_id`

/**
 * SQL of how they are called. Of an address that nobody has confirmed whoever typed it may be a stranger, who would have the firm
 * mail to others whatever they call themselves.
 */
export const nameTold = 'case when owner.email_verified then person.full_name end'

type From = Pick<Recipient, 'origin' | 'firm'> & { secret: string }

export const recipientOf = (
  { origin, secret, firm }: From,
  { owner, address, name, by }: Addressee,
): Recipient => ({
  name: name ?? 'there',
  by,
  origin,
  sign: (use, id) => signLink(secret, use, { id, person: owner, address: address ?? '' }),
  firm,
})
