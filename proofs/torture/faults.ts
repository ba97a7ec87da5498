/**
 * The faults, each as what is done to the house and when it is over. All wait for what they should hit:
 * a fault that hits nothing proves nothing, and reports that.
 */
import type { Chance } from './chance.ts'
import type { Cluster } from './cluster.ts'
import type { Door } from './doors.ts'
import type { House } from './house.ts'
import type { Toxic } from './links.ts'
import type { Nemesis } from './nemesis-process.ts'
import type { Orders, Victim } from './orders.ts'
import { Impatient, until } from './patience.ts'

export type Target = {
  house: House
  cluster: Cluster
  nemesis: Nemesis
  doors: readonly [Door, Door]
  chance: Chance
}

/** How often it struck, how often at exact crash points, and what was killed. */
export type Struck = {
  hits: number
  crashPoints?: number
  server?: number
  postgres?: number
  backend?: number
  terminated?: number
}

export type Fault = {
  name: string
  says: string
  /** Needs small disks of its own. */
  needsDisks?: true
  /** How often in a row before everything is checked. */
  times: number
  strike(target: Target): Promise<Struck>
}

const firm = '00000000-0000-0000-0000-000000000000'

const someDoor = ({ doors, chance }: Target): Door => doors[chance.between(0, 1)]!

async function postmaster({ cluster }: Target): Promise<number> {
  return until('PostgreSQL runs', () => cluster.postmaster())
}

/** People are at work: at this moment a request waits for an answer, here or anywhere. */
async function somebodyWaits({ house }: Target, door?: Door): Promise<void> {
  const { underWay } = house.sender
  await until(
    'somebody waits for an answer',
    () => (door ? underWay[door.number] : underWay[0] + underWay[1]) > 0,
    30_000,
    1,
  )
}

/** Some more was acknowledged: the house works. */
async function worksOn({ house }: Target, more = 3): Promise<void> {
  const { tally } = house.records
  const enough = tally.acknowledged + more
  await until('more is acknowledged', () => tally.acknowledged >= enough)
}

async function killServer(target: Target): Promise<Struck> {
  const door = someDoor(target)
  await door.ready()
  await worksOn(target)
  const { tally } = target.house.records
  const before = tally.unknown
  const pid = door.pid!
  await somebodyWaits(target, door)
  await target.nemesis.order('kill', {
    victim: { server: pid },
    afterMs: target.chance.between(0, 15),
  })
  await door.reopened(pid)
  return { hits: tally.unknown - before, server: 1 }
}

async function killPostgres(target: Target): Promise<Struck> {
  await worksOn(target)
  const pid = await postmaster(target)
  await somebodyWaits(target)
  await target.nemesis.order('kill', {
    victim: { postmaster: pid },
    afterMs: target.chance.between(0, 15),
  })
  await target.cluster.start()
  return { hits: 1, postgres: 1 }
}

/** Poisons a link until it has struck, then restores it. */
async function poisonUntil(
  target: Target,
  link: Orders['poison']['asks']['link'],
  toxic: Toxic,
  atLeast: number,
  victim?: Victim,
  withinMs = 15_000,
): Promise<number> {
  await target.nemesis.order('poison', { link, toxic, ...(victim ? { victim } : {}) })
  await until(
    `${toxic.kind} has struck`,
    async () => (await target.nemesis.order('hits', { link })).hits >= atLeast,
    withinMs,
  ).catch((error: unknown) => {
    if (!(error instanceof Impatient)) throw error
  })
  return (await target.nemesis.order('poison', { link, toxic: null })).hits
}

type Moment = Extract<Toxic, { kind: 'commit' }>['when']

const killServerAt =
  (when: Moment) =>
  async (target: Target): Promise<Struck> => {
    const door = someDoor(target)
    await door.ready()
    const pid = door.pid!
    const hits = await poisonUntil(
      target,
      door.databaseLink,
      { kind: 'commit', when, times: 1 },
      1,
      { server: pid },
    )
    const { kills } = await target.nemesis.order('settleKills', {})
    if (kills > 0) await door.reopened(pid)
    return { hits, crashPoints: kills, server: kills }
  }

const killPostgresAt =
  (when: Moment) =>
  async (target: Target): Promise<Struck> => {
    const pid = await postmaster(target)
    const hits = await poisonUntil(
      target,
      someDoor(target).databaseLink,
      { kind: 'commit', when, times: 1 },
      1,
      { postmaster: pid },
    )
    const { kills } = await target.nemesis.order('settleKills', {})
    await target.cluster.start()
    return { hits, crashPoints: kills, postgres: kills }
  }

