/** A PostgreSQL with a standby that its commits wait for. Made by copying a data directory that has never run, so that it needs no programs but the server's own. */
import { appendFile, chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createPool } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { initdbArguments } from './initdb.ts'
import { runAs, settleHome, type PostgresHome } from '../../src/platform/postgres/home.ts'
import { asOwner, migrationsFolder } from './cluster.ts'
import type { TestDatabase } from './database.ts'

export type Pair = TestDatabase & {
  /** What the standby has, as it is read there. */
  standby: TestDatabase['owner']
  standbyUrl: string
  /** The standby goes: from now on nothing that is committed is on it. */
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
}

type Server = { data: string; port: number }

async function run(home: PostgresHome, command: string, args: string[]): Promise<void> {
  const { code, stderr, stdout } = await runAs(home.user, command, args)
  if (code !== 0) throw new Error(`${command} ended with ${code}: ${stderr}${stdout}`)
}

async function makeData(
  home: PostgresHome,
  program: string,
  [first, second]: [Server, Server],
): Promise<void> {
  await run(home, join(program, 'bin/initdb'), initdbArguments(first.data))
  await appendFile(
    join(first.data, 'postgresql.conf'),
    [
      '',
      "listen_addresses = ''",
      `unix_socket_directories = '${home.folder}'`,
      'shared_buffers = 16MB',
      'fsync = off',
      // A standby that doesn't answer is waited for, not given up.
      'wal_sender_timeout = 0',
      `include = 'role.conf'`,
      '',
    ].join('\n'),
  )
  await run(home, '/bin/cp', ['-a', first.data, second.data])
  await writeFile(join(first.data, 'role.conf'), `port = ${first.port}\n`)
  await writeFile(
    join(second.data, 'role.conf'),
    `port = ${second.port}\nprimary_conninfo = 'host=${home.folder} port=${first.port} user=glasshouse application_name=standby'\n`,
  )
  await writeFile(join(second.data, 'standby.signal'), '')
  for (const { data } of [first, second]) await chmod(join(data, 'role.conf'), 0o644)
  await chmod(join(second.data, 'standby.signal'), 0o644)
}

/** Call at the top of a test file. `program` holds bin; null: the embedded one. */
export async function createPair(program: string | null): Promise<Pair> {
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-pair-'))
  // As root, PostgreSQL runs as another user, who has to get through here to a folder of its own.
  await chmod(folder, 0o711)
  const home = await settleHome(folder, () => {})
  const place = program ?? home.program
  const [first, second] = [
    { data: join(home.folder, 'first'), port: 5432 },
    { data: join(home.folder, 'second'), port: 5433 },
  ]
  const pgCtl = ({ data }: Server, ...args: string[]) =>
    run(home, join(place, 'bin/pg_ctl'), ['-D', data, '-w', '-s', '-t', '60', ...args])
  const start = (server: Server) =>
    pgCtl(server, 'start', '-l', join(home.folder, `${server.port}.log`))
  const stop = (server: Server) => pgCtl(server, 'stop', '-m', 'immediate')
  const urlOf = ({ port }: Server) =>
    `postgresql://glasshouse@localhost:${port}/postgres?host=${encodeURIComponent(home.folder)}`
  const pool = createPool({ url: urlOf(first), name: 'glasshouse test' })
  const owner = createPool({
    url: urlOf(first),
    name: 'glasshouse test owner',
    as: 'owner',
    max: 4,
  })
  const standby = createPool({
    url: urlOf(second),
    name: 'glasshouse test standby',
    as: 'owner',
    max: 2,
  })
  afterAll(async () => {
    for (const server of [first, second]) await stop(server).catch(() => {})
    await Promise.all([pool, owner, standby].map((one) => one.end()))
    await rm(folder, { recursive: true, force: true })
  })
  await makeData(home, place, [first, second])
  await start(first)
  await migrate({ url: urlOf(first), mode: 'demo', folder: migrationsFolder })
  await start(second)
  await asOwner(urlOf(first), async (client) => {
    await client.query(`alter system set synchronous_standby_names = 'standby'`)
    await client.query('select pg_reload_conf()')
    while (
      (await client.query(`select from pg_stat_replication where sync_state = 'sync'`)).rowCount ===
      0
    );
  })
  return {
    url: urlOf(first),
    ownerUrl: urlOf(first),
    pool,
    owner,
    standby,
    standbyUrl: urlOf(second),
    stopStandby: () => stop(second),
    startStandby: () => start(second),
  }
}
