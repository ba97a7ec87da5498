/** Two servers of one house. A killed one is restarted at once; the other goes on meanwhile. */
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { startServer, type Exit, type TestServer } from '../../tests/support/server.ts'
import type { Cluster } from './cluster.ts'
import type { Nemesis } from './nemesis-process.ts'
import type { LinkName } from './orders.ts'
import { until } from './patience.ts'
import type { DoorNumber } from './sender.ts'

const secret = 'the same secret for all servers of the torture, 0123456789'

/** A database that is being restarted keeps a server from starting; then the start is retried, as a supervisor would. */
const startsWithinMs = 90_000

export class Door {
  readonly number: DoorNumber
  readonly #cluster: Cluster
  readonly #nemesis: Nemesis
  #database = ''
  #server: TestServer | null = null
  #wanted = false
  /** Why the last start failed. */
  #lastFailure = ''

  constructor(number: DoorNumber, cluster: Cluster, nemesis: Nemesis) {
    this.number = number
    this.#cluster = cluster
    this.#nemesis = nemesis
  }

  get link(): LinkName {
    return this.number === 0 ? 'http-0' : 'http-1'
  }

  get databaseLink(): LinkName {
    return this.number === 0 ? 'database-0' : 'database-1'
  }

  /** The running server's process, or null. */
  get pid(): number | null {
    return this.#server?.child.pid ?? null
  }

  /** Nothing is wrong yet when a house is first opened: a server that doesn't start then never will. */
  async open(
    database: string,
    tries: 'once' | 'until it starts' = 'until it starts',
  ): Promise<void> {
    this.#database = database
    this.#wanted = true
    await this.#nemesis.order('aim', {
      link: this.databaseLink,
      at: { path: this.#cluster.socket },
    })
    await this.#start(tries)
  }

  async #start(tries: 'once' | 'until it starts' = 'until it starts'): Promise<void> {
    const starting = {
      databaseUrl: this.#cluster.urlThrough(this.#nemesis.ports[this.databaseLink], this.#database),
      dataFolder: join(this.#cluster.folder, 'server'),
      env: {
        GLASSHOUSE_SECRET: secret,
        METRICS_PORT: 'off',
        LOG_LEVEL: 'warn',
        NODE_COMPILE_CACHE: join(this.#cluster.folder, 'compiled'),
      },
    }
    const server = await until(
      `server ${this.number} is ready`,
      () =>
        startServer(starting).catch((error: Error) => {
          this.#lastFailure = error.message
          if (tries === 'once') throw new CannotStart(error.message)
          return null
        }),
      startsWithinMs,
      50,
    ).catch((error: Error) => {
      if (error instanceof CannotStart) throw error
      throw new Error(`Server ${this.number} does not start: ${this.#lastFailure}`)
    })
    await this.#nemesis.order('aim', {
      link: this.link,
      at: { port: Number(new URL(server.url).port) },
    })
    this.#server = server
    void server.exited.then(() => this.#ended(server))
  }

  async #ended(server: TestServer): Promise<void> {
    await appendFile(
      join(this.#cluster.folder, `server-${this.number}.log`),
      server.output().stderr,
    )
    if (this.#server !== server) return
    this.#server = null
    if (this.#wanted) await this.#start()
  }

  /** Until a server other than this one serves. */
  async reopened(thanPid: number): Promise<void> {
    await until(
      `server ${this.number} is back`,
      () => this.pid !== null && this.pid !== thanPid,
      startsWithinMs,
    )
  }

  async ready(): Promise<void> {
    await until(`server ${this.number} serves`, () => this.pid, startsWithinMs)
  }

  /** Stops the server in order, and returns how it ended. It isn't started again. */
  async close(): Promise<Exit | null> {
    this.#wanted = false
    const server = this.#server
    this.#server = null
    return server ? server.stop() : null
  }
}
