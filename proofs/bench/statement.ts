/** A long statement of the bank, read and compared by the server again and again, while people move money: they should hardly notice. */
import { randomBytes } from 'node:crypto'
import { basePath } from '../../src/contract/endpoint.ts'
import { runApart } from './apart.ts'
import type { Bench, Measurement } from './bench.ts'
import { readPeople } from './house.ts'
import { signIn, startServer } from './http.ts'
import type { LoginsLoad, LoginsReport } from './logins-load.ts'
import { median, sharesInWords, watchShares, type Shares } from './measure.ts'
import { makeRow, type Row } from './results.ts'
import { signInAsAdmin } from './users.ts'

type Round = { without: LoginsReport; beside: LoginsReport; seconds: number[]; shares: Shares }

/** As a bank offers it, of one day, with a text that people wrote. */
function statementOf(lines: number): object {
  const day = new Date().toISOString().slice(0, 10)
  const rows = Array.from(
    { length: lines },
    (_, n) => `${day},${(n % 400) + 1}.25,LINE ${n},Savings of a person ${n} for GH-${n}`,
  )
  const file = ['date,amount,reference,text', ...rows].join('\n')
  return { account: 'client-bank', file, closing: 1 }
}

/** How long each reading took, until the load is over: the server is never without one. */
async function readUntil(
  over: Promise<unknown>,
  { port, credential, body }: { port: number; credential: string; body: string },
): Promise<number[]> {
  const seconds: number[] = []
  let isOver = false
  void over.finally(() => (isOver = true))
  while (!isOver) {
    const began = performance.now()
    const { status } = await fetch(
      `http://127.0.0.1:${port}${basePath}/bank-statements/comparison`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${credential}` },
        body,
      },
    )
    if (status !== 200) throw new Error(`Comparing answered ${status}`)
    seconds.push((performance.now() - began) / 1000)
  }
  return seconds
}

const load = (given: LoginsLoad) => runApart<LoginsReport>('logins-load.ts', given)

async function measure({ house, size, say }: Bench): Promise<Row[]> {
  say(`measuring beside a statement of ${size.statementLines.toLocaleString('en')} lines`)
  const filling = { people: size.signedIn, postingsEach: size.fewPostingsEach }
  const url = await house.filled('statement', filling)
  const secret = randomBytes(32).toString('base64url')
  const credential = await signInAsAdmin(url, secret)
  const credentials = await signIn(url, await readPeople(url), secret)
  const server = await startServer(url, secret)
  const { port } = server
  const rounds: Round[] = []
  try {
    const given = { port, credentials, emails: [], password: '', seconds: size.seconds }
    const body = JSON.stringify(statementOf(size.statementLines))
    await load({ ...given, seconds: size.warmUpSeconds })
    for (let round = 0; round < size.rounds; round += 1) {
      await house.checkpoint()
      const without = await load(given)
      const watched = { node: server.child.pid!, postgres: house.postgres }
      const shares = await watchShares({ ...watched, ended: { 'the callers': process.pid } })
      const loading = load(given)
      const seconds = await readUntil(loading, { port, credential, body })
      rounds.push({ without, beside: await loading, seconds, shares: await shares() })
    }
  } finally {
    await server.stop()
    await house.drop('statement')
  }
  return rowsOf(rounds, size.statementLines.toLocaleString('en'))
}

function rowsOf(rounds: readonly Round[], lines: string): Row[] {
  const ms = (values: number[]) => `${median(values).toFixed(0)} ms`
  return [
    makeRow({
      name: `A statement of ${lines} lines, read and compared`,
      unit: 's',
      rounds: rounds.map(({ seconds }) => median(seconds)),
      bound: { atMost: 10 },
      limits: `From the request to the reply, one after the other, beside people who move money. ${sharesInWords(rounds.map(({ shares }) => shares))}`,
    }),
    makeRow({
      name: `POST /requestWithdrawal beside a statement of ${lines} lines, p99`,
      unit: 'ms',
      rounds: rounds.map(({ beside }) => beside.money),
      bound: { atMost: 100 },
      limits: `It is read in a thread of its own, which shares the processors with the books and the callers; its request is parsed in the server’s. Without it, it was ${ms(rounds.map(({ without }) => without.money))}.`,
    }),
    makeRow({
      name: `GET /healthz beside a statement of ${lines} lines, p99`,
      unit: 'ms',
      rounds: rounds.map(({ beside }) => beside.health),
      bound: { atMost: 100 },
      limits: `As above. Without it, it was ${ms(rounds.map(({ without }) => without.health))}.`,
    }),
  ]
}

export const statement: Measurement = { names: ['statement'], measure }
