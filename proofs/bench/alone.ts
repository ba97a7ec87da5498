/** One command, nothing else running: what a person waits for at a quiet hour. */
import type { Bench, Measurement } from './bench.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import { readPeople } from './house.ts'
import { median, percentile, rotate, roundRobin } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { bareCommits } from './yardsticks.ts'

async function measure(bench: Bench): Promise<Row[]> {
  const { house, size } = bench
  const url = await house.filled('alone', { people: size.people, postingsEach: size.postingsEach })
  const nextOwner = roundRobin(await readPeople(url))
  const { desk, close } = openDesk(url)
  const commands = async (count: number) => {
    const times: number[] = []
    for (let i = 0; i < count; i += 1) {
      const began = performance.now()
      await done(desk, withdrawal(nextOwner()))
      times.push(performance.now() - began)
    }
    return times
  }
  await Promise.all([commands(size.alone / 10), bareCommits(house.url, size.alone / 10)])
  bench.say('measuring one command alone')
  const rounds = await rotate(
    size.rounds,
    { commit: () => bareCommits(house.url, size.alone), command: () => commands(size.alone) },
    house.checkpoint,
  )
  await close()
  await house.drop('alone')
  const at = (times: readonly number[][], q: number) => times.map((round) => percentile(round, q))
  const commit = at(rounds.commit, 0.5)
  return [
    makeRow({
      name: 'A bare insert with its commit, p50',
      unit: 'ms',
      rounds: commit,
      limits: 'One round trip and one flush of the log: the disk’s own time.',
    }),
    makeRow({
      name: 'One command alone, p50',
      unit: 'ms',
      rounds: at(rounds.command, 0.5),
      bound: { below: 3 },
      limits: `Of it ${median(commit).toFixed(2)} ms is the disk’s, as the bare insert shows; the rest is two round trips and some fourteen small statements.`,
    }),
    makeRow({
      name: 'One command alone, p99',
      unit: 'ms',
      rounds: at(rounds.command, 0.99),
      limits: `A bare insert has a p99 of ${median(at(rounds.commit, 0.99)).toFixed(2)} ms: the disk, the first writes of pages after a checkpoint, and the collection of garbage.`,
    }),
  ]
}

export const alone: Measurement = { names: ['alone'], measure }
