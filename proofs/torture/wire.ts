/** One request and its whole reply, over keep-alive connections as in a browser. Rejects when no whole reply came. */
import { Agent, request } from 'node:http'
import { basePath } from '../../src/contract/endpoint.ts'

export type Asking = { method: string; path: string; body?: unknown; key?: string; cookie?: string }
export type Answer = { status: number; text: string; cookie: string | null }

const agent = new Agent({ keepAlive: true })

/** A silent network ends here; the server's own timeout is longer. */
const longestMs = 12_000

function headersOf({ body, key, cookie }: Asking, text: string): Record<string, string> {
  return {
    ...(cookie ? { cookie } : {}),
    ...(key ? { 'idempotency-key': key } : {}),
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) }),
  }
}

export function ask(port: number, asking: Asking): Promise<Answer> {
  const text = asking.body === undefined ? '' : JSON.stringify(asking.body)
  return new Promise((resolve, reject) => {
    const sending = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        method: asking.method,
        path: basePath + asking.path,
        headers: headersOf(asking, text),
      },
      (reply) => {
        const received: Buffer[] = []
        reply.on('data', (chunk: Buffer) => received.push(chunk))
        reply.once('error', reject)
        reply.once('end', () => {
          const cookie =
            reply.headers['set-cookie']
              ?.map((line) => line.split(';')[0]!)
              .find((pair) => /^(__Host-)?session=./.test(pair)) ?? null
          if (reply.complete)
            resolve({
              status: reply.statusCode!,
              text: Buffer.concat(received).toString('utf8'),
              cookie,
            })
          else reject(new Error('The reply was cut'))
        })
      },
    )
    sending.once('error', reject)
    sending.setTimeout(longestMs, () => sending.destroy(new Error('No reply came')))
    sending.end(text)
  })
}

export function closeConnections(): void {
  agent.destroy()
}

/** The code of a problem, or null. */
export function codeOf({ status, text }: Pick<Answer, 'status' | 'text'>): string | null {
  if (status < 400) return null
  try {
    return (JSON.parse(text) as { code?: string }).code ?? null
  } catch {
    return null
  }
}