/** Up to four in a row: the desk looks three times, so that sometimes its outcome must be unknown. */
const cutAt =
  (when: Moment) =>
  async (target: Target): Promise<Struck> => {
    const times = target.chance.between(1, 4)
    const hits = await poisonUntil(
      target,
      someDoor(target).databaseLink,
      { kind: 'commit', when, times },
      times,
    )
    return { hits, crashPoints: hits }
  }

async function killBackend(target: Target): Promise<Struck> {
  const { hits } = await target.nemesis.order('killBackend', {
    postmaster: await postmaster(target),
  })
  await target.cluster.start()
  return { hits, backend: hits }
}

async function terminate(target: Target): Promise<Struck> {
  const { hits } = await target.nemesis.order('terminate', {
    url: target.house.url,
    atLeast: target.chance.between(2, 6),
  })
  return { hits, terminated: hits }
}

async function stopImmediately(target: Target): Promise<Struck> {
  await somebodyWaits(target)
  await target.nemesis.order('immediateStop', { postmaster: await postmaster(target) })
  await target.cluster.start()
  return { hits: 1 }
}

async function freezeProcess(target: Target): Promise<Struck> {
  const door = someDoor(target)
  await door.ready()
  const stopsServer = target.chance.happens(0.5)
  await somebodyWaits(target, door)
  const forMs = target.chance.between(1_000, 3_000)
  const pids = [stopsServer ? door.pid! : await postmaster(target)]
  await target.nemesis.order('stop', {
    pids,
    part: stopsServer ? 'src/server.ts' : 'bin/postgres',
    forMs,
  })
  return { hits: 1 }
}

async function swallowReplies(target: Target): Promise<Struck> {
  return {
    hits: await poisonUntil(target, someDoor(target).link, { kind: 'swallow', times: 8 }, 8),
  }
}

const network =
  (side: 'link' | 'databaseLink') =>
  async (target: Target): Promise<Struck> => {
    const { nemesis, chance } = target
    const link = someDoor(target)[side]
    await somebodyWaits(target)
    switch (chance.weighted({ reset: 3, slow: 2, hole: 1, cut: 3 })) {
      case 'reset':
        return nemesis.order('reset', { link })
      case 'slow':
        return {
          hits: await poisonUntil(
            target,
            link,
            { kind: 'slow', ms: chance.between(5, 60), jitterMs: 250 },
            40,
          ),
        }
      case 'hole':
        return { hits: await poisonUntil(target, link, { kind: 'hole' }, 2, undefined, 4_000) }
      case 'cut':
        return {
          hits: await poisonUntil(
            target,
            link,
            { kind: 'cut', afterBytes: chance.between(1, 3_000) },
            3,
          ),
        }
    }
  }

/** While copies are under way, a reply is about one of them only. */
async function withCopies(target: Target, act: () => Promise<number>): Promise<Struck> {
  const { sender, records } = target.house
  sender.copied = true
  try {
    const hits = await act()
    for (const stray of await target.nemesis.order('strays', {})) {
      const op = records.ops.get(stray.key)
      if (!op) continue
      await until(
        'the first of the copies is answered',
        () => op.outcome === 'ok' || op.outcome === 'fail',
      )
      sender.compare(op, stray.status, stray.sha256, 'as a copy')
    }
    // Everything sent while there were copies follows the same rule.
    const open = [...records.ops.values()].filter(
      ({ outcome }) => outcome === 'pending' || outcome === 'unknown',
    )
    await until('what was copied is known', () =>
      open.every(({ outcome }) => outcome === 'ok' || outcome === 'fail'),
    )
    return { hits }
  } finally {
    sender.copied = false
  }
}

const duplicate = (target: Target) =>
  withCopies(target, () =>
    poisonUntil(target, someDoor(target).link, { kind: 'copy', copies: 50, times: 3 }, 3),
  )

/** Only what has an answer: a request answered “nothing was booked” would be booked now. */
async function replayOld(target: Target): Promise<Struck> {
  await worksOn(target, 20)
  const answered = [...target.house.records.ops.values()].filter(
    ({ reply }) => reply !== null && reply.status < 500,
  )
  const keys = target.chance
    .shuffled(answered.slice(-1_500))
    .slice(0, 60)
    .map(({ id }) => id)
  return withCopies(target, async () => (await target.nemesis.order('replay', { keys })).sent)
}

