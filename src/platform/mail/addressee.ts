/** Whom a mail of the outbox speaks to, and of whom: both as they are called when it is sent or shown, so that neither name lies with it. */
import { signLink } from '../signed.ts'
import type { Recipient } from './letter.ts'

/** `by` gave the command that sent it, where that wasn't its owner. */
export type Addressee = { owner: string; name: string | null; by: string | null }

/** SQL that joins who gave the command of a mail, as `actor`. */
export const actorOf = (mail: string): string =>
  `left join desk.commands command on command.id = ${mail}.command_id
      left join auth.persons actor on actor.id = command.actor and command.actor <> ${mail}.owner_id`

type From = Pick<Recipient, 'origin' | 'firm'> & { secret: string }

export const recipientOf = (
  { origin, secret, firm }: From,
  { owner, name, by }: Addressee,
): Recipient => ({
  name: name ?? 'there',
  by,
  origin,
  sign: (use, id) => signLink(secret, use, { id, person: owner }),
  firm,
})
