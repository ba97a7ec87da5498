/** People at work in a cluster, through HAProxy, and the torture's journal and checker over what they did. */
import { join } from 'node:path'
import type pg from 'pg'
import { ownersUrl } from '../../deploy/cluster/render.ts'
import type { Cluster } from '../../deploy/cluster/cluster.ts'
import { readTrialBalance } from '../../src/ledger/store/trial-balance.ts'
import { createClient, withClient } from '../../src/platform/database.ts'
import { Chance } from '../torture/chance.ts'
import { compare } from '../torture/checker.ts'
import { readerRole } from '../torture/cluster.ts'
import { Journal } from '../torture/journal.ts'
import { Load } from '../torture/load.ts'
import type { Firm } from '../torture/model.ts'
import { until } from '../torture/patience.ts'
import { gatherCast, type Person } from '../torture/people.ts'
import { Records } from '../torture/records.ts'
import { Sender } from '../torture/sender.ts'
import { readSnapshot } from '../torture/snapshot.ts'
import { closeConnections } from '../torture/wire.ts'
import { Forward } from './forward.ts'

const people = 12
/** The machine carries a whole cluster beside them. */
const thinkMs = 400
const resolvedMs = 60_000
const settledMs = 60_000

const pools = [
  'capital',
  'returns-pool',
  'referral-pool',
  'corrections-pool',
  'client-bank',
  'firm-bank',
] as const

/** The torture's reader, and sessions that need no password again however long it takes. */
async function prepare(cluster: Cluster): Promise<void> {
  const primary = (await cluster.primary())!
  const role = `create role ${readerRole} login password '${cluster.secrets.server_password}' in role pg_read_all_data, pg_read_all_stats`
  await cluster.asSuperuser(primary, ['psql', '--no-psqlrc', '--dbname', 'postgres', '-c', role])
  const url = ownersUrl(cluster.site, cluster.secrets)
  await withClient({ url, name: 'torture', as: 'owner' }, (client) =>
    client.query(
      `alter table auth.sessions alter column fresh_until set default clock_timestamp() + interval '30 days'`,
    ),
  )
}

export class House {
  readonly records: Records
  readonly sender: Sender
  readonly #cluster: Cluster
  readonly #load: Load
  readonly #journal: Journal
  readonly #forwards: readonly Forward[]
  #firmBefore!: Firm
  /** How often an investment of somebody here had been settled, when it was looked last. */
  settled = 0

  private constructor(
    cluster: Cluster,
    records: Records,
    journal: Journal,
    forwards: readonly [Forward, Forward],
    chance: Chance,
  ) {
    const ports = [forwards[0].port, forwards[1].port] as const
    this.#cluster = cluster
    this.records = records
    this.#journal = journal
    this.#forwards = forwards
    this.sender = new Sender(ports, journal, records, chance.fork('sender'))
    this.#load = new Load({ records, sender: this.sender, chance, ports, thinkMs })
  }

  static async open(cluster: Cluster, seed: string): Promise<House> {
    await prepare(cluster)
    const { address } = cluster.site.proxies[0]!
    const forwards = [await Forward.open(address, 80), await Forward.open(address, 80)] as const
    const records = new Records(await gatherCast(forwards[0].port, people))
    const journal = await Journal.open(join(cluster.folder, 'journal.jsonl'))
    const house = new House(cluster, records, journal, forwards, new Chance(seed))
    house.#firmBefore = await house.read(async (client) => {
      const balances = new Map(
        (await readTrialBalance(client)).map((row) => [row.kind, row.credits - row.debits]),
      )
      return Object.fromEntries(pools.map((kind) => [kind, balances.get(kind)])) as Firm
    })
    house.#load.start()
    return house
  }

  /** As one who can change nothing, at the primary of this moment. */
  async read<T>(use: (client: pg.Client) => Promise<T>): Promise<T> {
    const url = new URL(ownersUrl(this.#cluster.site, this.#cluster.secrets))
    url.username = readerRole
    url.password = this.#cluster.secrets.server_password
    const limits = { statementMs: 120_000, idleInTransactionMs: 0 }
    const client = createClient({ url: url.href, name: 'torture checker', as: 'owner', limits })
    client.on('error', () => {})
    await client.connect()
    try {
      return await use(client)
    } finally {
      await client.end().catch(() => {})
    }
  }

  /** Somebody's deposit: whether it was acknowledged. */
  async deposits(turn: number): Promise<boolean> {
    const { users } = this.records.cast
    const person = users[turn % users.length] as Person
    const asked = { kind: 'deposit', owner: person.id, amount: 100n } as const
    return (await this.sender.perform(person, asked)).outcome === 'ok'
  }

  /** Every outcome that is unknown now has to become known. */
  async resolves(): Promise<string[]> {
    const open = this.records.unresolved
    const left = () => open.filter(({ outcome }) => outcome === 'unknown').length
    const isKnown = await until('all is known', () => left() === 0, resolvedMs).catch(() => false)
    return isKnown ? [] : [`${left()} outcomes are still unknown after ${resolvedMs / 1000} s`]
  }

  /** What has matured by now has to be settled. */
  async settles(): Promise<string[]> {
    const due = `select id from investments where status = 'running' and matures_at <= (select business_now())`
    const ask = (sql: string) =>
      this.read(async (client) =>
        (await client.query<{ id: string }>(sql)).rows.map(({ id }) => id),
      )
    const now = await ask(due)
    let left = now
    const isSettled = async () => {
      const running = await ask(due)
      left = now.filter((id) => running.includes(id))
      return left.length === 0
    }
    await until('what is due is settled', isSettled, settledMs, 500).catch(() => {})
    return left.map((id) => `The investment ${id} is due for ${settledMs / 1000} s and not settled`)
  }

  /** Compares everything with the journal. */
  async check(): Promise<string[]> {
    const known = {
      outcomes: new Map([...this.records.ops].map(([id, { outcome }]) => [id, outcome])),
      people: this.records.users.map(({ id }) => id),
      firmBefore: this.#firmBefore,
    }
    const readings = this.records.takeReadings()
    const snapshot = await this.read(readSnapshot)
    const compared = compare(snapshot, this.records, known, readings)
    this.records.keepReadings(compared.readings)
    this.settled = snapshot.entries.filter(({ settles }) => settles !== null).length
    return [...compared.faults, ...this.records.complaints.splice(0)]
  }

  /** Everything is answered and no one is at work: now nothing may be left open. */
  async close(): Promise<string[]> {
    await this.#load.stop()
    const faults = await this.check()
    const never = this.records.takeReadings()
    if (never.length > 0) faults.push(`${never.length} readings showed what never came to be`)
    return faults
  }

  /** However it went. */
  async end(): Promise<void> {
    this.sender.givenUp = true
    await this.#load.stop()
    closeConnections()
    for (const forward of this.#forwards) forward.close()
    await this.#journal.close()
  }
}
