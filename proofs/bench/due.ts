/** A few investments are due among very many that run: how long it takes to find them, and to count what a moved clock would make due. */
import { readStatements } from '../../src/desk/load.ts'
import { dueText } from '../../src/domains/investments/due.ts'
import { dueWithin } from '../../src/domains/investments/table.ts'
import { createClient, withClient } from '../../src/platform/database.ts'
import type { Bench, Measurement } from './bench.ts'
import { plan } from './fill.ts'
import { percentile } from './measure.ts'
import { makeRow, type Row } from './results.ts'

const due = 3

/** In bulk: this many run until some day of the next year, and three have just matured. */
async function fillRunning(url: string, running: number): Promise<void> {
  await withClient(
    { url, name: 'bench fill', as: 'owner', limits: { statementMs: 0 } },
    async (client) => {
      await client.query(
        `insert into investments (id, owner_id, plan_id, terms_version, plan_title, amount, profit_percent, profit, opened_at, matures_at, status, risk_version)
      select gen_random_uuid(), md5('person ' || n % 100000)::uuid, $1, 1, 'Bench', 100000, 12, 12000, now() - interval '16 days',
        now() + case when n <= $3 then -interval '1 second' else interval '10 days' + n * interval '30 seconds' end, 'running', 1
      from generate_series(1, $2::int) as numbers(n) order by hashint4(n)`,
        [plan, running, due],
      )
      await client.query('vacuum analyze investments')
      await client.query('checkpoint')
    },
  )
}

/** On a connection of its own, as the application's role; after some that aren't measured. */
async function timesOf(
  url: string,
  pipeline: boolean,
  asked: { name: string; text: string; values: unknown[] },
  times: number,
): Promise<number[]> {
  const client = createClient({ url, name: 'bench due', pipeline })
  await client.connect()
  try {
    const taken: number[] = []
    for (let turn = 0; turn < times * 1.25; turn += 1) {
      const began = performance.now()
      await client.query(asked)
      taken.push(performance.now() - began)
    }
    return taken.slice(-times)
  } finally {
    await client.end()
  }
}

async function measure({ house, size, say }: Bench): Promise<Row[]> {
  const running = size.quick ? 2_000 : 1_000_000
  say(`filling ${running.toLocaleString('en')} running investments`)
  const url = await house.filledOnce('due', { people: 10, postingsEach: 1 })
  await fillRunning(url, running)
  say('measuring the look for what is due')
  const [counted] = readStatements([dueWithin.of(3)]).statements
  const finding = {
    name: 'due',
    text: dueText,
    values: ['-infinity', '00000000-0000-0000-0000-000000000000', 256],
  }
  const rounds = { find: [] as number[], count: [] as number[] }
  for (let round = 0; round < size.rounds; round += 1) {
    rounds.find.push(percentile(await timesOf(url, false, finding, size.alone), 0.99))
    rounds.count.push(
      percentile(
        await timesOf(
          url,
          true,
          { name: 'counted', text: counted!.text, values: counted!.values! },
          size.alone,
        ),
        0.99,
      ),
    )
  }
  await house.drop('due')
  const among = `${due} due among ${running.toLocaleString('en')} running`
  const limits =
    'The index of those that run is entered at its beginning and left after what is due.'
  return [
    makeRow({
      name: `${among}: found, p99`,
      unit: 'ms',
      rounds: rounds.find,
      bound: { below: 5 },
      limits,
    }),
    makeRow({
      name: `${among}: counted for a moved clock, p99`,
      unit: 'ms',
      rounds: rounds.count,
      bound: { below: 5 },
      limits,
    }),
  ]
}

export const dueAmongMany: Measurement = { names: ['due'], measure }
