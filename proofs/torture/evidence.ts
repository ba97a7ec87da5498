/** What a failed run leaves behind: journal, logs, what was wrong, and every table of the house as JSON lines. */
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import type { Result, Setting } from './campaign.ts'
import type { House } from './house.ts'

/** Sessions and passwords are no evidence. */
const tables = `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('ledger', 'desk', 'public') order by 1`

async function dumpTables(client: pg.Client, folder: string): Promise<void> {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ name: string }>(tables)
  for (const { name } of rows) {
    const { rows: lines } = await client.query<{ line: string }>(
      `select row_to_json(t)::text as line from ${name} kept`,
    )
    await writeFile(join(folder, `${name}.jsonl`), lines.map(({ line }) => `${line}\n`).join(''))
  }
}

/** Returns where it is. */
export async function keepEvidence(
  place: string,
  { cluster, options }: Setting,
  house: House | null,
  result: Result,
): Promise<string> {
  const folder = resolve(place)
  await mkdir(folder, { recursive: true })
  await writeFile(
    join(folder, 'faults.txt'),
    [`seed ${options.seed}`, ...result.faults, ''].join('\n'),
  )
  for (const name of await readdir(cluster.folder))
    if (/\.(jsonl|log)$/.test(name)) await copyFile(join(cluster.folder, name), join(folder, name))
  if (!house) return folder
  await cluster.start()
  await cluster
    .ask(house.database, (client) => dumpTables(client, folder))
    .catch((error: Error) => writeFile(join(folder, 'no-dump.txt'), error.message))
  return folder
}
