/**
 * Sends operations until their outcome is known. An unknown outcome is never taken for a
 * failure: it is asked again with the same key, at the other server, until it is known.
 */
import { setTimeout as wait } from 'node:timers/promises'
import type { Chance } from './chance.ts'
import { hashOf } from './copies.ts'
import type { Journal } from './journal.ts'
import { formOf, type Asked, type Op } from './operations.ts'
import type { Person } from './people.ts'
import type { Records, Wait } from './records.ts'
import { ask, codeOf, type Answer } from './wire.ts'

export type DoorNumber = 0 | 1
export const otherDoor = (door: DoorNumber): DoorNumber => (door === 0 ? 1 : 0)

/** The promise of these replies, whose status no others have: nothing was booked by this attempt. It holds for their moment. */
const nothingBooked = new Set(['busy', 'unavailable', 'too_many_requests', 'too_many_attempts'])
export const isOfItsMoment = (status: number) => status >= 500 || status === 429

/** No one goes straight back to a server that has just failed. */
const shunnedMs = 1_000

type Attempt = {
  outcome: 'ok' | 'fail' | 'unknown'
  answer: Answer | null
  code: string | null
  why: string
}

export class Sender {
  /** Requests may arrive more than once: then a reply that says “nothing” is about one copy only. */
  copied = false
  /** Nobody takes “nothing was booked” or no answer for an answer: everything is sent again until there is one. */
  insists = false
  /** A run that has failed sends nothing more. */
  givenUp = false
  readonly underWay: [number, number] = [0, 0]
  readonly #brokeAt: [number, number] = [-Infinity, -Infinity]
  readonly #ports: readonly [number, number]
  readonly #journal: Journal
  readonly #records: Records
  readonly #chance: Chance

  constructor(
    ports: readonly [number, number],
    journal: Journal,
    records: Records,
    chance: Chance,
  ) {
    this.#ports = ports
    this.#journal = journal
    this.#records = records
    this.#chance = chance
  }

  someDoor(): DoorNumber {
    const door = this.#chance.happens(0.5) ? 0 : 1
    return performance.now() - this.#brokeAt[door] < shunnedMs ? otherDoor(door) : door
  }

