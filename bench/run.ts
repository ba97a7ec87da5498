/**
 * `npm run bench`: what the desk does against what the same rows cost when nothing is decided, in one
 * run on one database. Figures are rates and ratios of this run; machines are not compared.
 * `-- --quick` takes small counts, to see that it works.
 */
import '../src/platform/node-version.ts'
import { randomUUID } from 'node:crypto'
import { Session } from '../src/desk/session.ts'
import { createClient } from '../src/platform/database.ts'
import { writeFloor } from './floor.ts'
import { openBenchHouse, type BenchHouse } from './house.ts'

const quick = process.argv.includes('--quick')
const size = quick ? { people: 400, each: 2, alone: 20, rounds: 1 } : { people: 10_000, each: 3, alone: 500, rounds: 3 }
const batch = 128

type Row = { name: string; value: number; unit: string; ratio: number | null }

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!

/** How many a second, for a piece of work that says how many it did. */
async function rate(work: () => Promise<number>): Promise<number> {
  const started = performance.now()
  const done = await work()
  return (done / (performance.now() - started)) * 1000
}

async function throughDesk(house: BenchHouse, order: (owner: string) => object): Promise<number> {
  const desk = house.desk()
  const perPerson = async (owner: string) => {
    for (let i = 0; i < size.each; i += 1) {
      const reply = await desk.run({ ...order(owner), actor: owner, key: `POST /bench ${randomUUID()}`, bodyHash: '', requestId: 'bench' } as Parameters<typeof desk.run>[0])
      if (reply.outcome !== 'done') throw new Error(reply.text)
    }
  }
  const callers = 1024
  for (let at = 0; at < house.people.length; at += callers) await Promise.all(house.people.slice(at, at + callers).map(perPerson))
  await desk.close()
  return house.people.length * size.each
}

/** Two sessions, each with people of its own, as two batches of the desk never share an owner. */
async function floor(house: BenchHouse): Promise<number> {
  const open = () => createClient({ url: house.url, name: 'bench floor', as: 'owner', pipeline: true })
  const reply = 'x'.repeat(560)
  const half = Math.ceil(house.people.length / 2)
  await Promise.all([house.people.slice(0, half), house.people.slice(half)].map(async (people) => {
    const session = new Session(open)
    for (let each = 0; each < size.each; each += 1) {
      for (let at = 0; at < people.length; at += batch) await writeFloor(session, people.slice(at, at + batch), reply)
    }
    await session.close()
  }))
  return house.people.length * size.each
}

async function alone(house: BenchHouse): Promise<number[]> {
  const desk = house.desk()
  const times: number[] = []
  for (let i = 0; i < size.alone; i += 1) {
    const owner = house.people[i % house.people.length]!
    const started = performance.now()
    await desk.run({ kind: 'RequestWithdrawal', command: withdrawal(owner).command, actor: owner, key: `POST /bench ${randomUUID()}`, bodyHash: '', requestId: 'bench' })
    times.push(performance.now() - started)
  }
  await desk.close()
  return times
}

const withdrawal = (owner: string) => ({
  kind: 'RequestWithdrawal' as const,
  command: { owner, amount: 100n, target: { type: 'bank_transfer' as const, walletName: 'w', walletAddress: 'a' } },
})
const investment = (plan: string) => (owner: string) => ({ kind: 'OpenInvestment', command: { owner, planId: plan, amount: 1_000n, acceptedRiskVersion: 1 } })

async function measure(house: BenchHouse): Promise<Row[]> {
  const rounds = { floor: [] as number[], desk: [] as number[], invest: [] as number[] }
  for (let round = 0; round < size.rounds; round += 1) {
    rounds.floor.push(await rate(() => floor(house)))
    rounds.desk.push(await rate(() => throughDesk(house, withdrawal)))
    rounds.invest.push(await rate(() => throughDesk(house, investment(house.plan))))
  }
  const one = await alone(house)
  return [
    { name: 'floor of a withdrawal request', value: median(rounds.floor), unit: '1/s', ratio: null },
    { name: 'RequestWithdrawal through the desk', value: median(rounds.desk), unit: '1/s', ratio: median(rounds.desk) / median(rounds.floor) },
    { name: 'OpenInvestment through the desk', value: median(rounds.invest), unit: '1/s', ratio: median(rounds.invest) / median(rounds.desk) },
    { name: 'one command alone, median', value: median(one), unit: 'ms', ratio: null },
  ]
}

const house = await openBenchHouse(size.people)
try {
  const rows = await measure(house)
  console.table(rows.map(({ name, value, unit, ratio }) => ({ name, value: value.toFixed(unit === 'ms' ? 2 : 0), unit, ratio: ratio?.toFixed(2) ?? '' })))
} finally {
  await house.stop()
}
