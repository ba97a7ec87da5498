/** Sends a request and waits for the result, but not for ever. */
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import type { HttpRequest, Reply, Request, SocketRequest } from './request.ts'

/** Longer than the server takes for anything that was sent whole, on a busy machine. */
const patienceMs = 20_000

/** `fault`: no whole reply, and why. */
export type Came = { replies: Reply[]; fault?: string }

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

export const closeConnections = () => agent.destroy()

async function read(message: IncomingMessage): Promise<Reply> {
  const headers = Object.fromEntries(
    Object.entries(message.headers).map(([name, value]) => [name, String(value)]),
  )
  const reply = { status: message.statusCode!, headers, body: '' }
  // Events go on as long as the client listens.
  if (headers['content-type']?.startsWith('text/event-stream')) {
    message.destroy()
    return reply
  }
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return { ...reply, body: Buffer.concat(parts).toString() }
}

/** `again`: retried on another connection, when the server had just closed the kept one. */
function sendHttp(url: URL, request: HttpRequest, again = true): Promise<Came> {
  const { method, path, headers, body, chunked } = request
  // Always sent: for some methods Node's client adds neither, and the body would be read as another request.
  const framed: Record<string, string> = !body
    ? {}
    : chunked
      ? { 'transfer-encoding': 'chunked' }
      : { 'content-length': String(body.length) }
  return new Promise((resolve) => {
    const sent = httpRequest({
      agent,
      host: url.hostname,
      port: url.port,
      method,
      path,
      headers: { host: url.host, ...headers, ...framed },
      timeout: patienceMs,
      setHost: false,
    })
    const fail = (why: string) => resolve({ replies: [], fault: why })
    let answered = false
    sent.on('response', (message) => {
      answered = true
      read(message).then(
        (reply) => resolve({ replies: [reply] }),
        (error: Error) => fail(`the reply broke off: ${error.message}`),
      )
    })
    sent.on('timeout', () => sent.destroy(new Error(`no reply in ${patienceMs / 1000} s`)))
    sent.on('error', (error: NodeJS.ErrnoException) => {
      if (answered) return
      if (again && sent.reusedSocket && error.code === 'ECONNRESET')
        resolve(sendHttp(url, request, false))
      else fail(error.message)
    })
    sent.end(body)
  })
}

/** Where a chunked body ends, and what it says; null while it isn't whole. */
function readChunks(bytes: Buffer, from: number): { end: number; body: string } | null {
  const parts: Buffer[] = []
  for (let at = from; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    const end = lineEnd + 2 + size + 2
    if (!(end <= bytes.length)) return null
    if (size === 0) return { end, body: Buffer.concat(parts).toString() }
    parts.push(bytes.subarray(lineEnd + 2, end - 2))
    at = end
  }
}

function headersOf(lines: string[]): Record<string, string> {
  return Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
}

function bodyOf(
  bytes: Buffer,
  from: number,
  status: number,
  headers: Record<string, string>,
  head: boolean,
): { end: number; body: string } | null {
  if (head || status === 204 || status === 304) return { end: from, body: '' }
  if (headers['transfer-encoding'] === 'chunked') return readChunks(bytes, from)
  const end = from + Number(headers['content-length'] ?? 0)
  return end <= bytes.length ? { end, body: bytes.toString('utf8', from, end) } : null
}

/** The whole replies at the beginning of what came, and whether something else is left. `head`: they have no bodies. */
function readReplies(bytes: Buffer, head = false): { replies: Reply[]; rest: Buffer } {
  const replies: Reply[] = []
  for (let at = 0; ;) {
    const headEnd = bytes.indexOf('\r\n\r\n', at)
    const rest = () => ({ replies, rest: bytes.subarray(at) })
    if (headEnd < 0) return rest()
    const [first = '', ...lines] = bytes.toString('latin1', at, headEnd).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1])
    if (!status) return rest()
    const headers = headersOf(lines)
    const found = bodyOf(bytes, headEnd + 4, status, headers, head)
    if (!found) return rest()
    at = found.end
    if (status >= 200) replies.push({ status, headers, body: found.body })
  }
}

function sendBytes(url: URL, { bytes, until, ends, head }: SocketRequest): Promise<Came> {
  return new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    let came = Buffer.alloc(0)
    const end = (fault?: string) => {
      clearTimeout(timer)
      socket.destroy()
      const read = readReplies(came, head)
      // A server that couldn't see that it was a HEAD answers with a body.
      const { replies, rest } = head && read.rest.length > 0 ? readReplies(came) : read
      resolve({
        replies,
        ...(fault
          ? { fault }
          : rest.length > 0
            ? { fault: `what came is no reply: ${rest.toString('latin1').slice(0, 200)}` }
            : {}),
      })
    }
    const timer = setTimeout(
      () =>
        end(
          `after ${readReplies(came, head).replies.length} replies nothing more in ${patienceMs / 1000} s`,
        ),
      patienceMs,
    )
    socket.on('data', (part: Buffer) => {
      came = Buffer.concat([came, part])
      if (typeof until === 'number' && readReplies(came, head).replies.length >= until) end()
    })
    // The server may close while we are still sending.
    socket.on('error', () => {})
    socket.on('close', () => {
      const count = readReplies(came, head).replies.length
      const enough = typeof until === 'number' ? count >= until : until === 'silent' || count > 0
      end(enough ? undefined : `the server closed after ${count} replies`)
    })
    if (ends) socket.end(bytes)
    else socket.write(bytes)
  })
}

export function send(url: string, request: Request): Promise<Came> {
  return request.over === 'http'
    ? sendHttp(new URL(url), request)
    : sendBytes(new URL(url), request)
}
