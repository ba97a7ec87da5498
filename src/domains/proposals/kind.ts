/**
 * What a noun says of something that may take two: what it is, when one is enough, and what it changes. All else is the same for
 * every kind, and stands once (rules.ts).
 */
import type { Refusal } from '../../contract/problems.ts'
import type { ProposalKindName } from '../../contract/proposal.ts'
import type { Context, Journaled, Needs } from '../../desk/command.ts'
import type { Effect } from '../../desk/effect.ts'
import type { Changes } from '../../desk/records.ts'
import { areErased, erasedWords } from '../../desk/recall.ts'
import type { World } from '../../desk/world.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import { canonical } from '../../lib/canonical.ts'
import { dayMs } from '../../lib/instant.ts'
import type { Agreement } from './table.ts'

/** Amounts in cents as text, ids, and words of the firm's own; nothing that is a person's: that stands in its words. */
export type Facts = { readonly [name: string]: string | number | boolean | null }

/** The same as it is shown: amounts in dollars. */
export type ShownFacts = { readonly [name: string]: string | number | boolean | null }

/** Words about a person, by their names: they are erased with that person, and never change before. */
export type Words = { readonly [name: string]: string }
export const noWords: Words = {}

/** What was asked outside the books just before: what a gate lacks, what the operator has set. The journal keeps it with the decision. */
export type Answer = {
  readonly [name: string]: string | boolean | null | readonly string[]
} | null

export const journalOfAnswer = (answer: Answer) => (answer === null ? {} : { answer })

/** Whoever keeps the journal keeps what was answered, as it was. */
export const answerIn = ({ input }: Journaled): Answer => (input.answer ?? null) as Answer

/** What comes with the facts when it is done. */
export type Given<A extends Answer, W extends Words> = {
  words: W
  answer: A
  /** Who agreed to it first, of those who still count; null: one was enough. */
  first: Agreement | null
}

/** How long most can be agreed to. */
export const aWeekMs = 7 * dayMs

export type ProposalKind<F extends Facts, A extends Answer = null, W extends Words = Words> = {
  /** In the table and in the journal, for good. */
  name: ProposalKindName
  /** What people call it, after "a" or "the". */
  called: string
  /** How long it can be agreed to, by business time; null: until it is decided. */
  lastsForMs: number | null
  /**
   * How many others must agree. Left out, one: whoever proposes it is the first of two. Two: whoever proposes it is neither of the
   * two, and may do no more than ask.
   */
  others?: 2
  /** Whom it is about, who takes no part in it; null: the firm itself. */
  about(facts: F): OwnerId | null
  /** Another whom it is about, who takes no part in it either. */
  besides?(facts: F): OwnerId
  /** Of what only one may be proposed at a time, or null. */
  holds(facts: F): string | null
  /** Another of which only one may be proposed at a time. */
  holdsToo?(facts: F): string | null
  /** What is said while another holds the same, which then never gives way; left out: it does once it can't be agreed to any more. */
  whenHeld?: string
  /** What must be known to decide on it. */
  needs(facts: F, answer: A, words: Partial<W>): Needs
  /** Which words of a person it can't be done without. */
  words?: readonly (keyof W & string)[]
  /** Whether something is asked outside whenever it is decided on. */
  asks: A extends null ? false : true
  /** What stands for the answer of what was decided before this kind asked: the journal has none. */
  unasked?: A
  /** Why it can't be done as things stand, or null: asked when it is proposed, and again when it takes effect. */
  refusal(world: World, facts: F, context: Context, answer: A, words: W): Refusal | null
  /** Whether duties let who agreed before count still; always where it isn’t said. */
  mayStill?(world: World, facts: F, by: OwnerId): boolean
  /** What whoever proposes it or agrees to it has to have looked at, and hasn't; or null. */
  unseen?(world: World, facts: F, context: Context): Refusal | null
  /** Who is told that it waits. */
  announced?(world: World, facts: F): Effect[]
  /** What it changes. The room adds that it is done, and who agreed. */
  apply(world: World, facts: F, context: Context, given: Given<A, W>): Changes
  /** What of its outcome whoever agreed is told besides, or null. `id`: of the command that did it. */
  said?(world: World, context: Pick<Context, 'id'>): string | null
  /** As staff see it, and as it must be when they agree. */
  show(facts: F): ShownFacts
  /** What the journal tells of it wherever it is decided on. */
  noted(facts: F): Record<string, string>
  /** How it is told in the activity of whom it is about; left out: as any other. */
  listedAs?: { proposed: string; ended: string }
  /** What whoever it is about reads there, and the journal keeps; left out: its words. */
  told?(facts: F, words: W): Record<string, unknown>
  /** For whom a reason of refusing or withdrawing it isn't: they are told this instead, the journal too, and the reason is kept beside it. */
  secret?: { told: string; keep(facts: F, reason: string, by: OwnerId): Effect }
}

/** Whether who proposes it is the first of two. */
export const proposerCounts = ({ others }: Pick<SomeProposal, 'others'>) => others === undefined

// oxlint-disable-next-line typescript/no-explicit-any -- kinds of all nouns share a list; each is typed where it is defined
export type SomeProposal = ProposalKind<any, any, any>

export const defineProposal = <F extends Facts, A extends Answer = null, W extends Words = Words>(
  kind: ProposalKind<F, A, W>,
): ProposalKind<F, A, W> => kind

/** What is told of it with each decision. */
export const toldOf = (
  kind: SomeProposal,
  facts: Facts,
  words: Words,
): Readonly<Record<string, unknown>> => kind.told?.(facts, words) ?? words

/** As they are kept; where one of them was erased, so are all. */
export function textOfWords(words: Words): string | null {
  const all = Object.values(words)
  return all.length === 0 ? null : (all.find(areErased) ?? canonical(words))
}

/** Those of a proposal; none where they were erased. */
export const shownWords = ({ words }: { words: string | null }): Words =>
  words === null || areErased(words) ? noWords : (JSON.parse(words) as Words)

/** Those of a proposal, or what stands for each where they were erased. */
export const wordsIn = (
  kind: SomeProposal,
  proposal: { id: string; words: string | null },
): Words => ({
  ...Object.fromEntries((kind.words ?? []).map((name) => [name, erasedWords(proposal, name)])),
  ...shownWords(proposal),
})
