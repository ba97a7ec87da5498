/** Requests that arrive more than once: copies at the same moment, and old ones much later. */
import { createHash } from 'node:crypto'
import { connect, type NetConnectOpts } from 'node:net'
import { replyOf, type HttpRequest } from './frames.ts'

/** The result of a request unknown to its sender. `status` 0: no whole reply. */
export type Stray = { key: string; status: number; sha256: string }

export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex')

/** How many requests are remembered. */
const kept = 6_000
const longestMs = 20_000

/** Sends a request unchanged, on a connection of its own. */
function sendAgain(target: NetConnectOpts, { bytes, key }: HttpRequest): Promise<Stray> {
  return new Promise((resolve) => {
    const socket = connect(target)
    const received: Buffer[] = []
    const done = (reply: { status: number; text: string } | null) => {
      socket.destroy()
      resolve({ key: key!, status: reply?.status ?? 0, sha256: reply ? hashOf(reply.text) : '' })
    }
    socket.setTimeout(longestMs, () => done(null))
    socket.on('error', () => done(null))
    socket.on('close', () => done(null))
    socket.on('data', (chunk: Buffer) => {
      received.push(chunk)
      const reply = replyOf(Buffer.concat(received))
      if (reply) done(reply)
    })
    socket.write(bytes)
  })
}

/** Remembers requests that passed, to send them again long after their senders have finished. */
export class Copies {
  readonly #passed = new Map<string, HttpRequest>()
  #underWay: Promise<Stray>[] = []

  remember(request: HttpRequest): void {
    if (request.key === null) return
    this.#passed.set(request.key, request)
    if (this.#passed.size > kept) this.#passed.delete(this.#passed.keys().next().value!)
  }

  /** Nothing of one house may reach the next. */
  forget(): void {
    this.#passed.clear()
  }

  copy(target: NetConnectOpts, request: HttpRequest, copies: number): void {
    for (let n = 0; n < copies; n += 1) this.#underWay.push(sendAgain(target, request))
  }

  /** Returns how many of these were remembered. */
  replay(targets: readonly NetConnectOpts[], keys: readonly string[]): number {
    const requests = keys
      .map((key) => this.#passed.get(key))
      .filter((request) => request !== undefined)
    for (const [n, request] of requests.entries())
      this.#underWay.push(sendAgain(targets[n % targets.length]!, request))
    return requests.length
  }

  /** The results of everything sent since. */
  async collect(): Promise<Stray[]> {
    return Promise.all(this.#underWay.splice(0))
  }
}
