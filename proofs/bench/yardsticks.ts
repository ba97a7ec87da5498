/** What the product is compared with, measured on the same server: PostgreSQL's own benchmark, and bare commits. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { withClient } from '../../src/platform/database.ts'
import type { House } from './house.ts'
import { withDatabase } from './house.ts'

const run = promisify(execFile)
const database = 'pgbench'

const argumentsFor = (url: string) => {
  const { searchParams, username, port } = new URL(url)
  return ['-h', searchParams.get('host')!, '-p', port, '-U', username]
}

export type Pgbench = { seconds(seconds: number): Promise<{ rate: number; transactions: number }> }

/** TPC-B-like, through the same socket; null where the program is missing. */
export async function openPgbench(house: House, scale: number): Promise<Pgbench | null> {
  const program = process.env.PGBENCH ?? 'pgbench'
  if (!(await run(program, ['--version']).catch(() => null))) return null
  await house.empty(database)
  const address = argumentsFor(house.url)
  await run(program, [...address, '-i', '-q', '-I', 'dtgvp', '-s', String(scale), database], {
    maxBuffer: 1 << 26,
  })
  return {
    async seconds(seconds) {
      const { stdout } = await run(program, [
        ...address,
        '-c',
        '64',
        '-j',
        '2',
        '-M',
        'prepared',
        '-n',
        '-T',
        String(seconds),
        database,
      ])
      const tps = /tps = ([\d.]+) \(without initial connection time\)/.exec(stdout)?.[1]
      const transactions = /transactions actually processed: (\d+)/.exec(stdout)?.[1]
      if (tps === undefined || transactions === undefined)
        throw new Error(`pgbench did not say how many transactions it made: ${stdout}`)
      return { rate: Number(tps), transactions: Number(transactions) }
    },
  }
}

/** How long one insert takes with its commit, one after the other: the disk's least, in milliseconds. */
export async function bareCommits(url: string, count: number): Promise<number[]> {
  return withClient(
    { url: withDatabase(url, 'postgres'), name: 'bench commits', as: 'owner' },
    async (client) => {
      await client.query(
        'create table if not exists bare_commits (id bigint primary key, text text)',
      )
      await client.query('truncate bare_commits')
      const times: number[] = []
      for (let id = 0; id < count; id += 1) {
        const began = performance.now()
        await client.query({
          name: 'bare-commit',
          text: 'insert into bare_commits values ($1, $2)',
          values: [id, 'x'.repeat(200)],
        })
        times.push(performance.now() - began)
      }
      return times
    },
  )
}
