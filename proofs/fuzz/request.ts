/** One request as sent, and its permitted results. */
import type { Endpoint } from '../../src/contract/endpoint.ts'

type Common = {
  /** What is wrong with it, in a few words. */
  what: string
  /** The name of an endpoint, a path, or what is sent on the socket. */
  at: string
  caller: string
  /** Whether anything but a refusal is a fault. */
  refused: boolean
  /** The endpoint that it is meant for, whose reply a success must be. */
  endpoint?: Endpoint
}

/** Sent as a client sends it, over kept connections. */
export type HttpRequest = Common & {
  over: 'http'
  method: string
  path: string
  headers: Record<string, string>
  body?: Buffer
  chunked?: boolean
}

/** Sent byte by byte, on a connection of its own. */
export type SocketRequest = Common & {
  over: 'socket'
  bytes: Buffer
  /** How many replies make it whole; `closed`: the server must close, after a reply; `silent`: or without one. */
  until: number | 'closed' | 'silent'
  /** Whether the sender ends its side, as on an abort. */
  ends?: boolean
  /** The replies have no body. */
  head?: boolean
}

export type Request = HttpRequest | SocketRequest

export type Reply = { status: number; headers: Record<string, string>; body: string }

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** For `printf`: what isn't plain ASCII by its number. */
function printable(bytes: Buffer): string {
  return [...bytes]
    .map((byte) =>
      byte > 31 && byte < 127 && byte !== 92 && byte !== 39 && byte !== 37
        ? String.fromCharCode(byte)
        : `\\x${byte.toString(16).padStart(2, '0')}`,
    )
    .join('')
}

const longest = 3_000

/** A line for a shell that sends it again; a very long one is left to `--only`. */
export function asCommand(request: Request, url: string): string {
  const { hostname, port } = new URL(url)
  if (request.over === 'socket') {
    const text = printable(request.bytes)
    return text.length > longest
      ? `(${request.bytes.length} bytes over a socket)`
      : `printf '${text}' | nc -q 2 ${hostname} ${port}`
  }
  const headers = Object.entries(request.headers).map(
    ([name, value]) => `-H ${shellQuoted(value === '' ? `${name};` : `${name}: ${value}`)}`,
  )
  const body = request.body
    ? [`printf '${printable(request.body)}' |`, '--data-binary @-']
    : ['', '']
  const line =
    `${body[0]} curl -i --path-as-is -X ${request.method} ${headers.join(' ')} ${body[1]} ${shellQuoted(url + request.path)}`.trim()
  return line.length > longest ? `${line.slice(0, longest)}… (${line.length} characters)` : line
}
