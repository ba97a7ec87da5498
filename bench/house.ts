/** A PostgreSQL of the bench's own, with people who have money. */
import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { Desk } from '../src/desk/desk.ts'
import { commands } from '../src/domains/commands.ts'
import { createClient, createPool, withClient } from '../src/platform/database.ts'
import { startEmbeddedPostgres } from '../src/platform/embedded-postgres.ts'
import { newId } from '../src/platform/ids.ts'
import { migrate } from '../src/platform/migrate.ts'

export type BenchHouse = { url: string; pool: pg.Pool; people: string[]; plan: string; desk(): Desk<typeof commands>; stop(): Promise<void> }

const log = { error: (fault: unknown) => console.error(fault), warn: () => {} } as never

/** Rows as sign-up and deposits would have left them, written in bulk: balances and postings agree. */
const peopleSql = `
  with people as (select id, row_number() over () as n from unnest($1::uuid[]) as id),
  persons as (insert into auth.persons (id, full_name, email) select id, 'Person ' || n, 'person-' || n || '@people.example' from people),
  made as (insert into owners (id, role, status, account_id, referral_code, created_at, stamped_at, version, deposits)
    select id, 'user', 'active', 'bench-' || n, 'bench-' || n, now(), now(), 1, $2 from people)
  insert into ledger.accounts (owner, kind, debits, credits, version) select id, 'cash', 0, $2, 1 from people`

async function fill(url: string, people: string[], plan: string): Promise<void> {
  await withClient({ url, name: 'bench', as: 'owner', limits: { statementMs: 0 } }, async (client) => {
    await client.query(peopleSql, [people, '100000000000'])
    await client.query('insert into ledger.accounts (owner, kind) select id, kind from unnest($1::uuid[]) as id, unnest(array[\'held\', \'invested\', \'promised\']::ledger.kind[]) as kind', [people])
    await client.query(`update ledger.accounts set debits = debits + case when kind = 'client-bank' then 9e15 else 0 end,
      credits = credits + case when kind = 'returns-pool' then 9e15 else 0 end where owner = '00000000-0000-0000-0000-000000000000'`)
    await client.query(`insert into plans (id, slug, position, terms_version) values ($1, 'bench', 1, 1)`, [plan])
    await client.query(`insert into plan_terms values ($1, 1, 'Bench', '', 100, null, null, 16, 12, 1, 'It can be lost.')`, [plan])
    await client.query('analyze')
  })
}

export async function openBenchHouse(count: number): Promise<BenchHouse> {
  const folder = await mkdtemp('/tmp/glasshouse-bench-')
  await chmod(folder, 0o711)
  const postgres = await startEmbeddedPostgres({ dataFolder: folder, say: () => {} })
  await migrate({ url: postgres.url, mode: 'demo', folder: join(import.meta.dirname, '../db/migrations') })
  const people = Array.from({ length: count }, () => randomUUID())
  const plan = randomUUID()
  await fill(postgres.url, people, plan)
  const pool = createPool({ url: postgres.url, name: 'bench' })
  return {
    url: postgres.url, pool, people, plan,
    desk: () => new Desk({
      kinds: commands, db: pool, log, newId,
      open: (lockMs) => createClient({ url: postgres.url, name: 'bench desk', pipeline: true, limits: { lockMs } }),
    }),
    async stop() {
      await pool.end()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
