/** A house on a PostgreSQL of its own that may be killed, and who opens accounts there. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { CommandName } from '../../src/domains/nouns.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { asUsual, type Given } from '../../tests/support/as-usual.ts'
import type { Cluster } from '../torture/cluster.ts'
import { openDesk } from './desk.ts'

const database = 'coins'

export async function makeDatabase(cluster: Cluster): Promise<string> {
  const url = cluster.url(database)
  await cluster.ask('postgres', (client) => client.query(`create database ${database}`))
  await migrate({ url, mode: 'demo', folder: join(import.meta.dirname, '../../db/migrations') })
  return url
}

/** `kill -9`, and it starts again. */
export async function killPostgres(cluster: Cluster): Promise<void> {
  const pid = await cluster.postmaster()
  if (pid !== null) process.kill(-pid, 'SIGKILL')
  await cluster.start()
}

export function openHouse(url: string) {
  const { desk, pool, close } = openDesk(url)

  async function run<N extends CommandName>(
    kind: N,
    command: Given<N>,
    actor: string | null,
  ): Promise<string> {
    const { outcome, text } = await desk.run({
      kind,
      command: asUsual(kind, command),
      id: 'owner' in command && kind === 'OpenOwner' ? command.owner : randomUUID(),
      actor,
      key: null,
      bodyHash: '',
      requestId: 'coins',
    } as Parameters<typeof desk.run>[0])
    if (outcome !== 'done') throw new Error(`${kind}: ${text}`)
    return text
  }

  async function open(role: 'user' | 'admin'): Promise<string> {
    const owner = randomUUID()
    const [fullName, email] = ['Ada Example', `${owner}@people.example`]
    await pool.query('insert into auth.persons (id, full_name, email) values ($1, $2, $3)', [
      owner,
      fullName,
      email,
    ])
    const given = { owner, fullName, email, role, referralCode: null, fixed: false, vouched: false }
    await run('OpenOwner', given, owner)
    return owner
  }

  return { pool, run, open, close }
}
