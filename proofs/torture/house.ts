/** One house under torture: a new database, two servers on it, people at work, and the checker. */
import type pg from 'pg'
import { readTrialBalance } from '../../src/ledger/store/trial-balance.ts'
import type { Chance } from './chance.ts'
import { compare, type Known } from './checker.ts'
import { ownerRole, type Cluster } from './cluster.ts'
import type { Door } from './doors.ts'
import type { Journal } from './journal.ts'
import { Load } from './load.ts'
import type { Firm } from './model.ts'
import type { Nemesis } from './nemesis-process.ts'
import { until } from './patience.ts'
import type { Cast } from './people.ts'
import { Records } from './records.ts'
import { Sender } from './sender.ts'
import { readIdleSessions, readSnapshot } from './snapshot.ts'

export type Parts = {
  cluster: Cluster
  nemesis: Nemesis
  doors: readonly [Door, Door]
  journal: Journal
  cast: Cast
  chance: Chance
  thinkMs: number
}

/** After a fault has ended: how soon an operation succeeds, an unknown outcome is known, an investment that is due is paid. */
const canaryMs = 10_000
const resolvedMs = 20_000
const settledMs = 60_000
const longestIdleMs = 5_000

export class House {
  readonly database: string
  readonly records: Records
  readonly sender: Sender
  readonly load: Load
  readonly #parts: Parts
  #firmBefore!: Firm
  #reader: pg.Client | null = null
  #checking: Promise<unknown> = Promise.resolve()
  readonly #dueSince = new Map<string, number>()
  readonly checked = { rounds: 0, checks: 0, commands: 0 }

  private constructor(database: string, parts: Parts) {
    const { nemesis, journal, cast, chance, thinkMs } = parts
    const ports = [nemesis.ports['http-0'], nemesis.ports['http-1']] as const
    this.database = database
    this.#parts = parts
    this.records = new Records(cast)
    this.sender = new Sender(ports, journal, this.records, chance.fork('sender'))
    this.load = new Load({ records: this.records, sender: this.sender, chance, ports, thinkMs })
  }

