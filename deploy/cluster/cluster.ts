/** A whole cluster on one machine: started, looked at and stopped. All of it is below one folder, and in namespaces by its name. */
import { chown, mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { Network } from './network.ts'
import { isPrimary, isWhole, membersBy, type Member } from './patroni.ts'
import { beganAt, isAlive, Processes, signal, type Program, type Running } from './processes.ts'
import {
  dataFolderOf,
  etcd,
  haproxy,
  metricsPorts,
  patroni,
  server,
  thisProject,
  worker,
} from './programs.ts'
import { database, ownersUrl, render } from './render.ts'
import { keepSecrets, type Secrets } from './secrets.ts'
import { comesTrue, idsOf, run } from './shell.ts'
import { hostsOf, siteOnOneMachine, type Host, type Site } from './site.ts'

/** PostgreSQL's socket lies below the folder, and a socket's path has 107 characters at most. */
const longestFolder = 70

/** On a slow machine: three copies of a database are made, and the demonstration's months of history are told. */
const patienceMs = 180_000
/** Longer than anything of it takes to end by itself: a server has ten seconds, PostgreSQL writes a checkpoint. */
const stopMs = 40_000

/** Who owns what is below a host's folder. */
const owners = {
  databases: [
    { path: 'var/lib/etcd', user: 'etcd' },
    { path: 'var/lib/postgresql/15', user: 'postgres' },
    { path: 'run/postgresql', user: 'postgres' },
    { path: 'etc/patroni/config.yml', user: 'postgres' },
  ],
  proxies: [{ path: 'run/haproxy', user: 'haproxy' }],
  applications: [
    'var/lib/glasshouse-server',
    'var/lib/glasshouse-worker',
    'etc/glasshouse/secret',
    'etc/glasshouse/document_keys',
    'etc/glasshouse/database_url',
    'etc/glasshouse/database_replica_url',
  ].map((path) => ({ path, user: 'nobody' })),
} as const

type Made = {
  servers: number
  say(line: string): void
  /** The folder whose servers and workers run, if it isn't this one. Every user has to be able to read it. */
  project?: string
}

const programs = { etcd, patroni, haproxy, server, worker }

/** What answers where, when it is asked how it is. */
const answersAt: Record<string, (host: Host) => string> = {
  etcd: ({ address }) => `http://${address}:2379/health`,
  server: ({ address }) => `http://${address}:3000/readyz`,
  worker: ({ address }) => `http://${address}:${metricsPorts.worker}/readyz`,
}

function says(url: string): Promise<boolean> {
  const asked = fetch(url, { signal: AbortSignal.timeout(2_000) })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}

export class Cluster {
  readonly folder: string
  readonly site: Site
  readonly network: Network
  readonly processes: Processes
  readonly project: string
  readonly #say: (line: string) => void
  #secrets!: Secrets

  constructor(folder: string, { servers, say, project = thisProject }: Made) {
    this.folder = resolve(folder)
    if (this.folder.length > longestFolder)
      throw new CannotStart(`The folder’s path is longer than ${longestFolder} characters.`)
    this.site = siteOnOneMachine(this.folder, servers)
    this.network = new Network(this.folder)
    this.processes = new Processes(this.folder)
    this.project = project
    this.#say = say
  }

  get namespaceOf(): (host: Host) => string {
    return (host) => this.network.namespaceOf(host)
  }

  /** Made by `start`. */
  get secrets(): Secrets {
    return this.#secrets
  }

  startProgram(program: (where: Cluster, host: Host) => Program, host: Host): Promise<Running> {
    return this.processes.start(program(this, host))
  }

  /** From an empty folder, or from what an earlier run has left there. */
  async start(): Promise<void> {
    if (process.getuid!() !== 0) throw new CannotStart('Network namespaces are made as root.')
    if (await this.network.isMade())
      throw new CannotStart(`A cluster runs in ${this.folder} already: stop it first.`)
    await run(process.execPath, [join(this.project, 'scripts/build.ts')])
    this.#secrets = await keepSecrets(join(this.folder, 'secrets'))
    await render(this.site, this.folder, this.#secrets)
    for (const kind of ['databases', 'proxies', 'applications'] as const)
      for (const host of this.site[kind]) await this.#own(host, owners[kind])
    try {
      await this.network.make(this.site)
      await this.#startDatabase()
      await this.#startHouse()
    } catch (error) {
      await this.stop()
      throw error
    }
  }

  async #own(host: Host, owned: readonly { path: string; user: string }[]): Promise<void> {
    for (const { path, user } of owned) {
      const at = join(this.site.rootOf(host), path)
      if (!path.startsWith('etc/')) await mkdir(at, { recursive: true })
      await chown(at, ...(await idsOf(user)))
    }
  }

  async #startDatabase(): Promise<void> {
    const { databases, proxies } = this.site
    for (const host of databases) await this.startProgram(etcd, host)
    for (const host of databases) await this.startProgram(patroni, host)
    for (const host of proxies) await this.startProgram(haproxy, host)
    await this.#until('Patroni has a primary and two standbys', () => this.isWhole())
    this.#say('PostgreSQL: a primary, a synchronous standby and one more')
  }

  async #startHouse(): Promise<void> {
    await this.#makeRoles()
    await run(process.execPath, [join(this.project, 'scripts/migrate.ts')], {
      GLASSHOUSE_MODE: this.site.mode,
      DATABASE_OWNER_URL: ownersUrl(this.site, this.#secrets),
      GLASSHOUSE_SECRET: this.#secrets.secret,
    })
    this.#say('The database is of this release')
    for (const host of this.site.applications) {
      await this.startProgram(server, host)
      await this.startProgram(worker, host)
    }
    const isReady = () => says(`${this.site.publicUrl}/readyz`)
    await this.#until('a server answers through HAProxy', isReady)
    this.#say(`Glasshouse is ready at ${this.site.publicUrl}`)
  }

  /** As the superuser, who signs in on the database's own host alone. */
  async asSuperuser(host: Host, program: readonly string[], env = {}): Promise<string> {
    const socket = join(this.site.rootOf(host), 'run/postgresql')
    const become = ['--reuid', 'postgres', '--regid', 'postgres', '--init-groups', '--']
    return run('setpriv', [...become, ...program], { PGHOST: socket, ...env })
  }

  /** What deploy/roles.sh makes, once. */
  async #makeRoles(): Promise<void> {
    const primary = await this.primary()
    if (!primary) throw new CannotStart('There is no primary.')
    const psql = ['psql', '--username', 'postgres', '--dbname', 'postgres', '--no-psqlrc']
    const ask = `select datname from pg_database where datname = '${database}'`
    if ((await this.asSuperuser(primary, [...psql, '-Atc', ask])).includes(database)) return
    await this.asSuperuser(primary, ['sh', join(this.project, 'deploy/roles.sh')], {
      OWNER_PASSWORD: this.#secrets.owner_password,
      SERVER_PASSWORD: this.#secrets.server_password,
    })
  }

  async primary(): Promise<Host | null> {
    const { databases } = this.site
    const are = await Promise.all(databases.map(isPrimary))
    return databases.find((_, n) => are[n]) ?? null
  }

  /** As one of them says who answers. */
  async members(): Promise<Member[]> {
    for (const host of this.site.databases) {
      const members = await membersBy(host)
      if (members) return members
    }
    return []
  }

  async isWhole(): Promise<boolean> {
    return isWhole(await this.members())
  }

  /** The candidate is the synchronous standby. */
  async switchOver(primary: Host, candidate: string): Promise<void> {
    const config = join(this.site.rootOf(primary), 'etc/patroni/config.yml')
    const to = ['--leader', primary.name, '--candidate', candidate, '--force']
    await run('patronictl', ['-c', config, 'switchover', ...to])
  }

  async #until(what: string, ask: () => Promise<boolean>): Promise<void> {
    if (!(await comesTrue(ask, patienceMs)))
      throw new CannotStart(
        `Waited ${patienceMs / 1000} s in vain until ${what}; the logs are in ${join(this.folder, 'logs')}.`,
      )
  }

  /** The postmaster of a host, or null. */
  async postmaster(host: Host): Promise<Running | null> {
    const path = join(dataFolderOf(this.site, host), 'postmaster.pid')
    const pid = Number((await readFile(path, 'utf8').catch(() => '')).split('\n')[0])
    const began = pid > 0 ? beganAt(pid) : null
    return began === null ? null : { name: `postgres-${host.name}`, pid, began }
  }

  #named(name: string): { kind: keyof typeof programs; host: Host } {
    const [kind, hostName] = name.split('-') as [keyof typeof programs, string | undefined]
    const host = hostsOf(this.site).find((one) => one.name === hostName)
    if (!host || !(kind in programs)) throw new CannotStart(`There is no ${name}.`)
    return { kind, host }
  }

  /**
   * Ends one program in order, starts it again, and waits until it says that it is ready, where it can say so. Its name as
   * `status` says it. `program`: started otherwise than usual.
   */
  async restart(name: string, program?: (where: Cluster, host: Host) => Program): Promise<void> {
    const { kind, host } = this.#named(name)
    const running = await this.processes.find(name)
    if (running) {
      signal(running, 'SIGTERM')
      if (!(await comesTrue(async () => !isAlive(running), stopMs)))
        throw new Error(`${name} has not ended after ${stopMs / 1000} s`)
    }
    await this.startProgram(program ?? programs[kind], host)
    const url = answersAt[kind]?.(host)
    if (url !== undefined) await this.#until(`${name} is ready`, () => says(url))
  }

  /** The new HAProxy takes the open ports over; the old one goes on until its last connection has ended. */
  async reload(name: string): Promise<void> {
    const { kind } = this.#named(name)
    const running = await this.processes.find(name)
    if (kind !== 'haproxy' || !running) throw new CannotStart(`There is no HAProxy ${name}.`)
    signal(running, 'SIGUSR2')
  }

  /** PostgreSQL of this host, by its Patroni; answers when it is up again. */
  async restartDatabase(host: Host): Promise<void> {
    const config = join(this.site.rootOf(host), 'etc/patroni/config.yml')
    await run('patronictl', ['-c', config, 'restart', 'glasshouse', host.name, '--force'])
  }

  /** Servers and workers first, then the database, each by its own signal; what is left in the namespaces is killed. */
  async stop(): Promise<void> {
    for (const kinds of [['server', 'worker'], ['patroni'], ['haproxy', 'etcd']]) {
      const all = (await this.processes.all()).filter(({ name }) =>
        kinds.some((kind) => name.startsWith(`${kind}-`)),
      )
      for (const running of all) {
        signal(running, 'SIGCONT')
        signal(running, 'SIGTERM')
      }
      const ended = async () => !all.some(isAlive)
      await comesTrue(ended, stopMs)
    }
    await this.#killRest()
    await this.network.remove()
    await this.processes.forget()
  }

  async #killRest(): Promise<void> {
    for (const pid of await this.network.everyProcess())
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has just ended.
      }
    await comesTrue(async () => (await this.network.everyProcess()).length === 0, stopMs)
  }
}
