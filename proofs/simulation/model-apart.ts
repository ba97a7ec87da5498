/** Nouns that no other asks: each is a part of the model in a file of its own, with its rows. */
import type { CommandOf } from '../../src/domains/nouns.ts'
import type { By, House, Outcome } from './model-house.ts'
import type { Proposals } from './model-proposals.ts'
import type { Played, PlayedCommand } from './played.ts'

export type Row = { [property: string]: unknown }
/** Rows of people or of the firm, and what is forgotten of whoever leaves. */
export type OfPeople = {
  rows: readonly Row[]
  words: readonly string[]
  /** What is under way, and what becomes of it. */
  from?: readonly string[]
  to?: string
}
/** By the names of their tables. */
export type Rows = { readonly [table: string]: OfPeople }

export type Apart<N extends Played> = {
  /** Given by administrators only. */
  byStaff: readonly N[]
  /** In a house that nobody has entered. */
  begin(house: House, waits: Proposals): Part<N>
}

type Part<N extends Played> = {
  decide: { [K in N]: (command: CommandOf<K>, by: By) => Outcome }
  /** Whose list of activity it belongs to first. */
  subjectOf(asked: Extract<PlayedCommand, { kind: N }>): string | null
  rows: Rows
}

/** As the model has them, whatever their commands are. */
export type AnyPart = {
  decide: object
  subjectOf(asked: never): string | null
  rows: Rows
}