  /** A copy of the template, with both servers running. */
  static async open(database: string, template: string, parts: Parts): Promise<House> {
    const house = new House(database, parts)
    await parts.cluster.ask('postgres', (client) =>
      client.query(`create database ${database} template ${template}`),
    )
    house.#firmBefore = await parts.cluster.ask(database, async (client) => {
      const balances = new Map(
        (await readTrialBalance(client)).map(({ kind, debits, credits }) => [
          kind,
          credits - debits,
        ]),
      )
      const kinds = [
        'capital',
        'returns-pool',
        'referral-pool',
        'corrections-pool',
        'client-bank',
        'firm-bank',
      ] as const
      return Object.fromEntries(kinds.map((kind) => [kind, balances.get(kind)])) as Firm
    })
    await parts.nemesis.order('forget', {})
    await Promise.all(parts.doors.map((door) => door.open(database)))
    return house
  }

  /** The address for faults in the database itself. */
  get url(): string {
    return this.#parts.cluster.url(this.database)
  }

  async #connectedReader(): Promise<pg.Client> {
    if (this.#reader) return this.#reader
    const reader = this.#parts.cluster.reader(this.database)
    reader.on('error', () => {})
    reader.on('end', () => {
      if (this.#reader === reader) this.#reader = null
    })
    await reader.connect()
    this.#reader = reader
    return reader
  }

  /** All checks in one snapshot, one at a time; returns what is wrong. Throws when the database can't be read. */
  check(): Promise<string[]> {
    const next = this.#checking.then(
      () => this.#check(),
      () => this.#check(),
    )
    this.#checking = next.catch(() => {})
    return next
  }

  async #check(): Promise<string[]> {
    const reader = await this.#connectedReader()
    const known: Known = {
      outcomes: new Map([...this.records.ops].map(([id, { outcome }]) => [id, outcome])),
      people: this.records.users.map(({ id }) => id),
      firmBefore: this.#firmBefore,
    }
    const readings = this.records.takeReadings()
    try {
      const snapshot = await readSnapshot(reader)
      const { faults, checks, readings: later } = compare(snapshot, this.records, known, readings)
      this.records.keepReadings(later)
      this.checked.rounds += 1
      this.checked.checks += checks + readings.length - later.length
      this.checked.commands = snapshot.commands.length
      for (const row of snapshot.commands) this.#countFoundBooked(row.op, row.recordedAt)
      return [
        ...faults,
        ...this.#overdue(snapshot.investments.filter(({ due }) => due).map(({ id }) => id)),
        ...this.records.complaints.splice(0),
      ]
    } catch (error) {
      this.records.keepReadings(readings)
      await reader.end().catch(() => {})
      throw error
    }
  }

  /** An unknown operation whose first sending had been booked after all, before it was sent again. */
  #countFoundBooked(id: string, recordedAt: number): void {
    const op = this.records.ops.get(id)
    if (
      !op?.everUnknown ||
      op.foundBooked ||
      op.outcome === 'unknown' ||
      recordedAt >= op.lastSentAt
    )
      return
    op.foundBooked = true
    this.records.tally.foundBooked += 1
  }

  #overdue(due: readonly string[]): string[] {
    const now = performance.now()
    for (const id of this.#dueSince.keys()) if (!due.includes(id)) this.#dueSince.delete(id)
    for (const id of due) if (!this.#dueSince.has(id)) this.#dueSince.set(id, now)
    return [...this.#dueSince]
      .filter(([, since]) => now - since > settledMs)
      .map(
        ([id]) =>
          `The investment ${id} has been due for more than ${settledMs / 1000} s and is not settled`,
      )
  }

  /** The fault has ended: everything has to work again soon, and every unknown outcome has to become known. */
  async recovers(): Promise<string[]> {
    const faults: string[] = []
    const [canary] = this.records.cast.users
    for (const { number } of this.#parts.doors) {
      const begun = performance.now()
      const deposit = () =>
        this.sender
          .perform(canary!, { kind: 'deposit', owner: canary!.id, amount: 100n }, number)
          .then(({ outcome }) => outcome === 'ok')
      const ok = await until('a deposit succeeds', deposit, canaryMs).catch(() => false)
      if (!ok)
        faults.push(
          `Nothing succeeds at door ${number} for ${Math.round(performance.now() - begun)} ms after the fault has ended`,
        )
    }
    const open = this.records.unresolved
    const known = () => open.every(({ outcome }) => outcome === 'ok' || outcome === 'fail')
    await until('every unknown outcome is known', known, resolvedMs).catch(() => {
      const left = open.filter(({ outcome }) => outcome === 'unknown')
      faults.push(
        `Still unknown ${resolvedMs / 1000} s after the fault has ended: ${left.length} operations, ${left[0]?.asked.kind} ${left[0]?.id} first`,
      )
    })
    const reader = await this.#connectedReader()
    for (const { pid, name, seconds } of await readIdleSessions(reader, ownerRole, longestIdleMs)) {
      faults.push(
        `Session ${pid} (${name}) has been idle in a transaction for ${Math.round(seconds)} s`,
      )
    }
    return faults
  }

  /** Everything is answered and no one is at work: now nothing may be left open. */
  async close(): Promise<string[]> {
    await this.load.stop()
    const faults = await this.check()
    const never = this.records.takeReadings()
    if (never.length > 0)
      faults.push(
        `${never.length} readings showed what never came to be, the first to ${never[0]!.owner}`,
      )
    await this.shut()
    return faults
  }

  /** Leaves nothing running. The database stays until it is dropped. */
  async shut(): Promise<void> {
    await this.#reader?.end().catch(() => {})
    // This ends a check under way; another one must not begin.
    await this.#checking
    await Promise.all(this.#parts.doors.map((door) => door.close()))
  }

  async drop(): Promise<void> {
    await this.#parts.cluster.ask('postgres', (client) =>
      client.query(`drop database ${this.database} with (force)`),
    )
  }
}
