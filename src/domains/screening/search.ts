/** Who on the lists a person may be, or whose an address is: with what speaks for it and against it. */
import { cleanAddress } from '../../lib/wallet-address.ts'
import type { Database } from '../../platform/database.ts'
import type { NameStrength } from './lists/entry.ts'
import { ListedNames, type Asked, type BirthEvidence } from './matching/listed-names.ts'
import { readByAddress, readEntries, type StoredAddress, type StoredEntry } from './queries.ts'

export type PossibleMatch = {
  entry: StoredEntry
  /** The name that is like the one that was asked for. */
  name: string
  strength: NameStrength
  /** From 0 to 1. */
  score: number
  birth: BirthEvidence
}

/** Every name on the lists, with whose it is. */
export type ListedPeople = { names: ListedNames; of: { entry: StoredEntry; at: number }[] }

/** All names of all lists, as they are now. */
export async function readNames(db: Database): Promise<ListedPeople> {
  const names = new ListedNames()
  const of: ListedPeople['of'] = []
  for await (const entries of readEntries(db))
    for (const entry of entries)
      entry.names.forEach((name, at) => {
        names.add({ name, strength: entry.strengths[at]!, births: entry.births })
        of.push({ entry, at })
      })
  return { names, of }
}

/** Each entry once, by the name of it that fits best; the likeliest first. */
export function possibleMatches({ names, of }: ListedPeople, asked: Asked): PossibleMatch[] {
  const found = new Map<StoredEntry, PossibleMatch>()
  for (const { at, score, birth } of names.like(asked)) {
    const { entry, at: which } = of[at]!
    if (found.has(entry)) continue
    const [name, strength] = [entry.names[which]!, entry.strengths[which]!]
    found.set(entry, { entry, name, strength, score, birth })
  }
  return [...found.values()]
}

/** Entries with this address, however it was pasted. */
export const listedAddress = (db: Database, typed: string): Promise<StoredAddress[]> =>
  readByAddress(db, [cleanAddress(typed)])
