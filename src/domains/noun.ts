import type { Capability } from '../contract/roles.ts'
import type { FoundKind } from '../contract/found.ts'
import type { WorkName } from '../contract/staff-work.ts'
import type { Rules } from '../desk/command.ts'
import type { AnyFact } from '../desk/replay.ts'
import type { WaitingRows } from '../desk/waiting-rows.ts'
import type { Writers } from '../desk/write.ts'
import type { Letters } from '../platform/mail/letter.ts'
import type { SomeProposal } from './proposals/kind.ts'

/**
 * What of it waits for staff, in SQL: a row each, with its `id`, `at`, since when it waits, `begun`, an array of those who had a part in it and
 * don't decide on it again, and `about`, an array of those whom it is about. `may`: what deciding takes; null: each row has it. `has`: which
 * other columns there are: `amount`, and `ends`, from when on it can't be decided any more. `rows`: the same of one, for commands.
 */
export type Waits = {
  of: WorkName
  text: string
  may: Capability | null
  has?: readonly ('amount' | 'ends')[]
  rows: WaitingRows
}

/**
 * How it is found by what names it exactly, in SQL: a row each, with `id`, `owner`, whose it is, `said`, what it is called, and `at`.
 * `sought` is one row with what was typed: `id`, `spellings` and `reference` (`lib/bank-reference.ts`), each where it can be one.
 */
export type Finds = { kind: FoundKind; text: string }

/** What a domain gives to the house: its commands, what writes their rows and effects, the facts that they ask, the mails that it sends, what of it may take two, what of it waits for staff and how staff find it, and what staff are told of. */
export type Noun = {
  commands?: Rules
  writers?: Writers
  facts?: readonly AnyFact[]
  letters?: Letters
  proposals?: readonly SomeProposal[]
  waits?: Waits
  finds?: readonly Finds[]
  /** Its commands that tell staff of what stands in none of their own lists. One that is missing here outlives whom it was sent to. */
  tellsStaff?: readonly string[]
  /** Those of them that nobody signed in gave: an index holds them. */
  tellsStaffByItself?: readonly string[]
}
