/**
 * `npm run bench -- --scale`: a house with a million people and ever longer pasts, as far as the disk carries them. Commands
 * take turns in all of them, on one server; everything else is measured in one after the other.
 */
import type { Bench } from './bench.ts'
import { done, openDesk, withdrawal } from './desk.ts'
import { readPeople } from './house.ts'
import { openHttp } from './http.ts'
import { percentile, rotate, roundRobin, sharesInWords, type Round } from './measure.ts'
import { figure, makeRow, type Row } from './results.ts'
import { historyRows } from './scale-history.ts'
import { listRows } from './scale-lists.ts'
import {
  auditRow,
  backupRows,
  bytesRow,
  freeBytes,
  gigabytes,
  rootRows,
  sizesOf,
  vacuumRow,
} from './scale-upkeep.ts'
import { costsOf, withdrawalRound } from './withdrawals.ts'

type Past = {
  name: string
  after: string
  postings: number
  url: string
  people: readonly string[]
  rows: Row[]
}

/** Of a posting with all that its command leaves, before one was filled. */
const bytesEach = 1_500
/** Beside it while it is filled: what it is made of, and sorting. */
const whileFilling = 1.2
/** The log, and what is measured afterwards. */
const reserveBytes = 8e9

/** Fills one size after the other, as they are given, until the disk doesn't carry the next. The first is backed up while it is alone. */
async function fillPasts(
  { house, size, say }: Bench,
  each: readonly number[],
): Promise<{ pasts: Past[]; remarks: string[] }> {
  const pasts: Past[] = []
  const remarks: string[] = []
  let bytesOfOne = bytesEach
  for (const postingsEach of each) {
    const postings = size.scalePeople * postingsEach
    const count = `${postings.toLocaleString('en')} postings`
    const [needed, free] = [postings * bytesOfOne * whileFilling, await freeBytes(house.folder)]
    if (!size.quick && free < needed + reserveBytes) {
      remarks.push(
        `${count} were not reached: filling them takes about ${gigabytes(needed)}, beside ${gigabytes(reserveBytes)} to work with, and ${gigabytes(free)} of the disk were free.`,
      )
      break
    }
    say(`filling ${count}`)
    const name = `past_${postingsEach}`
    const filling = { people: size.scalePeople, postingsEach, heads: true }
    const began = performance.now()
    const url = await house.filledOnce(name, filling)
    const minutes = ((performance.now() - began) / 60_000).toFixed(1)
    remarks.push(
      `${count} of ${size.scalePeople.toLocaleString('en')} people were filled in ${minutes} minutes, with ${gigabytes(free)} of the disk free before.`,
    )
    say(`  ${remarks.at(-1)}`)
    const after = `at ${count}`
    const sizes = await sizesOf(url)
    bytesOfOne = sizes.all / postings
    const rows = [bytesRow(after, postings, sizes)]
    if (pasts.length === 0) rows.push(...(await backupRows(after, house, name)))
    pasts.push({ name, after, postings, url, people: await readPeople(url), rows })
  }
  return { pasts, remarks }
}

async function aloneRound(url: string, nextOwner: () => string, times: number): Promise<number> {
  const { desk, close } = openDesk(url)
  const taken: number[] = []
  for (let i = 0; i < times * 1.1; i += 1) {
    const began = performance.now()
    await done(desk, withdrawal(nextOwner()))
    taken.push(performance.now() - began)
  }
  await close()
  return percentile(taken.slice(-times), 0.5)
}

type Turns = { busy: Round[]; alone: number[] }

/** What a command costs in each past: many callers at once, and one alone. */
async function commandsIn(bench: Bench, pasts: readonly Past[]): Promise<Map<Past, Turns>> {
  const { house, size } = bench
  const turns = new Map<Past, Turns>(pasts.map((past) => [past, { busy: [], alone: [] }]))
  const contestants = Object.fromEntries(
    pasts.map((past) => {
      const nextOwner = roundRobin(past.people)
      return [
        past.name,
        async () => {
          turns.get(past)!.busy.push(await withdrawalRound(bench, past.url, nextOwner))
          turns.get(past)!.alone.push(await aloneRound(past.url, nextOwner, size.alone))
        },
      ]
    }),
  )
  await rotate(size.rounds, contestants, house.checkpoint)
  return turns
}

const microseconds = (rounds: readonly Round[]) => rounds.map(({ rate }) => 1_000_000 / rate)