  async perform(person: Person, asked: Asked, door: DoorNumber = this.someDoor()): Promise<Op> {
    const id = this.#chance.uuid()
    const op: Op = {
      id,
      asked,
      actor: person.id,
      form: formOf(asked, id),
      outcome: 'pending',
      reply: null,
      code: null,
      attempts: 0,
      everUnknown: false,
      lastSentAt: 0,
      foundBooked: false,
    }
    this.#records.ops.set(id, op)
    this.#records.tally.operations += 1
    await this.#journal.append({ op: id, kind: asked.kind, actor: person.id, ...op.form })
    const begunAt = performance.now()
    let through = door
    while (!this.givenUp && (op.outcome === 'pending' || op.outcome === 'unknown')) {
      op.attempts += 1
      const attempt = await this.#attempt(op, person, through)
      this.#learn(op, attempt)
      if (attempt.outcome !== 'unknown') this.#waited('change', begunAt, op.attempts)
      await this.#journal.append({
        op: id,
        attempt: op.attempts,
        door: through,
        outcome: attempt.outcome,
        status: attempt.answer?.status ?? null,
        reply: attempt.answer?.text ?? attempt.why,
      })
      if (op.outcome === 'unknown') await wait(Math.min(250, 20 * op.attempts))
      through = otherDoor(through)
    }
    return op
  }

  #waited(kind: Wait['kind'], begunAt: number, attempts: number): void {
    this.#records.waits.push({ kind, begunAt, tookMs: performance.now() - begunAt, attempts })
  }

  async #attempt(op: Op, { cookie }: Person, door: DoorNumber): Promise<Attempt> {
    this.underWay[door] += 1
    op.lastSentAt = Date.now()
    try {
      const answer = await ask(this.#ports[door], { ...op.form, key: op.id, cookie })
      return { ...this.#meaning(op, answer), answer, why: '' }
    } catch (error) {
      this.#brokeAt[door] = performance.now()
      return { outcome: 'unknown', answer: null, code: null, why: (error as Error).message }
    } finally {
      this.underWay[door] -= 1
    }
  }

  #meaning(op: Op, answer: Answer): Pick<Attempt, 'outcome' | 'code'> {
    const code = codeOf(answer)
    if (answer.status < 300) return { outcome: 'ok', code }
    if (answer.status === 401)
      this.#records.complaints.push(
        `A session that was acknowledged is gone: ${op.form.method} ${op.form.path} by ${op.actor}`,
      )
    if (!isOfItsMoment(answer.status)) return { outcome: 'fail', code }
    // Nothing was booked by this attempt; but by an earlier one, or by a copy, perhaps.
    if (nothingBooked.has(code ?? '') && !op.everUnknown && !this.copied && !this.insists)
      return { outcome: 'fail', code }
    if (answer.status === 500) this.#records.tally.internalErrors += 1
    return { outcome: 'unknown', code }
  }

  #learn(op: Op, { outcome, answer, code }: Attempt): void {
    const { tally } = this.#records
    if (outcome === 'unknown') {
      if (!op.everUnknown) tally.unknown += 1
      op.everUnknown = true
      op.outcome = 'unknown'
      return
    }
    if (op.everUnknown) tally.resolved += 1
    op.outcome = outcome
    op.code = code
    op.reply = { status: answer!.status, text: answer!.text, sha256: hashOf(answer!.text) }
    if (outcome === 'ok') {
      tally.acknowledged += 1
      this.#records.acknowledged(op)
    } else tally[isOfItsMoment(answer!.status) ? 'notBooked' : 'refused'] += 1
  }

  /** Repeats a request whose outcome is long known: the reply has to be the first one, byte for byte. */
  async sendAgain(person: Person, op: Op): Promise<void> {
    try {
      const answer = await ask(this.#ports[this.someDoor()], {
        ...op.form,
        key: op.id,
        cookie: person.cookie,
      })
      this.compare(op, answer.status, hashOf(answer.text), 'asked again')
    } catch {
      // No reply isn't a different reply.
    }
  }

  /** A later reply to a known operation. Only what was recorded has to be repeated. */
  compare(op: Op, status: number, sha256: string, when: string): void {
    if (
      status === 0 ||
      isOfItsMoment(status) ||
      op.reply === null ||
      isOfItsMoment(op.reply.status)
    )
      return
    this.#records.tally.replayed += 1
    if (status === op.reply.status && sha256 === op.reply.sha256) return
    this.#records.complaints.push(
      `${op.asked.kind} ${op.id}, ${when}, got another reply (${status}) than the first (${op.reply.status})`,
    )
  }

  /** Reads something, or null where no server could answer. */
  async read(person: Person, path: string, door: DoorNumber = this.someDoor()): Promise<unknown> {
    const begunAt = performance.now()
    for (let attempts = 1; ; attempts += 1) {
      const answer = await this.#readOnce(person, path, door)
      if (answer !== null && !isOfItsMoment(answer.status)) {
        this.#waited('read', begunAt, attempts)
        return answer.status === 200 ? (JSON.parse(answer.text) as { data: unknown }).data : null
      }
      if (!this.insists || this.givenUp) return null
      await wait(Math.min(250, 20 * attempts))
      door = otherDoor(door)
    }
  }

  async #readOnce({ id, cookie }: Person, path: string, door: DoorNumber): Promise<Answer | null> {
    const answer = await ask(this.#ports[door], { method: 'GET', path, cookie }).catch(() => null)
    if (answer?.status === 401)
      this.#records.complaints.push(`A session that was acknowledged is gone: GET ${path} by ${id}`)
    return answer
  }
}
