/**
 * How what is kept speaks of people: by id and by the number of the name that they had then. Names are filled in when it
 * is sent, so that nothing has to be looked for when one of them is erased. `desk.said` does the same in the database.
 */
import type { OwnerId } from '../ledger/core/chart.ts'

/** A name, and which one of the person's it is: the first has the number 1. */
export type Name = { text: string; number: number }

/** Between two characters that no field takes. */
export const mentionOf = (id: OwnerId, { number }: Name): string => `\u0002${id}.${number}\u0003`

/** As JSON writes it. A backslash that a person wrote is doubled there, so nobody can write the second character. */
const mentions = /\\u0002([0-9a-f-]{36}\.\d{1,9})\\u0003/g

/** Shown in place of the name of a person whose account was closed. */
export const closedName = 'Closed account'

/** A person as pages show one beside what they did. */
export const party = (id: OwnerId, name: string | null) => ({ id, fullName: name ?? closedName })
export const partyIfAny = (id: OwnerId | null, name: string | null) =>
  id === null ? null : party(id, name)

/** What is read in place of the name of a person who has been erased since. */
export const erasedName = 'a closed account'

/** JSON with its mentions filled in; `names` by id and number, `id.number`. */
export function fillIn(json: string, names: ReadonlyMap<string, string>): string {
  return json.replace(mentions, (_, mention: string) =>
    JSON.stringify(names.get(mention) ?? erasedName).slice(1, -1),
  )
}
