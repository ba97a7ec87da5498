/** What the load knows of one house: its operations, its readings, and what it has found wrong by itself. */
import { ownerOf, type Asked, type Op } from './operations.ts'
import type { Cast, Person } from './people.ts'

export type Request = {
  id: string
  owner: string
  to: string | null
  status: 'pending' | 'approved' | 'ended'
}

/** What a person was shown: a state at a version, or a page of activity, newest first; and what had to be in it. */
export type Reading = { owner: string; mustInclude: string | null } & (
  | {
      version: number
      cash: bigint
      held: bigint
      invested: bigint
      profit: bigint
      loss: bigint
      principal: bigint
    }
  | { page: { id: string; amount: bigint | null; balanceAfter: bigint | null }[] }
)

/** From when a request was first sent until its final answer, in milliseconds; what was sent again between is part of it. */
export type Wait = { kind: 'change' | 'read'; begunAt: number; tookMs: number; attempts: number }

export type Tally = {
  operations: number
  acknowledged: number
  refused: number
  notBooked: number
  unknown: number
  resolved: number
  foundBooked: number
  internalErrors: number
  readings: number
  replayed: number
}

export const noTally = (): Tally => ({
  operations: 0,
  acknowledged: 0,
  refused: 0,
  notBooked: 0,
  unknown: 0,
  resolved: 0,
  foundBooked: 0,
  internalErrors: 0,
  readings: 0,
  replayed: 0,
})

export class Records {
  readonly cast: Cast
  /** Everyone whose books are checked. */
  readonly users: Person[]
  readonly ops = new Map<string, Op>()
  readonly requests = new Map<string, Request>()
  readonly tally = noTally()
  readonly complaints: string[] = []
  /** In the order of the answers. */
  readonly waits: Wait[] = []
  #readings: Reading[] = []
  readonly #lastAcknowledged = new Map<string, string>()

  constructor(cast: Cast) {
    this.cast = cast
    this.users = [...cast.users]
  }

  get unresolved(): Op[] {
    return [...this.ops.values()].filter(({ outcome }) => outcome === 'unknown')
  }

  lastAcknowledged(owner: string): string | null {
    return this.#lastAcknowledged.get(owner) ?? null
  }

  addReading(reading: Reading): void {
    this.tally.readings += 1
    this.#readings.push(reading)
  }

  takeReadings(): Reading[] {
    return this.#readings.splice(0)
  }

  /** Puts back what could not be checked now. */
  keepReadings(readings: Reading[]): void {
    this.#readings.unshift(...readings)
  }

  /** Learns from an acknowledged operation what the next ones may ask for. */
  acknowledged({ id, asked, reply }: Op): void {
    if (asked.kind === 'withdraw') {
      const { data } = JSON.parse(reply!.text) as { data: { withdrawal: { _id: string } } }
      this.requests.set(data.withdrawal._id, {
        id: data.withdrawal._id,
        owner: asked.owner,
        to: asked.to?.owner ?? null,
        status: 'pending',
      })
    }
    const request = 'withdrawal' in asked ? this.requests.get(asked.withdrawal) : undefined
    if (request)
      request.status = asked.kind === 'approve' && request.to === null ? 'approved' : 'ended'
    for (const owner of this.#touched(asked, request)) this.#lastAcknowledged.set(owner, id)
  }

  #touched(asked: Asked, request: Request | undefined): string[] {
    const owners = [ownerOf(asked), request?.owner, asked.kind === 'approve' ? request?.to : null]
    return owners.filter((owner) => owner !== null && owner !== undefined)
  }
}
