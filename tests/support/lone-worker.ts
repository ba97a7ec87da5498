/** A worker with one turn of work, in a process of its own, which a test can kill as soon as it has said that it has begun. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { Desk } from '../../src/desk/desk.ts'
import { commands, writersOf } from '../../src/domains/nouns.ts'
import { createClient, createPool } from '../../src/platform/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { root } from './source.ts'
import { testStamp } from './stamp.ts'

const createDesk = (url: string, pool: Pool) =>
  new Desk({
    rules: commands,
    writers: writersOf('waiting'),
    stamp: testStamp,
    open: (lockMs) =>
      createClient({ url, name: 'lone worker', pipeline: true, limits: { lockMs } }),
    db: pool as never,
    log: { error: console.error, warn: console.error } as never,
    newId,
    limits: {},
    onAltered: () => {},
  })

/** What such a process runs, until it is killed: on the database that DATABASE names. */
export async function workUntilKilled(
  turnOf: (parts: {
    pool: Pool
    desk: ReturnType<typeof createDesk>
  }) => (isWanted: () => boolean) => Promise<unknown>,
): Promise<never> {
  const url = process.env.DATABASE!
  const pool = createPool({ url, name: 'lone worker' })
  const turn = turnOf({ pool, desk: createDesk(url, pool) })
  process.stdout.write('begun\n')
  for (;;) await turn(() => true)
}

/** Starts a file of this folder that does so; ready once it has begun. */
export async function startLoneWorker(file: string, env: Record<string, string>) {
  const child = spawn(process.execPath, [join(root, 'tests/support', file)], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}
