/** Two nodes of two miners, a PostgreSQL that may be killed, a house on it, and two watchers that may be killed too. */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { placeAt } from '../../src/lib/output-descriptor.ts'
import { startNode } from '../../tests/support/bitcoin-node/node-process.ts'
import { regtestWallet } from '../../tests/support/wallets.ts'
import { Cluster } from '../torture/cluster.ts'
import { killPostgres, makeDatabase, openHouse } from './house.ts'

const { wallet } = regtestWallet()
const { network, descriptor } = wallet

/** Of the firm, for what balances lack. */
const corrections = 1_000_000_000n

export type Person = { id: string; script: string }
export type World = Awaited<ReturnType<typeof openWorld>>

/** The first blocks are old when the runs begin: what the miners spend there is spent on every branch. */
const firstBlocks = 260

export async function openWorld() {
  const cluster = await Cluster.create({})
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-coins-'))
  const url = await makeDatabase(cluster)
  const [real, other] = await Promise.all([
    startNode(join(folder, 'real'), 'odd'),
    startNode(join(folder, 'other'), 'even'),
  ])
  await real.mine(firstBlocks)
  await other.follow(real, 0)
  const house = openHouse(url)
  const { run, open } = house
  const { address } = placeAt(wallet, 'people', 0)
  for (let n = 0; n < 2; n += 1)
    await run('CompareWallet', { network, descriptor, address }, await open('admin'))
  await run('PayInCapital', { amount: corrections + 1n, reference: 'first' }, null)
  await run('FundPool', { pool: 'corrections', amount: corrections }, null)

  const watchers: ChildProcess[] = []
  async function startWatcher(place: number): Promise<void> {
    const child = fork(join(import.meta.dirname, 'watcher.ts'), [url, real.url, descriptor])
    watchers[place] = child
    await once(child, 'message')
  }
  async function killWatcher(place: number): Promise<void> {
    const child = watchers[place]!
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await Promise.all([startWatcher(0), startWatcher(1)])

  const lookedAt = async (): Promise<string | null> =>
    (
      await house.pool.query<{ at: string }>(
        `select extract(epoch from looked_at)::text as at from chain.watch
          where fault is null and unknown is null and (select max(height) from chain.blocks) = $1`,
        [await real.rpc<number>('getblockcount')],
      )
    ).rows[0]?.at ?? null

  return {
    cluster,
    real,
    other,
    run,
    query: house.pool.query.bind(house.pool),
    async person(): Promise<Person> {
      const id = await open('user')
      await run('DrawAddress', { network, descriptor, owner: id }, id)
      const { rows } = await house.pool.query<{ script: string }>(
        'select script from wallet_addresses where owner_id = $1',
        [id],
      )
      return { id, script: rows[0]!.script }
    },
    /** `kill -9`, and another in its place. */
    async replaceWatcher(place: number): Promise<void> {
      await killWatcher(place)
      await startWatcher(place)
    },
    killPostgres: () => killPostgres(cluster),
    /** Until three looks at the end of the chain have ended since: the last of them began after this was called. */
    async settle(): Promise<void> {
      const looks = new Set<string>([(await lookedAt()) ?? ''])
      for (let tries = 0; looks.size < 4; tries += 1) {
        if (tries > 3000) throw new Error('The watchers have not come to the end of the chain')
        await setTimeout(20)
        const at = await lookedAt().catch(() => null)
        if (at !== null) looks.add(at)
      }
    },
    databaseUrl: url,
    async close(): Promise<void> {
      await Promise.all(watchers.map((_, place) => killWatcher(place)))
      await house.close().catch(() => {})
      await Promise.all([real.kill9(), other.kill9()])
      await cluster.remove()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
