/** A round of a floor, in a process of its own: the standings it holds are not the desk's memory. JSON on stdin, the round on stdout. */
import { json } from 'node:stream/consumers'
import { defaultDeskLimits } from '../../src/desk/desk.ts'
import { Connection } from '../../src/desk/connection.ts'
import { createClient, withClient } from '../../src/platform/database.ts'
import { openFloor } from './floor.ts'
import { readPeople } from './house.ts'
import {
  rateOf,
  roundRobin,
  timed,
  watchCost,
  watchShares,
  type Round,
  type Span,
} from './measure.ts'
import { openSettlingFloor, type Due } from './settling-floor.ts'

/** As many batches in flight as the desk's. */
const { inFlight } = defaultDeskLimits

/** What every investment of the bench pays: $10.00 at 12%. */
const paid = { amount: 1_000n, profit: 120n }

/** `batch` commands a transaction. */
export type FloorOfWithdrawals = { of: 'withdrawals'; url: string; batch: number } & Span
export type FloorOfSettling = {
  of: 'settling'
  url: string
  batch: number
  count: number
  postgres: number
}

const open = (url: string) =>
  new Connection(() => createClient({ url, name: 'bench floor', as: 'owner', pipeline: true }))

/** Each connection has people of its own, as two batches of the desk never share an owner. */
async function withdrawals({ url, batch, ...span }: FloorOfWithdrawals): Promise<Round> {
  const people = await readPeople(url)
  const floor = await openFloor(url)
  const lanes = Array.from({ length: inFlight }, (_, lane) => {
    const own = people.filter((_, at) => at % inFlight === lane)
    return { connection: open(url), owners: roundRobin(own), size: Math.min(batch, own.length) }
  })
  const round = await timed(span, (seconds) =>
    rateOf({
      seconds,
      callers: inFlight,
      async work(lane) {
        const { connection, owners, size } = lanes[lane]!
        await floor.write(connection, Array.from({ length: size }, owners))
        return size
      },
    }),
  )
  await Promise.all(lanes.map(({ connection }) => connection.close()))
  return round
}

/** The next ones that are due, in the order in which they are settled. */
const readDue = (url: string, count: number) =>
  withClient(
    { url, name: 'bench floor', as: 'owner' },
    async (client) =>
      (
        await client.query<Due>(
          `select id, owner_id as owner from investments where status = 'running' order by matures_at, id limit ${count}`,
        )
      ).rows,
  )

/** This many that are due, each once. */
async function settling({ url, batch, count, postgres }: FloorOfSettling): Promise<Round> {
  const left = await readDue(url, count)
  const floor = await openSettlingFloor(url, paid)
  const connections = Array.from({ length: inFlight }, () => open(url))
  const watched = { node: process.pid, postgres }
  const [shares, cost] = [await watchShares(watched), await watchCost(watched)]
  const began = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      for (let some = left.splice(0, batch); some.length > 0; some = left.splice(0, batch))
        await floor.write(connection, some)
    }),
  )
  const rate = (count / (performance.now() - began)) * 1000
  const round = { rate, shares: await shares(), cost: await cost(count) }
  await Promise.all(connections.map((connection) => connection.close()))
  return round
}

const given = (await json(process.stdin)) as FloorOfWithdrawals | FloorOfSettling
process.stdout.write(
  JSON.stringify(given.of === 'withdrawals' ? await withdrawals(given) : await settling(given)),
)
