/** Everything that a database holds, as one digest a table: two that are equal say that nothing was changed in between. */
import type { TestDatabase } from './database.ts'

const tablesText = `
  select format('%I.%I', schemaname, tablename) as name from pg_tables
   where schemaname not in ('pg_catalog', 'information_schema') order by 1`

/** What reading may leave behind, by table: that a session was used. */
export const leftByReading: Record<string, readonly string[]> = { 'auth.sessions': ['updated_at'] }

/** `counting`: by table, the condition under which a row counts; of the other tables all do. `without`: by table, columns that don't. */
export async function digestOf(
  { owner }: Pick<TestDatabase, 'owner'>,
  counting: Record<string, string> = {},
  without: Record<string, readonly string[]> = leftByReading,
): Promise<Record<string, string>> {
  const { rows: tables } = await owner.query<{ name: string }>(tablesText)
  const digests = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await owner.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(row, '|' order by row)), '') as digest
         from (select (to_jsonb(counted) - $1::text[])::text as row from ${name} counted where ${counting[name] ?? 'true'}) rows`,
        [without[name] ?? []],
      )
      return [name, rows[0]!.digest] as const
    }),
  )
  return Object.fromEntries(digests)
}
