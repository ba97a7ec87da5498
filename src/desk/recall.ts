/** How commands are recalled from the journal. What it kept is compared with what is decided again, so that nothing is read here that isn't checked there. */
import type { OwnerId } from '../ledger/core/chart.ts'
import type { Cents } from '../lib/money.ts'
import type { Journaled } from './command.ts'

/** The journal has kept too little, or something else, to decide a command again. */
export class Unexplained extends Error {}

/** In place of a bound that the journal doesn't keep, where a command is decided again: what was accepted fitted it. */
export const fitted = Symbol('it fitted')
export type Fitted = typeof fitted

export function textOf({ input, kind }: Journaled, name: string): string {
  const value = input[name]
  if (typeof value !== 'string') throw new Unexplained(`${kind} has no ${name}`)
  return value
}

export const textIfAny = ({ input }: Journaled, name: string): string | undefined =>
  typeof input[name] === 'string' ? input[name] : undefined

export function numberIfAny({ input }: Journaled, name: string): number | undefined {
  return typeof input[name] === 'number' ? input[name] : undefined
}

export function numberOf(kept: Journaled, name: string): number {
  const number = numberIfAny(kept, name)
  if (number === undefined) throw new Unexplained(`${kept.kind} has no ${name}`)
  return number
}

export function centsIfAny(kept: Journaled, name: string): Cents | undefined {
  const text = textIfAny(kept, name)
  if (text === undefined) return undefined
  if (!/^-?\d+$/.test(text)) throw new Unexplained(`${name} of ${kept.kind} is no amount`)
  return BigInt(text)
}

export function centsOf(kept: Journaled, name: string): Cents {
  const cents = centsIfAny(kept, name)
  if (cents === undefined) throw new Unexplained(`${kept.kind} has no ${name}`)
  return cents
}

export function subjectOf({ subject, kind }: Journaled): OwnerId {
  if (subject === null) throw new Unexplained(`${kind} is about nobody`)
  return subject
}

/** In place of words that were erased: no two are alike, and nobody has written them. */
export const erasedWords = ({ id }: Pick<Journaled, 'id'>, name: string): string =>
  `\u0000${name} of ${id}`

export const areErased = (words: string): boolean => words.startsWith('\u0000')

/** A person's words, or what stands for them where they were erased. */
export function wordsOf(kept: Journaled, name: string): string {
  if (kept.texts === null) return erasedWords(kept, name)
  const value = kept.texts[name]
  if (typeof value !== 'string') throw new Unexplained(`${kept.kind} has no words for ${name}`)
  return value
}

export function wordsIfAny({ texts }: Journaled, name: string): string | null {
  const value = texts?.[name]
  return typeof value === 'string' ? value : null
}

type Change = { field: string; from: string | null; to: string | null }

/** What a change of a field was told as, if it is still known. */
export const changeOf = ({ texts }: Journaled, field: string): Change | undefined =>
  ((texts?.changes ?? []) as Change[]).find((change) => change.field === field)

export const isListedAs = ({ activity }: Journaled, ...kinds: string[]): boolean =>
  activity.some(({ kind }) => kinds.includes(kind))
