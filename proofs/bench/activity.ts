/** The first page of a long activity, as the dashboard asks for it. */
import { randomBytes } from 'node:crypto'
import { signUp, type Client } from '../../tests/support/client.ts'
import type { Bench, Measurement } from './bench.ts'
import { startServer } from './http.ts'
import { median, percentile } from './measure.ts'
import { makeRow, type Row } from './results.ts'

const pageSize = 50
/** Deposits are booked one after the other for one person; this many wait for their turn. */
const underWay = 64

async function payIn(client: Client, times: number): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: underWay }, async () => {
      while (left > 0) {
        left -= 1
        await client.ok('POST', '/demo/deposits', { amount: 1, asset: 'BTC' })
      }
    }),
  )
}

async function askOften(client: Client, times: number): Promise<number[]> {
  const took: number[] = []
  for (let i = 0; i < times; i += 1) {
    const began = performance.now()
    await client.ok('GET', `/activity?limit=${pageSize}`)
    took.push(performance.now() - began)
  }
  return took
}

async function measure({ house, size, say }: Bench): Promise<Row[]> {
  say('measuring the first page of the activity')
  const entries = size.quick ? 200 : 10_000
  const server = await startServer(
    await house.empty('activity'),
    randomBytes(32).toString('base64url'),
  )
  try {
    const client = await signUp(`http://127.0.0.1:${server.port}`)
    await payIn(client, entries)
    const rounds: number[][] = []
    for (let round = 0; round < size.rounds; round += 1)
      rounds.push(await askOften(client, size.alone))
    const limits = `The newest ${pageSize} of ${entries.toLocaleString('en')} items of one person, asked for over HTTP one after the other, ${size.alone} times a round.`
    return [
      makeRow({
        name: 'GET /activity, first page, p50',
        unit: 'ms',
        rounds: rounds.map(median),
        limits,
      }),
      makeRow({
        name: 'GET /activity, first page, p99',
        unit: 'ms',
        rounds: rounds.map((took) => percentile(took, 0.99)),
        bound: { below: 50 },
        limits,
      }),
    ]
  } finally {
    await server.stop()
    await house.drop('activity')
  }
}

export const activity: Measurement = { names: ['activity'], measure }
