/** A column of a noun's table: its name in the database, the form of its values, and when it is written. */
import type { Instant } from '../lib/instant.ts'

/** The forms of values, by their types in the database. */
export const forms = {
  uuid: 'uuid',
  text: 'text',
  word: 'text',
  cents: 'bigint',
  count: 'bigint',
  integer: 'int',
  flag: 'boolean',
  instant: 'timestamptz',
} as const
export type Form = keyof typeof forms

export type Options<V> = {
  /** Written again whenever the row is put; otherwise once, when the row is new. */
  changes?: true
  /** Null in a new row, and written only afterwards. */
  later?: null extends V ? true : never
  /** Erased with the person whose row it is. */
  personal?: null extends V ? true : never
  /** A person, whose name a reply may say. */
  named?: true
}
export type Column<V> = Options<V> & { name: string; form: Form }

const ofForm =
  <F>(form: Form) =>
  <V extends F | null>(name: string, options: Options<V> = {}): Column<V> => ({
    name,
    form,
    ...options,
  })

export const uuid = ofForm<string>('uuid')
/** Whatever people write. */
export const text = ofForm<string>('text')
/** A word of our own: letters, digits, underscores and hyphens. */
export const word = ofForm<string>('word')
export const cents = ofForm<bigint>('cents')
/** A `bigint` that is a number in memory. */
export const count = ofForm<number>('count')
export const integer = ofForm<number>('integer')
export const flag = ofForm<boolean>('flag')
export const instant = ofForm<Instant>('instant')
