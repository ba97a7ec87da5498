/** Debian's PostgreSQL with pgBackRest, set up by the files of deploy/: with a repository, an archive, and a database of ours. */
import { readFileSync } from 'node:fs'
import { appendFile, chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll } from 'vitest'
import { beginMacs } from '../../src/desk/mac-times.ts'
import { createPool } from '../../src/platform/database.ts'
import { migrate } from '../../src/platform/migrations/migrate.ts'
import { initdbArguments } from './initdb.ts'
import { runAs, runsAsRoot, systemUser, type Outcome } from '../../src/platform/postgres/home.ts'
import { asOwner, migrationsFolder } from './cluster.ts'
import type { TestDatabase } from './database.ts'
import { debianPostgres, missingParts } from './outside.ts'
import { projectFolder, startRefused } from './server.ts'
import { testMacKeys, testSecret } from './stamp.ts'

const deployed = (file: string) =>
  readFileSync(join(projectFolder, 'deploy/pgbackrest', file), 'utf8')

/** What keeps backups from being tried here; null: nothing. */
export const whyNoBackups = (): string | null => missingParts('postgresql', 'pgbackrest')

const { scripts } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}

/** Its roles are as deploy/roles.sh makes them: `url` is the server's. */
export type Archived = TestDatabase & {
  /** Runs pgBackRest for the database of ours. */
  pgBackRest(...args: string[]): Promise<string>
  /** A file of the journal of PostgreSQL is closed and archived. */
  archive(): Promise<void>
  /** A script of ours, with the settings of whoever operates this. */
  script(
    name: string,
    env?: Record<string, string>,
    ...args: string[]
  ): ReturnType<typeof startRefused>
  /** Lines for a shell as an operator types them, with the places and the services of this database. */
  shell(text: string, env?: Record<string, string>): Promise<Outcome>
  /** What is left of scripts in the folder that they may use. */
  leftovers(): Promise<string[]>
  /** The programs of PostgreSQL. */
  pg(program: string, ...args: string[]): Promise<Outcome>
  data: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** As an operator runs it, with psql. */
async function makeRoles(url: string, folder: string): Promise<void> {
  await asOwner(url, (client) => client.query('create role postgres superuser login'))
  const env = { PGHOST: folder, OWNER_PASSWORD: 'of the owner', SERVER_PASSWORD: 'of the server' }
  const { code, stderr } = await runAs(null, join(projectFolder, 'deploy/roles.sh'), [], { env })
  if (code !== 0) throw new Error(`deploy/roles.sh ended with ${code}: ${stderr}`)
}

/** Call at the top of a test file. */
export async function createArchived(): Promise<Archived> {
  const program = join(debianPostgres()!, 'bin')
  const user = runsAsRoot ? await systemUser('postgres') : null
  const folder = await mkdtemp(join(tmpdir(), 'glasshouse-backups-'))
  await chmod(folder, 0o755)
  const [data, repository, scratch] = ['data', 'repository', 'scratch'].map((name) =>
    join(folder, name),
  ) as [string, string, string]
  for (const one of [folder, repository, scratch]) {
    await mkdir(one, { recursive: true, mode: 0o755 })
    if (user) await chown(one, user.uid, user.gid)
  }
  const env = {
    PGBACKREST_CONFIG: join(folder, 'pgbackrest.conf'),
    PGBACKREST_LOCK_PATH: join(folder, 'lock'),
  }
  const asUser = user ? `runuser -u ${user.name} --` : ''
  const urlOf = (role: string, database = 'glasshouse') =>
    `postgresql://${role}@localhost:5432/${database}?host=${encodeURIComponent(folder)}`
  const [serverUrl, ownerUrl] = [urlOf('glasshouse_server'), urlOf('glasshouse_owner')]
  /** Of whoever operates this. */
  const settings = {
    ...env,
    TMPDIR: scratch,
    DATABASE_URL: serverUrl,
    DATABASE_OWNER_URL: ownerUrl,
    GLASSHOUSE_SECRET: testSecret,
  }
  const run = async (command: string, ...args: string[]) => {
    const outcome = await runAs(user, command, args, { env })
    if (outcome.code !== 0)
      throw new Error(
        `${command} ${args.join(' ')} ended with ${outcome.code}: ${outcome.stderr}${outcome.stdout}`,
      )
    return outcome
  }
  const pg = (name: string, ...args: string[]) => run(join(program, name), ...args)
  const pgBackRest = async (...args: string[]) =>
    (await run('pgbackrest', '--stanza=glasshouse', ...args)).stdout

  await pg('initdb', ...initdbArguments(data), '--data-checksums')
  await appendFile(
    join(data, 'postgresql.conf'),
    [
      deployed('postgresql.conf').replace(
        'pgbackrest --stanza',
        `PGBACKREST_CONFIG=${env.PGBACKREST_CONFIG} PGBACKREST_LOCK_PATH=${env.PGBACKREST_LOCK_PATH} pgbackrest --stanza`,
      ),
      "listen_addresses = ''",
      `unix_socket_directories = '${folder}'`,
      'shared_buffers = 16MB',
      'fsync = off',
      '',
    ].join('\n'),
  )
  await writeFile(
    env.PGBACKREST_CONFIG,
    deployed('pgbackrest.conf')
      .replace('/var/lib/pgbackrest', repository)
      .replace(
        '/var/lib/postgresql/15/main',
        `${data}\npg1-socket-path=${folder}\npg1-user=glasshouse`,
      )
      .replace('log-level-file=detail', 'log-level-file=off'),
    { mode: 0o644 },
  )
  /** Of a machine of an operator's: what its words mean here. */
  const here = (text: string) =>
    text
      .replaceAll(/^systemctl (start|stop) glasshouse-.*$/gm, ':')
      .replaceAll(
        'systemctl stop postgresql@15-main',
        `${asUser} ${join(program, 'pg_ctl')} -D ${data} -s -m immediate stop 2> /dev/null || true`,
      )
      .replaceAll(
        'systemctl start postgresql@15-main',
        `${asUser} ${join(program, 'pg_ctl')} -D ${data} -w -s -l ${join(folder, 'log')} start`,
      )
      .replaceAll('sudo -u postgres', asUser)
      .replaceAll('/var/lib/postgresql/15/main', data)
      .replaceAll(/npm run ([\w:]+)(?: --)?/g, (_, name: string) => scripts[name]!)
  const start = async () =>
    void (await pg('pg_ctl', '-D', data, '-w', '-s', '-l', join(folder, 'log'), 'start'))
  const stop = async () =>
    void (await pg('pg_ctl', '-D', data, '-w', '-s', 'stop', '-m', 'immediate'))
  await start()
  await makeRoles(urlOf('glasshouse', 'postgres'), folder)
  const pool = createPool({ url: serverUrl, name: 'glasshouse test' })
  const superuser = urlOf('glasshouse')
  const owner = createPool({ url: superuser, name: 'glasshouse test', as: 'owner', max: 4 })
  for (const one of [pool, owner]) one.on('error', () => {})
  afterAll(async () => {
    await stop().catch(() => {})
    await Promise.all([pool, owner].map((one) => one.end()))
    await rm(folder, { recursive: true, force: true })
  })
  await migrate({ url: ownerUrl, mode: 'demo', folder: migrationsFolder, isServer: false })
  await asOwner(ownerUrl, (client) => beginMacs(client, testMacKeys))
  await pgBackRest('stanza-create')
  return {
    url: serverUrl,
    ownerUrl,
    pool,
    owner,
    pgBackRest,
    async archive() {
      await owner.query('select pg_switch_wal()')
      await pgBackRest('check')
    },
    script: (name, more = {}, ...args) =>
      startRefused({
        env: { ...settings, ...more },
        command: [process.execPath, `scripts/${name}.ts`, ...args],
      }),
    shell: (text, more = {}) =>
      runAs(null, '/bin/sh', ['-ec', `cd ${projectFolder}\n${here(text)}`], {
        env: { ...settings, ...more, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
      }),
    leftovers: () => readdir(scratch),
    pg,
    data,
    stop,
    start,
  }
}
