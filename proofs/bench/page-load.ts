/**
 * Visitors of the page rows, in a process of their own: each connection asks for one page, reads the whole answer, and
 * asks again. Reads its orders from standard input.
 */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

/** `tag`: what the visitor has already; the answer is 304 then. `seconds` may be 0, for a single answer. */
export type PageLoad = {
  port: number
  path: string
  tag?: string
  connections: number
  seconds: number
}
/** The last answer's tag and body in bytes, and how long it all took, in seconds. */
export type PageReport = { answers: number; seconds: number; tag: string; bodyBytes: number }

type Answer = { status: string; tag: string; bodyBytes: number; length: number }

const field = (head: string, name: string) =>
  new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim()

/** Null while the head isn't complete. */
function readHead(received: string): Answer | null {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return null
  const head = received.slice(0, end)
  const bodyBytes = Number(field(head, 'content-length') ?? 0)
  return {
    status: head.slice(9, 12),
    tag: field(head, 'etag') ?? '',
    bodyBytes,
    length: end + 4 + bodyBytes,
  }
}

/** Asks on one connection until the time is over. Anything unexpected ends the run. */
function visit(
  { port, path, tag }: PageLoad,
  until: number,
): Promise<{ answers: number; last: Answer }> {
  const request = `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nAccept-Encoding: br, gzip\r\n${tag ? `If-None-Match: ${tag}\r\n` : ''}\r\n`
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let answers = 0
    let received = ''
    const send = () => {
      received = ''
      socket.write(request, 'latin1')
    }
    socket.setNoDelay(true).setEncoding('latin1').once('connect', send).on('error', reject)
    socket.on('data', (part) => {
      received += String(part)
      const last = readHead(received)
      if (last === null || received.length < last.length) return
      if (last.status !== (tag ? '304' : '200')) return reject(new Error(received.slice(0, 500)))
      answers += 1
      if (performance.now() < until) send()
      else socket.end(() => resolve({ answers, last }))
    })
  })
}

async function run(load: PageLoad): Promise<PageReport> {
  const began = performance.now()
  const visits = await Promise.all(
    Array.from({ length: load.connections }, () => visit(load, began + load.seconds * 1000)),
  )
  const { tag, bodyBytes } = visits[0]!.last
  return {
    answers: visits.reduce((sum, { answers }) => sum + answers, 0),
    seconds: (performance.now() - began) / 1000,
    tag,
    bodyBytes,
  }
}

process.stdout.write(JSON.stringify(await run(JSON.parse(await text(process.stdin)) as PageLoad)))