/** What is sent together arrives in any order, at both servers: payouts before approvals, a purchase before its deposit. */
async function reorder(target: Target): Promise<Struck> {
  const { nemesis, doors } = target
  for (const { link } of doors)
    await nemesis.order('poison', { link, toxic: { kind: 'shuffle', upToMs: 150 } })
  await outOfOrder(target)
  const struck = await Promise.all(
    doors.map(({ link }) => nemesis.order('poison', { link, toxic: null })),
  )
  return { hits: struck.reduce((sum, { hits }) => sum + hits, 0) }
}

async function outOfOrder({ house, chance }: Target): Promise<void> {
  const {
    sender,
    records: { cast, requests },
  } = house
  const [first, second] = cast.admins
  for (let round = 0; round < 6; round += 1) {
    const user = chance.pick(cast.users)!
    const pending = [...requests.values()].filter(
      ({ status, to }) => status === 'pending' && to === null,
    )
    const request = chance.pick(pending)
    await Promise.all([
      sender.perform(user, {
        kind: 'invest',
        owner: user.id,
        amount: 150_00n,
        plan: cast.plans[0]!,
      }),
      sender.perform(user, { kind: 'deposit', owner: user.id, amount: 200_00n }),
      sender.perform(user, { kind: 'withdraw', owner: user.id, amount: 120_00n, to: null }),
      ...(request
        ? [
            sender.perform(second!, { kind: 'pay', withdrawal: request.id }),
            sender.perform(first!, { kind: 'approve', withdrawal: request.id }),
          ]
        : []),
    ])
  }
}

/** A foreign session holds an owner, the firm, or one of the firm's accounts, until others have waited for it. */
async function foreignLock(target: Target): Promise<Struck> {
  const { nemesis, house, chance } = target
  const [user] = house.records.cast.users
  const sql = chance.pick([
    `select from owners where id = '${user!.id}' for update`,
    `select from owners where id = '${firm}' for no key update`,
    `select from ledger.accounts where owner = '${firm}' and kind = 'client-bank' for no key update`,
  ])!
  await nemesis.order('lock', { url: house.url, sql })
  // The people whom the lock concerns send requests now, so that they meet it.
  const met = [
    house.sender.perform(user!, { kind: 'deposit', owner: user!.id, amount: 100n }),
    house.sender.perform(house.records.cast.admins[0]!, { kind: 'capital', amount: 100n }),
  ]
  try {
    const hits = await until(
      'somebody waits for the lock',
      async () => (await nemesis.order('waiters', {})).hits,
      15_000,
      20,
    ).catch(() => 0)
    if (hits > 0 && !sql.includes('ledger')) await worksOn(target)
    return { hits }
  } finally {
    await nemesis.order('release', {})
    await Promise.all(met)
  }
}

async function deadlock(target: Target): Promise<Struck> {
  const owners = target.house.records.cast.users.map(({ id }) => id)
  return target.nemesis.order('deadlock', {
    url: target.house.url,
    owners: target.chance.shuffled(owners),
    atLeast: 2,
    withinMs: 15_000,
  })
}

/** Until the database has found that there is no room; then there is again. */
const fillDisk =
  (disk: 'data' | 'wal') =>
  async (target: Target): Promise<Struck> => {
    const { nemesis, cluster } = target
    const folder = cluster.disks[disk]
    const before = await cluster.logSize()
    await nemesis.order('fill', { folder })
    // Segments ready for reuse would last too long.
    if (disk === 'wal') await nemesis.order('useUpWal', { url: target.house.url })
    try {
      const full = async () =>
        (await cluster.readLog(before)).split('No space left on device').length - 1
      const hits = await until('the disk was found full', full, 20_000, 50).catch(() => 0)
      return { hits }
    } finally {
      await nemesis.order('empty', { folder })
      await cluster.start()
    }
  }

/** Each server in turn is stopped in order and started again, while the other serves. */
async function rollingRestart(target: Target): Promise<Struck> {
  for (const door of target.doors) {
    await worksOn(target)
    await somebodyWaits(target, door)
    const exit = await door.close()
    if (exit?.code !== 0)
      throw new FaultFound(
        `Server ${door.number} ended with ${exit?.code ?? exit?.signal} on SIGTERM`,
      )
    await door.open(target.house.database)
  }
  return { hits: 2 }
}

