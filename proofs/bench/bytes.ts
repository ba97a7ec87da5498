/**
 * What a RequestWithdrawal leaves on the disk, by table, column and index, each of which needs a reason: writes BYTES.md.
 * Sizes don't depend on how busy the machine is. What has no reason here stops it.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { withClient } from '../../src/platform/database.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import { openHouse, readPeople } from './house.ts'
import { reasons } from './bytes-reasons.ts'

const requests = 20_000
const callers = 128
const people = 2_000

type Size = { name: string; of: string; bytes: bigint }

const sizesText = `select relation.oid::regclass::text as name, coalesce(owner.oid::regclass::text, relation.oid::regclass::text) as of, pg_relation_size(relation.oid) as bytes
  from pg_class relation join pg_namespace space on space.oid = relation.relnamespace
    left join pg_index entry on entry.indexrelid = relation.oid left join pg_class owner on owner.oid = entry.indrelid
  where space.nspname in ('public', 'auth', 'desk', 'ledger') and relation.relkind in ('r', 'i')`

const writtenText = `select schemaname || '.' || relname as name, n_tup_ins as made, n_tup_upd as changed from pg_stat_user_tables`

async function sizesOf(client: pg.ClientBase): Promise<Map<string, Size>> {
  const { rows } = await client.query<Size>(sizesText)
  return new Map(rows.map((size) => [size.name, size]))
}

async function columnsOf(
  client: pg.ClientBase,
  table: string,
): Promise<{ name: string; bytes: number }[]> {
  const { rows: names } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [table],
  )
  const averages = names.map(({ name }) => `avg(coalesce(pg_column_size("${name}"), 0))::float8`)
  const { rows } = await client.query({
    text: `select ${averages.join(', ')} from (select * from ${table} order by ctid desc limit ${requests / 2}) newest`,
    rowMode: 'array',
  })
  return names.map(({ name }, i) => ({ name, bytes: rows[0]![i] as number }))
}

async function requestAll(url: string): Promise<void> {
  const owners = await readPeople(url)
  const { desk, close } = openDesk(url)
  let next = 0
  await Promise.all(
    Array.from({ length: callers }, async () => {
      while (next < requests) await done(desk, withdrawal(owners[next++ % owners.length]!))
    }),
  )
  await close()
}

function reasonOf(name: string): string {
  const reason = reasons[name]
  if (reason === undefined)
    throw new Error(`${name} takes room, and bytes-reasons.ts says no reason for it.`)
  return reason
}

async function linesOf(client: pg.ClientBase, before: Map<string, Size>): Promise<string[]> {
  const after = await sizesOf(client)
  const grown = [...after.values()]
    .map((size) => ({
      ...size,
      each: Number(size.bytes - (before.get(size.name)?.bytes ?? 0n)) / requests,
    }))
    .filter(({ each }) => each > 0.5)
  const lines: string[] = []
  for (const table of grown.filter(({ name, of }) => name === of)) {
    lines.push(`- **${table.name}** ${table.each.toFixed(0)}: ${reasonOf(table.name)}`)
    const columns = await columnsOf(client, table.name)
    for (const { name } of columns) reasonOf(`${table.name}.${name}`)
    lines.push(`  - ${columns.map(({ name, bytes }) => `${name} ${bytes.toFixed(1)}`).join(', ')}`)
    for (const index of grown.filter(({ name, of }) => of === table.name && name !== of))
      lines.push(`  - index ${index.name} ${index.each.toFixed(0)}: ${reasonOf(index.name)}`)
  }
  const all = grown.reduce((sum, { each }) => sum + each, 0)
  return [`- **all** ${all.toFixed(0)}`, ...lines]
}

const house = await openHouse({ audited: false })
try {
  const url = await house.filled('bytes', { people, postingsEach: 10 })
  await withClient(
    { url, name: 'bench bytes', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      const before = await sizesOf(client)
      const walOf = async () =>
        BigInt(
          (await client.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint as at`))
            .rows[0].at,
        )
      await client.query('checkpoint')
      const wal = await walOf()
      await requestAll(url)
      const log = Number((await walOf()) - wal) / requests
      const { rows } = await client.query<{ name: string; made: bigint; changed: bigint }>(
        writtenText,
      )
      const changed = rows
        .filter((row) => Number(row.changed) > requests / 2)
        .map(({ name }) => name)
      const lines = await linesOf(client, before)
      const text = `# Bytes on disk of a RequestWithdrawal

Written by \`node proofs/bench/bytes.ts\`: ${requests.toLocaleString('en')} requests by ${people.toLocaleString('en')} people, ${callers} at a time, on a past of ten postings each. Growth of each relation, divided by the requests; of columns the average size in the newest rows. A row has 28 bytes of its own beside its columns, and columns are aligned; \`bytes-reasons.ts\` says what each is there for. ${changed.map((name) => `\`${name}\``).join(', ')} are changed in place and don't grow. The log (WAL) takes ${log.toFixed(0)} bytes for each, with the full pages after a checkpoint.

${lines.join('\n')}
`
      await writeFile(join(import.meta.dirname, 'BYTES.md'), text)
      process.stdout.write(text)
    },
  )
} finally {
  await house.stop()
}
