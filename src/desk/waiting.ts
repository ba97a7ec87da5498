/** Commands that wait for their turn. One command per owner is under way at a time, and none overtakes another of its owner. */
import { ProblemError } from '../contract/problems.ts'
import type { OwnerId } from '../ledger/core/chart.ts'
import { createShares, type Take } from '../platform/shares.ts'
import type { Job, Reply } from './decide.ts'

export type Queued = {
  job: Job
  background: boolean
  signal: AbortSignal | undefined
  resolve: (reply: Reply) => void
  reject: (fault: unknown) => void
  since: number
  /** When another transaction was first found to hold a lock of its owners. */
  blockedSince: number | null
  notBefore: number
}

type Limits = {
  queue: number
  share: number
  batch: number
  background: number
  deadlineMs: number
  patienceMs: number
}

/** How long a command rests whose owner another process has locked: about as long as that process's batch takes. */
const restMs = 4
/** How often what waits is looked through for what has waited too long. */
const watchMs = 1000

export class Waiting {
  readonly #limits: Limits
  readonly #wake: () => void
  /** Of the queue, for each who asks; the house itself only fills what people leave free. */
  readonly #share: Take
  #people: Queued[] = []
  #background: Queued[] = []
  readonly #busyOwners = new Set<OwnerId>()
  #timer: NodeJS.Timeout | null = null

  constructor(limits: Limits, wake: () => void) {
    this.#limits = limits
    this.#wake = wake
    this.#share = createShares({ each: limits.share })
  }

  get size(): number {
    return this.#people.length + this.#background.length
  }

  /** Until it is answered. Throws `too_many_requests` or `busy` where it isn't taken in. */
  async add(job: Job, background: boolean, signal: AbortSignal | undefined): Promise<Reply> {
    const giveBack = this.#share(job.actor)
    try {
      if (this.size >= this.#limits.queue) throw new ProblemError('busy', 1)
      return await this.#queue(job, background, signal)
    } finally {
      giveBack()
    }
  }

  #queue(job: Job, background: boolean, signal: AbortSignal | undefined): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const queued: Queued = {
        job,
        background,
        signal,
        resolve,
        reject,
        since: performance.now(),
        blockedSince: null,
        notBefore: 0,
      }
      ;(background ? this.#background : this.#people).push(queued)
      if (!this.#timer) this.#armTimer()
      this.#wake()
    })
  }

  /** The next batch, in order of arrival. Work of the system itself only fills places that people leave free. */
  takeBatch(): Queued[] {
    this.#dropStale()
    const blocked = new Set(this.#busyOwners)
    const people = this.#take(this.#people, this.#limits.batch, blocked)
    const places = Math.min(this.#limits.background, this.#limits.batch - people.length)
    const batch = [...people, ...this.#take(this.#background, places, blocked)]
    for (const { job } of batch) for (const owner of job.needs.owners) this.#busyOwners.add(owner)
    this.#armTimer()
    return batch
  }

  #take(queue: Queued[], places: number, blocked: Set<OwnerId>): Queued[] {
    const now = performance.now()
    const taken: Queued[] = []
    const left: Queued[] = []
    for (const queued of queue) {
      const owners = queued.job.needs.owners
      const free =
        taken.length < places &&
        queued.notBefore <= now &&
        !this.#isImpatient(queued, now) &&
        owners.every((owner) => !blocked.has(owner))
      ;(free ? taken : left).push(queued)
      // Taken or left, nothing later of the same owner may go now.
      for (const owner of owners) blocked.add(owner)
    }
    queue.splice(0, queue.length, ...left)
    return taken
  }

  /** A command that has been passed over for long enough: it runs alone and waits for the lock. */
  takeImpatient(): Queued | undefined {
    const now = performance.now()
    for (const queue of [this.#people, this.#background]) {
      const index = queue.findIndex(
        (queued) =>
          this.#isImpatient(queued, now) &&
          queued.job.needs.owners.every((owner) => !this.#busyOwners.has(owner)),
      )
      if (index < 0) continue
      const [queued] = queue.splice(index, 1)
      for (const owner of queued!.job.needs.owners) this.#busyOwners.add(owner)
      this.#armTimer()
      return queued
    }
    return undefined
  }

  #isImpatient({ blockedSince }: Queued, now: number): boolean {
    return blockedSince !== null && now - blockedSince >= this.#limits.patienceMs
  }

  release(batch: readonly Queued[]): void {
    for (const { job } of batch)
      for (const owner of job.needs.owners) this.#busyOwners.delete(owner)
  }

  /** Back to the head of the queue: another transaction holds a lock of its owners. */
  putBack(queued: Queued): void {
    const now = performance.now()
    queued.blockedSince ??= now
    queued.notBefore = now + restMs
    ;(queued.background ? this.#background : this.#people).unshift(queued)
  }

  /** Back to the head of the queue, at once: it needs the lock of one more owner. */
  again(queued: Queued, owner: OwnerId): void {
    const { needs } = queued.job
    queued.job.needs = { ...needs, owners: [...needs.owners, owner] }
    ;(queued.background ? this.#background : this.#people).unshift(queued)
  }

  /** Drops what nobody waits for any more, and what has waited past its deadline. */
  #dropStale(): void {
    const now = performance.now()
    const isStale = ({ since, signal }: Queued) =>
      now - since > this.#limits.deadlineMs || signal?.aborted === true
    for (const queue of [this.#people, this.#background]) {
      const stale = queue.filter(isStale)
      if (stale.length === 0) continue
      queue.splice(0, queue.length, ...queue.filter((queued) => !stale.includes(queued)))
      for (const { job, reject } of stale)
        reject(new ProblemError(job.uncertain ? 'outcome_unknown' : 'busy', 1))
    }
  }

  /** While something waits, look again: soon where something rests, else before it gets stale. When nothing waits, no timer runs. */
  #armTimer(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.size === 0) return
    const rests = [this.#people, this.#background].some((queue) =>
      queue.some(({ notBefore }) => notBefore > 0),
    )
    this.#timer = setTimeout(
      () => {
        this.#timer = null
        // Here too, since nothing may be free to take a batch for long.
        this.#dropStale()
        this.#armTimer()
        this.#wake()
      },
      rests ? restMs : watchMs,
    )
  }
}
