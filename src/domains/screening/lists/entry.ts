/** What every list says of somebody, whatever its format: docs/screening.md has where each is from. Pure. */
import { countryName, isCountry } from '../../../lib/countries.ts'

export type ListedKind = 'person' | 'organisation' | 'vessel' | 'aircraft' | 'unknown'

/** `weak`: the list itself says that many others are called so. */
export type NameStrength = 'primary' | 'alias' | 'weak'
export type ListedName = { text: string; strength: NameStrength }

/** `currency`: as the list writes it, which isn’t always the right one. */
export type ListedAddress = { currency: string; address: string }

export type ListedEntry = {
  /** The list’s own, under which its publisher finds the entry. */
  reference: string
  kind: ListedKind
  /** At least one. */
  names: ListedName[]
  /** A day, a month or a year, or two of them with a slash between: 1965-03-12, 1965-03, 1965, 1960/1965. */
  births: string[]
  /** Names of countries, as the list writes them or as their codes stand for. */
  countries: string[]
  addresses: ListedAddress[]
}

/** What a file says of itself. */
export type FileFacts = {
  /** The day that the list is of, like 2026-11-29; null: the file doesn’t say. */
  day: string | null
  /** How many entries it says that it has; null: it doesn’t say. */
  announced: number | null
}

/** Codes of parts, and of countries that are gone, stay as they are. */
export const nameOfCountry = (code: string): string =>
  /^[A-Z]{2}$/.test(code) && isCountry(code) ? countryName(code) : code

/** Says what is wrong with a file, and what to do. */
export class ListFault extends Error {}

/** In one line, without what surrounds it. */
export const line = (text: string | undefined): string =>
  (text ?? '').replaceAll(/\s+/g, ' ').trim()

/** Of the parts that aren’t empty. */
export const joined = (...parts: (string | undefined)[]): string =>
  line(parts.map((part) => line(part)).join(' '))

const most = { names: 500, others: 500, letters: 1_000 }

/** Each text once, without empty ones. */
export const once = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(line))].filter((text) => text !== '').slice(0, most.others)

/** Each name once, by its first strength. */
export function namesOnce(names: readonly ListedName[]): ListedName[] {
  const seen = new Map<string, ListedName>()
  for (const { text, strength } of names) {
    const name = line(text).slice(0, most.letters)
    if (name !== '' && !seen.has(name)) seen.set(name, { text: name, strength })
  }
  return [...seen.values()].slice(0, most.names)
}

/** An entry with at least one name; null where it has none, nor an address. */
export function entryOf(entry: ListedEntry): ListedEntry | null {
  const names = namesOnce(entry.names)
  const addresses = entry.addresses.filter(({ address }) => address !== '')
  if (names.length === 0 && addresses.length === 0) return null
  return {
    reference: line(entry.reference),
    kind: entry.kind,
    names: names.length > 0 ? names : [{ text: addresses[0]!.address, strength: 'primary' }],
    births: once(entry.births),
    countries: once(entry.countries),
    addresses: addresses.slice(0, 10_000),
  }
}
