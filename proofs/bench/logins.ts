/** Two hundred logins at once on a server as an operator starts it: people who move money meanwhile should hardly notice (F1). */
import { randomBytes, randomUUID } from 'node:crypto'
import { basePath } from '../../src/contract/endpoint.ts'
import { runApart } from './apart.ts'
import type { Bench, Measurement } from './bench.ts'
import { readPeople } from './house.ts'
import { signIn, startServer } from './http.ts'
import type { LoginsLoad, LoginsReport } from './logins-load.ts'
import { median, sharesInWords, watchShares, type Shares } from './measure.ts'
import { makeRow, type Row } from './results.ts'

const atOnce = 200

type Round = { without: LoginsReport; beside: LoginsReport; shares: Shares }

const password = 'orange lantern'

/** Each login is of a different account, since those of one wait for each other. */
async function signUp(port: number): Promise<string[]> {
  const emails = Array.from({ length: atOnce }, () => `${randomUUID()}@people.example`)
  for (const email of emails) {
    const { status } = await fetch(`http://127.0.0.1:${port}${basePath}/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fullName: 'Lia Login', email, password, confirmPassword: password }),
    })
    if (status !== 201) throw new Error(`Signing up answered ${status}`)
  }
  return emails
}

const load = (given: LoginsLoad) => runApart<LoginsReport>('logins-load.ts', given)

async function measure({ house, size, say }: Bench): Promise<Row[]> {
  say(`measuring beside ${atOnce} logins`)
  const url = await house.filled('logins', { people: size.people, postingsEach: size.postingsEach })
  const secret = randomBytes(32).toString('base64url')
  const credentials = await signIn(url, (await readPeople(url)).slice(0, size.signedIn), secret)
  const server = await startServer(url, secret)
  const rounds: Round[] = []
  try {
    const given = {
      port: server.port,
      credentials,
      emails: await signUp(server.port),
      password,
      seconds: size.seconds,
    }
    await load({ ...given, seconds: size.warmUpSeconds })
    for (let round = 0; round < size.rounds; round += 1) {
      await house.checkpoint()
      const without = await load({ ...given, emails: [] })
      const shares = await watchShares({
        node: server.child.pid!,
        postgres: house.postgres,
        ended: { 'the callers': process.pid },
      })
      rounds.push({ without, beside: await load(given), shares: await shares() })
    }
  } finally {
    await server.stop()
    await house.drop('logins')
  }
  return rowsOf(rounds)
}

function rowsOf(rounds: readonly Round[]): Row[] {
  const ms = (values: number[]) => `${median(values).toFixed(0)} ms`
  const busy = median(rounds.map(({ beside }) => beside.busy)).toFixed(0)
  const limits = `Passwords are hashed by threads of the server's process, which share the processors with it, with the books and with the callers. Without logins it was ${ms(rounds.map(({ without }) => without.money))}. ${sharesInWords(rounds.map(({ shares }) => shares))}`
  return [
    makeRow({
      name: `POST /requestWithdrawal beside ${atOnce} logins, p99`,
      unit: 'ms',
      rounds: rounds.map(({ beside }) => beside.money),
      limits,
      bound: { below: 250 },
    }),
    makeRow({
      name: `GET /healthz beside ${atOnce} logins, p99`,
      unit: 'ms',
      rounds: rounds.map(({ beside }) => beside.health),
      bound: { below: 1000 },
      limits: `As above. Without logins it was ${ms(rounds.map(({ without }) => without.health))}.`,
    }),
    makeRow({
      name: `POST /login, ${atOnce} at once`,
      unit: '1/s',
      rounds: rounds.map(({ beside }) => beside.signedIn / beside.seconds),
      limits: `Argon2id takes its time by intent. Whoever finds the queue full is told so at once: ${busy} times in a round.`,
    }),
  ]
}

export const logins: Measurement = { names: ['logins'], measure }