/** Nothing is wrong: the same money is requested at both servers at once, and no one may get “busy”. */
async function twoServers(target: Target): Promise<Struck> {
  const {
    sender,
    records: { cast },
  } = target.house
  const user = target.chance.pick(cast.users)!
  const money = { owner: user.id, amount: 90_00n }
  const ops = await Promise.all(
    Array.from({ length: 24 }, (_, n) =>
      sender.perform(
        user,
        n % 4 === 0 ? { kind: 'deposit', ...money } : { kind: 'withdraw', ...money, to: null },
        n % 2 === 0 ? 0 : 1,
      ),
    ),
  )
  const busy = ops.filter(({ reply }) => reply!.status >= 500)
  if (busy.length > 0)
    throw new FaultFound(
      `${busy.length} of ${ops.length} were told “${busy[0]!.code}” though nothing was wrong`,
    )
  return { hits: ops.filter(({ outcome }) => outcome === 'ok').length }
}

/** A strike that found something wrong by itself. */
export class FaultFound extends Error {}

export const faults: readonly Fault[] = [
  { name: 'server-kill', says: 'kill -9 of a server at any moment', times: 3, strike: killServer },
  {
    name: 'server-kill-before-commit',
    says: 'kill -9 of a server when it sends COMMIT',
    times: 2,
    strike: killServerAt('before'),
  },
  {
    name: 'server-kill-after-commit',
    says: 'kill -9 of a server when COMMIT is answered',
    times: 2,
    strike: killServerAt('answered'),
  },
  {
    name: 'postgres-kill',
    says: 'kill -9 of PostgreSQL, all of it, at any moment',
    times: 4,
    strike: killPostgres,
  },
  {
    name: 'postgres-kill-at-commit',
    says: 'kill -9 of PostgreSQL when COMMIT has been sent',
    times: 3,
    strike: killPostgresAt('sent'),
  },
  {
    name: 'postgres-kill-after-commit',
    says: 'kill -9 of PostgreSQL when it has answered COMMIT',
    times: 3,
    strike: killPostgresAt('answered'),
  },
  { name: 'backend-kill', says: 'kill -9 of one backend at work', times: 2, strike: killBackend },
  { name: 'terminate', says: 'pg_terminate_backend in transactions', times: 3, strike: terminate },
  {
    name: 'immediate-stop',
    says: 'PostgreSQL stopped in mode immediate',
    times: 1,
    strike: stopImmediately,
  },
  {
    name: 'stop',
    says: 'SIGSTOP of a server or of PostgreSQL for seconds',
    times: 1,
    strike: freezeProcess,
  },
  {
    name: 'cut-before-commit',
    says: 'connection cut before COMMIT',
    times: 3,
    strike: cutAt('before'),
  },
  {
    name: 'cut-after-commit',
    says: 'connection cut after COMMIT, its answer lost',
    times: 3,
    strike: cutAt('answered'),
  },
  {
    name: 'swallow-reply',
    says: 'replies lost on the way to people',
    times: 2,
    strike: swallowReplies,
  },
  {
    name: 'client-network',
    says: 'resets, delays, silence and cuts towards people',
    times: 2,
    strike: network('link'),
  },
  {
    name: 'database-network',
    says: 'the same towards the database',
    times: 2,
    strike: network('databaseLink'),
  },
  { name: 'duplicate', says: 'requests with 50 copies at once', times: 1, strike: duplicate },
  { name: 'replay', says: 'old requests sent once more', times: 1, strike: replayOld },
  { name: 'reorder', says: 'requests that overtake one another', times: 1, strike: reorder },
  {
    name: 'foreign-lock',
    says: 'somebody else holds an owner or the firm',
    times: 1,
    strike: foreignLock,
  },
  { name: 'deadlock', says: 'deadlocks with somebody else (40P01)', times: 1, strike: deadlock },
  {
    name: 'two-servers',
    says: 'one balance wanted at both servers at once',
    times: 2,
    strike: twoServers,
  },
  {
    name: 'rolling-restart',
    says: 'SIGTERM and start, one server after the other',
    times: 1,
    strike: rollingRestart,
  },
  {
    name: 'data-disk-full',
    says: 'no room for data',
    times: 1,
    needsDisks: true,
    strike: fillDisk('data'),
  },
  {
    name: 'wal-disk-full',
    says: 'no room for the WAL',
    times: 1,
    needsDisks: true,
    strike: fillDisk('wal'),
  },
]
