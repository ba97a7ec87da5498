/** Takes over a list as the database’s owner: the application’s role only reads. */
import type pg from 'pg'
import { CannotStart } from '../../platform/cannot-start.ts'
import type { ListName } from '../../contract/screening-lists.ts'
import type { ListedEntry } from './lists/entry.ts'
import { readLists, type LoadedList } from './queries.ts'
import type { ListFile } from './read-files.ts'

/** What whoever loads says besides: the list’s day where the file doesn’t say it, and that it may be older or far smaller. */
export type Said = { day: string | null; older: boolean; smaller: boolean }

/** A list that loses more than half of its entries at once was cut off somewhere. */
const leastPart = 0.5

async function insertEntries(
  client: pg.Client,
  list: ListName,
  after: number,
  entries: readonly ListedEntry[],
) {
  const rows = entries.map((entry, at) => ({ ...entry, number: after + at + 1 }))
  await client.query(
    `with given as (
        select number, reference, kind, names, births, countries, addresses
          from jsonb_to_recordset($2::jsonb) given (number integer, reference text, kind text, names jsonb, births jsonb, countries jsonb, addresses jsonb)
      ), entered as (
        insert into screening_entries (list, number, reference, kind, names, strengths, births, countries)
          select $1, number, reference, kind,
              array(select name ->> 'text' from jsonb_array_elements(names) with ordinality each (name, place) order by place),
              array(select name ->> 'strength' from jsonb_array_elements(names) with ordinality each (name, place) order by place),
              array(select jsonb_array_elements_text(births)), array(select jsonb_array_elements_text(countries))
            from given
      )
      insert into screening_addresses (list, number, place, currency, address)
        select $1, number, place, one ->> 'currency', one ->> 'address'
          from given, jsonb_array_elements(addresses) with ordinality each (one, place)`,
    [list, JSON.stringify(rows)],
  )
}

/** Why a version isn’t taken over; null where it is. */
function refusalOf(now: LoadedList, before: LoadedList | undefined, said: Said): string | null {
  if (now.entries === 0) return 'The file has no entry. Download it again.'
  if (before === undefined) return null
  if (now.day < before.day && !said.older)
    return `The file is of ${now.day}, and the list that is loaded is of ${before.day}. Download the newest one, or say --older if the older one is meant.`
  if (now.entries < before.entries * leastPart && !said.smaller)
    return `The file has ${now.entries} entries, and the list that is loaded has ${before.entries}: some may be missing. Download it again, or say --smaller if so many have gone.`
  return null
}

/** Counts what is read, and lets nothing stand that says of itself that it is more. */
async function insertAll(client: pg.Client, { list, entries, facts }: ListFile) {
  const count = { entries: 0, names: 0, addresses: 0 }
  for await (const some of entries) {
    await insertEntries(client, list, count.entries, some)
    count.entries += some.length
    for (const { names, addresses } of some) {
      count.names += names.length
      count.addresses += addresses.length
    }
  }
  if (facts.announced !== null && facts.announced !== count.entries)
    throw new CannotStart(
      `The file says that it has ${facts.announced} entries, and ${count.entries} were found. Download it again.`,
    )
  return count
}

async function takeOver(client: pg.Client, file: ListFile, said: Said): Promise<LoadedList> {
  const { list, format, facts, digest } = file
  const before = (await readLists(client)).find((one) => one.list === list)
  await client.query('delete from screening_lists where list = $1', [list])
  const count = await insertAll(client, file)
  const day = said.day ?? facts.day
  if (day === null)
    throw new CannotStart(
      'The file doesn’t say of which day it is. Say it: npm run screening:load -- --day 2026-01-31 FILE',
    )
  const now: LoadedList = { list, format, day, loadedAt: 0, digest: digest.digest('hex'), ...count }
  const refusal = refusalOf(now, before, said)
  if (refusal !== null) throw new CannotStart(refusal)
  await client.query(
    `insert into screening_lists (list, format, list_day, loaded_at, digest, entries, names, addresses)
      values ($1, $2, $3, clock_timestamp(), decode($4, 'hex'), $5, $6, $7)`,
    [list, format, now.day, now.digest, now.entries, now.names, now.addresses],
  )
  return now
}

/** In one transaction, in which the version before goes. Throws `CannotStart`, and then that one stays. */
export async function loadList(client: pg.Client, file: ListFile, said: Said): Promise<LoadedList> {
  await client.query('begin')
  try {
    // Two who load at once do so one after the other; readers go on with what was there.
    await client.query('lock table screening_lists in share row exclusive mode')
    const loaded = await takeOver(client, file, said)
    await client.query('commit')
    return loaded
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}
