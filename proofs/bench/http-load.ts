/**
 * The callers of the HTTP rows, in a process of their own and as cheap as possible: each connection sends a request
 * made of ready parts, waits for the whole answer, and sends the next. Reads its orders from standard input.
 */
import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { percentile } from './measure.ts'

export type Load = { port: number; credentials: string[]; connections: number; seconds: number }
/** Times in milliseconds; `generator` is the share of one processor that this process took. */
export type LoadReport = {
  count: number
  rate: number
  p50: number
  p99: number
  generator: number
}

const body = '{"type":"bank_transfer","amount":1,"bankName":"w","bankNumber":"a"}'

const headOf = (port: number, credential: string) =>
  `POST /invest/api/v1/requestWithdrawal HTTP/1.1\r\nHost: localhost:${port}\r\nCookie: session=${credential}\r\n` +
  `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nIdempotency-Key: `

/** The length of the answer that begins here, or null while its head isn't complete. */
function lengthOf(answer: string): number | null {
  const end = answer.indexOf('\r\n\r\n')
  if (end < 0) return null
  const length = /content-length: (\d+)/i.exec(answer.slice(0, end))?.[1]
  if (length === undefined) throw new Error(`An answer without a length: ${answer.slice(0, end)}`)
  return end + 4 + Number(length)
}

/** Asks on one connection until the time is over. Only 201 counts; anything else ends the run. */
function ask(
  port: number,
  heads: readonly string[],
  until: number,
  times: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(port, '127.0.0.1')
    let began = 0
    let next = 0
    let answer = ''
    const send = () => {
      if (performance.now() >= until) return void socket.end(() => resolve())
      began = performance.now()
      answer = ''
      socket.write(`${heads[next++ % heads.length]!}${randomUUID()}\r\n\r\n${body}`, 'latin1')
    }
    socket.setNoDelay(true).setEncoding('latin1').once('connect', send).on('error', reject)
    socket.on('data', (part) => {
      answer += String(part)
      const length = lengthOf(answer)
      if (length === null || answer.length < length) return
      if (!answer.startsWith('HTTP/1.1 201')) return reject(new Error(answer))
      times.push(performance.now() - began)
      send()
    })
  })
}

async function run({ port, credentials, connections, seconds }: Load): Promise<LoadReport> {
  const times: number[] = []
  const heads = credentials.map((credential) => headOf(port, credential))
  const processor = process.cpuUsage()
  const began = performance.now()
  // Each connection has people of its own, so that none waits for another's command.
  await Promise.all(
    Array.from({ length: connections }, (_, at) =>
      ask(
        port,
        heads.filter((_, head) => head % connections === at),
        began + seconds * 1000,
        times,
      ),
    ),
  )
  const elapsed = performance.now() - began
  const { user, system } = process.cpuUsage(processor)
  return {
    count: times.length,
    rate: (times.length / elapsed) * 1000,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    generator: (user + system) / 1000 / elapsed,
  }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as Load)))
