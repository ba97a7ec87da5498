/**
 * A link that carries everything between two parts, and that can be made faulty: slow,
 * silent, cut, or cut exactly before or after the database answers COMMIT.
 */
import {
  connect,
  createServer,
  type AddressInfo,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'
import type { Chance } from './chance.ts'
import { HttpRequests, PostgresFrames, type HttpRequest } from './frames.ts'

export type Toxic =
  /** Everything arrives later. */
  | { kind: 'slow'; ms: number; jitterMs: number }
  /** Nothing arrives any more, and neither side is notified. */
  | { kind: 'hole' }
  /** Each connection breaks after this many further bytes towards the server. */
  | { kind: 'cut'; afterBytes: number }
  /** The connection breaks before a commit is sent on, as soon as it is, or when the database has answered it. */
  | { kind: 'commit'; when: 'before' | 'sent' | 'answered'; times: number }
  /** The server gets the request; its reply is lost. */
  | { kind: 'swallow'; times: number }
  /** Requests arrive together with copies of themselves. */
  | { kind: 'copy'; copies: number; times: number }
  /** Requests are delayed, each for a different time: later ones overtake. */
  | { kind: 'shuffle'; upToMs: number }

type Pair = {
  near: Socket
  far: Socket
  /** When the last delayed bytes in each direction are due. */
  due: { up: number; down: number }
  /** Bytes left before the cut. */
  left: number | null
  /** Not every byte was forwarded as it came: what follows would make no sense. */
  torn: boolean
  losesReply: boolean
  waitsForCommit: boolean
}

type What = { speaks: 'postgres' | 'http'; chance: Chance }

export class Link {
  readonly #what: What
  readonly #server: Server
  readonly #pairs = new Set<Pair>()
  #target: NetConnectOpts | null = null
  #toxic: Toxic | null = null
  /** Instead of cutting at a commit. */
  #atCommit: (() => void) | null = null
  #left = 0
  #hits = 0
  onRequest: (request: HttpRequest) => void = () => {}
  onCopy: (request: HttpRequest, copies: number) => void = () => {}

  constructor(what: What) {
    this.#what = what
    this.#server = createServer({ noDelay: true }, (near) => this.#accept(near))
  }

  listen(): Promise<number> {
    return new Promise((resolve) =>
      this.#server.listen(0, '127.0.0.1', () =>
        resolve((this.#server.address() as AddressInfo).port),
      ),
    )
  }

  close(): Promise<void> {
    this.reset()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  aim(target: NetConnectOpts): void {
    this.#target = target
  }

  get target(): NetConnectOpts | null {
    return this.#target
  }

  get hits(): number {
    return this.#hits
  }

  /** Makes the link faulty, or restores it; connections torn meanwhile are cut. `atCommit` happens instead of a cut. */
  poison(toxic: Toxic | null, atCommit: (() => void) | null = null): void {
    this.#toxic = toxic
    this.#atCommit = atCommit
    this.#left = toxic && 'times' in toxic ? toxic.times : 0
    this.#hits = 0
    for (const pair of this.#pairs) {
      pair.left = toxic?.kind === 'cut' ? toxic.afterBytes : null
      if (pair.torn) this.#cut(pair)
    }
  }

  /** Breaks every connection at once. */
  reset(): number {
    const count = this.#pairs.size
    for (const pair of this.#pairs) this.#cut(pair)
    this.#hits += count
    return count
  }

  #cut(pair: Pair): void {
    this.#pairs.delete(pair)
    pair.near.resetAndDestroy()
    if (pair.far.writableEnded) pair.far.resume()
    else pair.far.destroy()
  }

  #accept(near: Socket): void {
    near.on('error', () => {})
    if (!this.#target) return void near.resetAndDestroy()
    const far = connect({ ...this.#target, noDelay: true } as NetConnectOpts)
    const left = this.#toxic?.kind === 'cut' ? this.#toxic.afterBytes : null
    const pair: Pair = {
      near,
      far,
      due: { up: 0, down: 0 },
      left,
      torn: false,
      losesReply: false,
      waitsForCommit: false,
    }
    this.#pairs.add(pair)
    far.on('error', () => this.#cut(pair))
    near.on('close', () => this.#end(pair, far))
    far.on('close', () => this.#end(pair, near))
    if (this.#what.speaks === 'postgres') this.#passPostgres(pair)
    else this.#passHttp(pair)
  }

  /** One side has ended: the other ends too, but not before what is still on its way. */
  #end(pair: Pair, other: Socket): void {
    this.#pairs.delete(pair)
    const rest = Math.max(0, pair.due.up, pair.due.down) - performance.now()
    if (rest > 0) setTimeout(() => other.destroy(), rest + 1)
    else other.end()
  }

  #passPostgres(pair: Pair): void {
    const up = new PostgresFrames('client')
    const down = new PostgresFrames('server')
    pair.near.on('data', (chunk: Buffer) => {
      if (this.#swallows(pair) || this.#cutShort(pair, chunk)) return
      for (const message of up.push(chunk)) {
        if (message.isCommit && this.#meetsCommit(pair, message.bytes)) return
        this.#deliver(pair, 'up', message.bytes)
      }
    })
    pair.far.on('data', (chunk: Buffer) => {
      if (this.#swallows(pair)) return
      for (const message of down.push(chunk)) {
        if (message.isCommit && pair.waitsForCommit && this.#strike(pair)) return
        if (message.isCommit) pair.waitsForCommit = false
        this.#deliver(pair, 'down', message.bytes)
      }
    })
  }

  /** Whether the connection ends with this commit. */
  #meetsCommit(pair: Pair, commit: Buffer): boolean {
    if (this.#toxic?.kind !== 'commit' || this.#left === 0) return false
    if (this.#toxic.when === 'before') return this.#strike(pair)
    if (this.#toxic.when === 'sent') {
      // Ended rather than destroyed: what was written still arrives.
      pair.far.end(commit)
      return this.#strike(pair)
    }
    pair.waitsForCommit = true
    return false
  }

  #strike(pair: Pair): boolean {
    if (this.#left === 0) return false
    this.#left -= 1
    this.#hits += 1
    this.#atCommit?.()
    this.#cut(pair)
    return true
  }

  #passHttp(pair: Pair): void {
    const requests = new HttpRequests()
    pair.near.on('data', (chunk: Buffer) => {
      if (this.#swallows(pair) || this.#cutShort(pair, chunk)) return
      for (const request of requests.push(chunk)) this.#passRequest(pair, request)
    })
    pair.far.on('data', (chunk: Buffer) => {
      if (this.#swallows(pair)) return
      if (pair.losesReply) this.#cut(pair)
      else this.#deliver(pair, 'down', chunk)
    })
  }

  #passRequest(pair: Pair, request: HttpRequest): void {
    const toxic = this.#toxic
    if (
      request.key !== null &&
      this.#left > 0 &&
      (toxic?.kind === 'swallow' || toxic?.kind === 'copy')
    ) {
      this.#left -= 1
      this.#hits += 1
      if (toxic.kind === 'swallow') pair.losesReply = true
      else this.onCopy(request, toxic.copies)
    }
    this.#deliver(pair, 'up', request.bytes)
    this.onRequest(request)
  }

  #swallows(pair: Pair): boolean {
    if (this.#toxic?.kind !== 'hole') return false
    if (!pair.torn) this.#hits += 1
    pair.torn = true
    return true
  }

  /** Whether this is where the connection breaks, or every byte is counted until it does. */
  #cutShort(pair: Pair, chunk: Buffer): boolean {
    if (pair.left === null) return false
    pair.torn = true
    pair.far.write(chunk.subarray(0, pair.left))
    pair.left -= chunk.length
    if (pair.left <= 0) {
      this.#hits += 1
      this.#cut(pair)
    }
    return true
  }

  #deliver(pair: Pair, way: 'up' | 'down', bytes: Buffer): void {
    const socket = way === 'up' ? pair.far : pair.near
    const now = performance.now()
    const delay = this.#delay(way)
    if (delay > 0) this.#hits += 1
    const due = Math.max(pair.due[way], now + delay)
    if (due <= now) return void socket.write(bytes)
    pair.due[way] = due
    setTimeout(() => socket.destroyed || socket.write(bytes), due - now)
  }

  #delay(way: 'up' | 'down'): number {
    const toxic = this.#toxic
    if (toxic?.kind === 'slow') return toxic.ms + this.#what.chance.fraction() * toxic.jitterMs
    return toxic?.kind === 'shuffle' && way === 'up'
      ? this.#what.chance.fraction() * toxic.upToMs
      : 0
  }
}
