/** What is loaded of the lists. */
import type { Instant } from '../../lib/instant.ts'
import type { Database } from '../../platform/database.ts'
import type { ListName } from '../../contract/screening-lists.ts'
import type { ListedAddress, ListedKind, NameStrength } from './lists/entry.ts'

/** `day`: of the list, like 2026-11-29; `loadedAt`: wall time. */
export type LoadedList = {
  list: ListName
  format: string
  day: string
  loadedAt: Instant
  digest: string
  entries: number
  names: number
  addresses: number
}

export async function readLists(db: Database): Promise<LoadedList[]> {
  const { rows } = await db.query<LoadedList>({
    name: 'screening.lists',
    text: `select list, format, to_char(list_day, 'YYYY-MM-DD') as day, loaded_at as "loadedAt", encode(digest, 'hex') as digest, entries, names, addresses
      from screening_lists order by list`,
  })
  return rows
}

export type StoredEntry = {
  list: ListName
  number: number
  reference: string
  kind: ListedKind
  names: string[]
  strengths: NameStrength[]
  births: string[]
  countries: string[]
}

const page = 2_000

/** All entries of all lists, page by page. */
export async function* readEntries(db: Database): AsyncGenerator<StoredEntry[]> {
  let [list, number] = ['', 0]
  for (;;) {
    const { rows } = await db.query<StoredEntry>({
      name: 'screening.entries',
      text: `select list, number, reference, kind, names, strengths, births, countries
        from screening_entries where (list, number) > ($1, $2) order by list, number limit ${page}`,
      values: [list, number],
    })
    if (rows.length === 0) return
    yield rows
    ;({ list, number } = rows.at(-1)!)
  }
}

export type StoredAddress = ListedAddress & Omit<StoredEntry, 'number' | 'strengths'>

/**
 * Entries that have one of these addresses, as `isSameAddress` compares. Whichever coin the list says: OFAC has addresses of one network
 * under the name of another’s coin.
 */
export async function readByAddress(
  db: Database,
  addresses: readonly string[],
): Promise<StoredAddress[]> {
  const { rows } = await db.query<StoredAddress>({
    name: 'screening.by-address',
    text: `select entry.list, entry.reference, entry.kind, entry.names, entry.births, entry.countries, listed.currency, listed.address
      from screening_addresses listed join screening_entries entry using (list, number)
      where lower(listed.address) = any (array(select lower(asked) from unnest($1::text[]) asked)) order by entry.list, entry.number limit 1000`,
    values: [addresses],
  })
  return rows
}
