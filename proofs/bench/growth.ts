/** What a command costs in a house with a long past and in one with a short past: the same people, in turns on one server. */
import type { Bench, Measurement } from './bench.ts'
import { readPeople } from './house.ts'
import { rotate, roundRobin, sharesInWords, type Round } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { costsOf, withdrawalRound } from './withdrawals.ts'

async function open(
  bench: Bench,
  name: string,
  postingsEach: number,
): Promise<() => Promise<Round>> {
  const { size, house } = bench
  bench.say(`filling ${(size.people * postingsEach).toLocaleString('en')} postings`)
  const url = await house.filledOnce(name, { people: size.people, postingsEach })
  const nextOwner = roundRobin(await readPeople(url))
  return () => withdrawalRound(bench, url, nextOwner)
}

async function measure(bench: Bench): Promise<Row[]> {
  const { house, size } = bench
  const few = await open(bench, 'short_past', size.fewPostingsEach)
  const many = await open(bench, 'long_past', size.manyPostingsEach)
  bench.say('measuring beside the past')
  const rounds = await rotate(size.rounds, { few, many }, house.checkpoint)
  await house.drop('short_past')
  await house.drop('long_past')
  const timesOf = (of: readonly Round[]) => of.map(({ rate }) => 1_000_000 / rate)
  const shares = (of: readonly Round[]) => sharesInWords(of.map(({ shares }) => shares))
  const nameOf = (each: number) =>
    `RequestWithdrawal after ${(size.people * each).toLocaleString('en')} postings`
  return [
    makeRow({
      name: nameOf(size.fewPostingsEach),
      unit: 'µs each',
      rounds: timesOf(rounds.few),
      costs: costsOf(rounds.few),
      limits: `${shares(rounds.few)} One divided by the rate, with as many callers as above.`,
    }),
    makeRow({
      name: nameOf(size.manyPostingsEach),
      unit: 'µs each',
      rounds: timesOf(rounds.many),
      costs: costsOf(rounds.many),
      against: { name: 'the short past', rounds: timesOf(rounds.few) },
      bound: { below: 1.3 },
      limits: `${shares(rounds.many)} Indexes by owner have more pages than the shared buffers hold: more of them are read, and after a checkpoint written whole into the log, for each entry.`,
    }),
  ]
}

export const growth: Measurement = { names: ['growth'], measure }
