/** A foreign session holds the lock of one owner for two seconds: everyone else should hardly notice. */
import { setTimeout as wait } from 'node:timers/promises'
import { withClient } from '../../src/platform/database.ts'
import type { Bench, Measurement } from './bench.ts'
import { openDesk, done, withdrawal } from './desk.ts'
import { readPeople } from './house.ts'
import { rateOf, rotate, roundRobin } from './measure.ts'
import { makeRow, type Row } from './results.ts'

/** Callers for the locked owner; they are not counted. */
const stubborn = 4

type Rates = { without: number; during: number }

async function holdLock(url: string, owner: string, ms: number): Promise<void> {
  await withClient({ url, name: 'bench foreign lock', as: 'owner' }, async (client) => {
    await client.query('begin')
    await client.query('select from owners where id = $1 for update', [owner])
    await wait(ms)
    await client.query('commit')
  })
}

/** The rate of the others before, during and after the lock, in spans of equal length. */
async function round(
  { size }: Bench,
  url: string,
  locked: string,
  nextOwner: () => string,
): Promise<Rates> {
  const { desk, close } = openDesk(url)
  const spanMs = size.lockSeconds * 1000
  let count = 0
  const seconds = size.warmUpSeconds + 4 * size.lockSeconds
  const others = rateOf({
    seconds,
    callers: size.callers,
    async work() {
      await done(desk, withdrawal(nextOwner()))
      count += 1
      return 1
    },
  })
  // They may get "busy", the result of waiting too long for a lock.
  const one = rateOf({
    seconds,
    callers: stubborn,
    work: () =>
      desk.run(withdrawal(locked)).then(
        () => 1,
        () => wait(10, 0),
      ),
  })
  const span = async (during: () => Promise<unknown>) => {
    const before = { count, at: performance.now() }
    await during()
    return ((count - before.count) / (performance.now() - before.at)) * 1000
  }
  await wait(size.warmUpSeconds * 1000)
  const before = await span(() => wait(spanMs))
  const during = await span(() => holdLock(url, locked, spanMs))
  const after = await span(() => wait(spanMs))
  await Promise.all([others, one])
  await close()
  return { without: (before + after) / 2, during }
}

async function measure(bench: Bench): Promise<Row[]> {
  const { house, size } = bench
  const url = await house.filled('foreign_lock', {
    people: size.people,
    postingsEach: size.postingsEach,
  })
  const [locked, ...others] = await readPeople(url)
  const nextOwner = roundRobin(others)
  bench.say('measuring beside a foreign lock')
  const { rounds } = await rotate(
    size.rounds,
    { rounds: () => round(bench, url, locked!, nextOwner) },
    house.checkpoint,
  )
  await house.drop('foreign_lock')
  return [
    makeRow({
      name: `Others, while one owner is locked for ${size.lockSeconds} s`,
      unit: '1/s',
      rounds: rounds.map(({ during }) => during),
      against: {
        name: 'the seconds before and after',
        rounds: rounds.map(({ without }) => without),
      },
      bound: { atLeast: 0.9 },
      limits:
        'Commands of the locked owner are passed over and rest; after a quarter of a second one of them waits on a connection of its own. What is lost is their places in the batches, and looking through the queue more often.',
    }),
  ]
}

export const foreignLock: Measurement = { names: ['lock'], measure }
