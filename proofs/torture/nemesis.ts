/**
 * The nemesis: a process of its own that kills, stops, cuts, fills and locks. In the process of the
 * load itself it would only strike while no one is at work.
 */
import { open, rm, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Chance } from './chance.ts'
import { Copies } from './copies.ts'
import { allGone, childrenOf, findBusyBackend, killTree, mustBe, signal } from './killing.ts'
import { Link } from './links.ts'
import { ForeignSession, provokeDeadlocks, terminateBusy, useUpWal } from './foreign.ts'
import {
  linkNames,
  type Answer,
  type Hello,
  type LinkName,
  type Order,
  type OrderName,
  type Orders,
  type Victim,
} from './orders.ts'
import { Impatient, until } from './patience.ts'

const chance = new Chance(`${process.argv[2]} nemesis`)
const ownerRole = process.argv[3]!

const copies = new Copies()
const links = Object.fromEntries(
  linkNames.map((name) => {
    const link = new Link({
      speaks: name.startsWith('http') ? 'http' : 'postgres',
      chance: chance.fork(name),
    })
    link.onRequest = (request) => copies.remember(request)
    link.onCopy = (request, count) => link.target && copies.copy(link.target, request, count)
    return [name, link]
  }),
) as Record<LinkName, Link>

/** What has been killed at commits since the last order. */
let killed: number[] = []
let kills = 0
let foreign: ForeignSession | null = null

function strike(victim: Victim): number[] {
  if ('postmaster' in victim) return killTree(victim.postmaster)
  signal(victim.server, 'SIGKILL')
  return [victim.server]
}

function check(victim: Victim): void {
  if ('postmaster' in victim) mustBe(victim.postmaster, 'bin/postgres')
  else mustBe(victim.server, 'src/server.ts')
}

/** Kills once: other commits under way at that moment find it dead. */
function killerOf(victim: Victim): () => void {
  check(victim)
  let done = false
  return () => {
    if (done) return
    done = true
    killed.push(...strike(victim))
    kills += 1
  }
}

const filler = (folder: string) => join(folder, 'filler')

/** Large blocks while there is room for them, then pages, until not even a page fits. */
async function fill(folder: string): Promise<void> {
  const file = await open(filler(folder), 'a')
  try {
    for (const size of [1 << 20, 1 << 12]) await writeUntilFull(file, Buffer.alloc(size))
  } finally {
    await file.close()
  }
}

async function writeUntilFull(file: FileHandle, block: Buffer): Promise<void> {
  try {
    for (;;) await file.write(block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

async function killBackend(postmaster: number): Promise<{ hits: number }> {
  mustBe(postmaster, 'bin/postgres')
  try {
    const backend = await until(
      'a backend is at work',
      () => findBusyBackend(postmaster, ownerRole),
      5_000,
      1,
    )
    return { hits: signal(backend, 'SIGKILL') ? 1 : 0 }
  } catch (error) {
    if (error instanceof Impatient) return { hits: 0 }
    throw error
  }
}

async function stopFor({ pids, part, forMs }: Orders['stop']['asks']): Promise<null> {
  for (const pid of pids) mustBe(pid, part)
  const all = pids.flatMap((pid) => [pid, ...(part.includes('postgres') ? childrenOf(pid) : [])])
  for (const pid of all) signal(pid, 'SIGSTOP')
  await wait(forMs)
  for (const pid of all) signal(pid, 'SIGCONT')
  return null
}

type Doing = { [N in OrderName]: (asks: Orders[N]['asks']) => Promise<Orders[N]['answers']> }

const doing: Doing = {
  async aim({ link, at }) {
    links[link].aim('port' in at ? { port: at.port, host: '127.0.0.1' } : { path: at.path })
    return null
  },
  async poison({ link, toxic, victim }) {
    const { hits } = links[link]
    links[link].poison(toxic, victim ? killerOf(victim) : null)
    return { hits }
  },
  hits: async ({ link }) => ({ hits: links[link].hits }),
  reset: async ({ link }) => ({ hits: links[link].reset() }),
  async kill({ victim, afterMs }) {
    check(victim)
    await wait(afterMs)
    await allGone(strike(victim))
    return null
  },
  killBackend: ({ postmaster }) => killBackend(postmaster),
  async settleKills() {
    await allGone(killed)
    const answer = { kills }
    ;[killed, kills] = [[], 0]
    return answer
  },
  stop: stopFor,
  async immediateStop({ postmaster }) {
    mustBe(postmaster, 'bin/postgres')
    const all = [postmaster, ...childrenOf(postmaster)]
    signal(postmaster, 'SIGQUIT')
    await allGone(all)
    return null
  },
  terminate: ({ url, atLeast }) => terminateBusy(url, ownerRole, atLeast),
  async lock({ url, sql }) {
    foreign = await ForeignSession.open(url)
    await foreign.hold(sql)
    return null
  },
  async release() {
    await foreign?.release()
    foreign = null
    return null
  },
  waiters: async () => ({ hits: (await foreign?.waiters()) ?? 0 }),
  deadlock: provokeDeadlocks,
  async fill({ folder }) {
    await fill(folder)
    return null
  },
  async useUpWal({ url }) {
    await useUpWal(url)
    return null
  },
  async empty({ folder }) {
    await rm(filler(folder), { force: true })
    return null
  },
  async replay({ keys }) {
    const targets = [links['http-0'].target, links['http-1'].target].filter(
      (target) => target !== null,
    )
    return { sent: copies.replay(targets, keys) }
  },
  strays: () => copies.collect(),
  async forget() {
    copies.forget()
    return null
  },
}

async function obey({ id, name, asks }: Order): Promise<Answer> {
  try {
    return { id, answer: await (doing[name] as (asks: unknown) => Promise<unknown>)(asks) }
  } catch (error) {
    return { id, fault: `${name}: ${(error as Error).message}` }
  }
}

process.on('message', (order: Order) => void obey(order).then((answer) => process.send?.(answer)))
// Its parent is gone: nothing would release what it holds.
process.on('disconnect', () => process.exit(0))
process.on('SIGINT', () => {})

const ports = Object.fromEntries(
  await Promise.all(linkNames.map(async (name) => [name, await links[name].listen()])),
) as Hello['ports']
process.send?.({ ports } satisfies Hello)
