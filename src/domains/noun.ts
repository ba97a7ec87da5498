import type { Rules } from '../desk/command.ts'
import type { AnyFact } from '../desk/replay.ts'
import type { Writers } from '../desk/write.ts'
import type { Letters } from '../platform/mail/letter.ts'

/** What a domain gives to the house: its commands, what writes their rows and effects, the facts that they ask, and the mails that it sends. */
export type Noun = {
  commands?: Rules
  writers?: Writers
  facts?: readonly AnyFact[]
  letters?: Letters
}