function commandRows({ after }: Past, { busy, alone }: Turns, first: Turns | null): Row[] {
  const shares = sharesInWords(busy.map(({ shares }) => shares))
  const against = (name: string, rounds: readonly number[]) =>
    first === null ? {} : { against: { name, rounds }, bound: { atMost: 1.3 } }
  return [
    makeRow({
      name: `RequestWithdrawal ${after}`,
      unit: 'µs each',
      rounds: microseconds(busy),
      costs: costsOf(busy),
      limits: `${shares} One divided by the rate, with as many callers as the desk takes, each time of other people; after a checkpoint, so that the first change of every page is written whole into the log.`,
      ...against('the shortest past', microseconds(first?.busy ?? [])),
    }),
    makeRow({
      name: `One command alone, p50 ${after}`,
      unit: 'ms',
      rounds: alone,
      limits: 'Nothing else is running: what a person waits for at a quiet hour.',
      ...against('the shortest past', first?.alone ?? []),
    }),
  ]
}

/** Rates at which this machine has nothing left to give. */
async function ceilingRows(
  bench: Bench,
  { after, url, people }: Past,
  { busy }: Turns,
): Promise<Row[]> {
  const { size, house } = bench
  const http = await openHttp(bench, url, { people, works: false })
  await house.checkpoint()
  const round = await http(size.manyConnections)
  return [
    makeRow({
      name: `Ceiling: commands through the desk ${after}`,
      unit: '1/s',
      rounds: busy.map(({ rate }) => rate),
      costs: costsOf(busy),
      limits: 'The same rounds as above, as a rate. Node and PostgreSQL share the processors.',
    }),
    makeRow({
      name: `Ceiling: POST /requestWithdrawal, ${size.manyConnections} connections ${after}`,
      unit: '1/s',
      rounds: [round.rate],
      costs: [round.cost],
      limits: `${sharesInWords([round.shares])} The server and the generator of requests share the processors with PostgreSQL.`,
    }),
  ]
}

type Step = readonly [what: string, measure: () => Promise<Row[]>]

const listsOf = ({ size }: Bench, { after, url, people }: Past): Step => [
  `lists ${after}`,
  () => listRows(url, { after, people, times: size.scaleAsks, restSeconds: size.scaleRestSeconds }),
]

/** What reads all of one past, and drives others out of memory. */
const upkeepOf = ({ after, url, people }: Past): Step[] => [
  [`vacuum ${after}`, async () => [await vacuumRow(after, url)]],
  [`the daily root ${after}`, () => rootRows(after, { url, people })],
  [`the audit ${after}`, async () => [await auditRow(after, url)]],
]

/** What was measured, and what has to be said of it. */
class Report {
  readonly rows: Row[] = []
  readonly remarks: string[] = []
  readonly #say: Bench['say']

  constructor(say: Bench['say']) {
    this.#say = say
  }

  add(measured: readonly Row[]): void {
    this.rows.push(...measured)
    for (const { name, value, unit } of measured) this.#say(`  ${name}: ${figure(value)} ${unit}`)
  }

  /** Filling takes long: what fails is said at the end, ends the bench with 1, and takes nothing else along. */
  async measure([what, measure]: Step): Promise<void> {
    this.#say(`measuring ${what}`)
    try {
      this.add(await measure())
    } catch (error) {
      process.exitCode = 1
      this.remarks.push(`Not measured, because it failed: ${what}. ${(error as Error).message}`)
      this.#say(`  ${this.remarks.at(-1)}`)
    }
  }
}

export async function measureScale(
  bench: Bench,
  each: readonly number[],
): Promise<{ rows: Row[]; remarks: string[] }> {
  const { house, say } = bench
  const report = new Report(say)
  const { pasts: filled, remarks } = await fillPasts(bench, each)
  const pasts = filled.toSorted((a, b) => a.postings - b.postings)
  const longest = pasts.at(-1)
  if (longest === undefined) throw new Error(remarks.join(' '))
  say('measuring commands')
  const turns = await commandsIn(bench, pasts)
  for (const past of pasts) {
    const first = past === pasts[0] ? null : turns.get(pasts[0]!)!
    report.add([...past.rows, ...commandRows(past, turns.get(past)!, first)])
  }
  await report.measure(['the ceiling', () => ceilingRows(bench, longest, turns.get(longest)!)])
  for (const past of pasts) await report.measure(listsOf(bench, past))
  for (const past of pasts) {
    for (const step of upkeepOf(past)) await report.measure(step)
    // The disk is the next one's, and the backup's.
    if (past !== longest) await house.drop(past.name)
  }
  if (longest !== filled[0]) {
    const backup = () => backupRows(longest.after, house, longest.name)
    await report.measure([`a backup ${longest.after}`, backup])
  }
  await report.measure(['a history by real commands', () => historyRows(bench)])
  return { rows: report.rows, remarks: [...remarks, ...report.remarks] }
}
