/** Who is due, by the one rule (compared.ts), and what is kept of having compared them. */
import { givenRows } from '../../desk/bulk.ts'
import type { OwnerId } from '../../ledger/core/chart.ts'
import type { Database } from '../../platform/database.ts'
import { comparedOf, digestOfCompared } from './compared.ts'
import { asking } from './dealt-with.ts'
import { checks, type Check } from './table.ts'

/** What is compared of somebody. `isVerified`: staff have seen documents that say so. */
export type Compared = {
  names: string[]
  identities: { name: string; born: string; country: string; isVerified: boolean }[]
  /** Whom they pay to by bank, and who paid for them. */
  others: { as: 'holder' | 'payer'; name: string }[]
  /** Where coins went, and where they came from. */
  addresses: { as: 'paid-to' | 'came-from'; address: string }[]
  /** The digest of each list; null: none is loaded. */
  lists: Record<string, string> | null
}

export type DuePerson = { owner: OwnerId; compared: Compared; digest: string }
type Row = { owner: OwnerId; compared: Compared | null; digest: string }

/** SQL: of some owners what is compared of them, null where that is what they were compared with. */
const dueAmong = (some: string, wanted: string): string => `with page as materialized (
    select owner.id, ${comparedOf('owner.id')} as compared from owners owner
      where owner.role <> 'firm' and owner.status <> 'closed' and ${some}
  ), digested as materialized (select id, compared, ${digestOfCompared('compared')} as digest from page)
  select digested.id as owner, encode(digested.digest, 'hex') as digest,
      case when comparisons.digest is distinct from digested.digest then digested.compared end as compared
    from digested left join comparisons on comparisons.owner_id = digested.id where ${wanted}`

const duePeople = (rows: readonly Row[]): DuePerson[] =>
  rows.flatMap(({ compared, ...row }) => (compared === null ? [] : [{ ...row, compared }]))

/** Those who wait for money to leave: they come first. */
export async function readDueAsking(db: Database, limit: number): Promise<DuePerson[]> {
  const { rows } = await db.query<Row>({
    name: 'comparisons.due-asking',
    text: dueAmong(
      `owner.id in (select ${asking} limit 10000)`,
      'comparisons.digest is distinct from digested.digest limit $1',
    ),
    values: [limit],
  })
  return duePeople(rows)
}

/** Those who are due among the next so many after a place; `last` is null at the end. */
export async function readDue(
  db: Database,
  after: OwnerId,
  limit: number,
): Promise<{ due: DuePerson[]; last: OwnerId | null }> {
  const { rows } = await db.query<Row>({
    name: 'comparisons.due',
    text: dueAmong('owner.id > $1 order by owner.id limit $2', 'true order by digested.id'),
    values: [after, limit],
  })
  return {
    due: duePeople(rows),
    last: rows.length < limit ? null : rows.at(-1)!.owner,
  }
}

/** All checks of these people. */
export async function readChecksOf(db: Database, owners: readonly OwnerId[]): Promise<Check[]> {
  const { rows } = await db.query<Check>({
    name: 'checks.of-owners',
    text: `select ${checks.columns} from ${checks.from} where law_check.owner_id = any ($1)`,
    values: [owners],
  })
  return rows
}

/** They were compared with that. What changed meanwhile has another digest: they are due again. */
export async function keepCompared(db: Database, people: readonly DuePerson[]): Promise<void> {
  if (people.length === 0) return
  const { table, values } = givenRows(people, {
    owner: ['uuid', ({ owner }) => owner],
    digest: ['text', ({ digest }) => digest],
  })
  await db.query({
    name: 'comparisons.keep',
    text: `insert into comparisons (owner_id, digest, compared_at) select given.owner, decode(given.digest, 'hex'), clock_timestamp() from ${table}
      on conflict (owner_id) do update set digest = excluded.digest, compared_at = excluded.compared_at`,
    values,
  })
}
