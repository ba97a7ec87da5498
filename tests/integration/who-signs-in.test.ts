/** The database's owner brings it up; servers and workers sign in as the application alone, and find it so or don't start. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CannotStart } from '../../src/platform/cannot-start.ts'
import { withClient } from '../../src/platform/database.ts'
import { label, readMigrations } from '../../src/platform/migrations/files.ts'
import { checkMigrated } from '../../src/platform/migrations/migrate.ts'
import {
  beyondApplication,
  isApplicationAlone,
  judgeRole,
  readRoleFacts,
} from '../../src/platform/signed-in-role.ts'
import { signUp } from '../support/client.ts'
import { migrationsFolder } from '../support/cluster.ts'
import { extent } from '../support/extent.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import {
  runMigrate,
  serverAlone,
  smallWorld,
  startRefused,
  startServer,
  startWorker,
  stopServers,
} from '../support/server.ts'
import { testSecret } from '../support/stamp.ts'

const database = await createOperatorsDatabase()
const { ownerUrl, serverUrl, server } = database
afterAll(stopServers)

const worker = [process.execPath, 'src/worker.ts'] as [string, string]
const factsOf = (url: string) =>
  withClient({ url, name: 'test', as: 'owner' }, (client) => readRoleFacts(client))

/** The one line that a process says which doesn't start. */
async function refusal(
  command: typeof serverAlone,
  env: Record<string, string> = {},
  databaseUrl: string | undefined = serverUrl,
): Promise<string> {
  const given = databaseUrl === undefined ? {} : { databaseUrl }
  const { code, stderr } = await startRefused({ ...given, command, env: { ...smallWorld, ...env } })
  expect(code).toBe(1)
  const lines = stderr.trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0]!
}

describe('before npm run migrate', () => {
  test.each(
    extent([['a worker', worker]], [['a server', serverAlone]]) as [string, typeof serverAlone][],
  )('%s doesn’t start, and changes nothing', async (_, command) => {
    expect(await refusal(command, { PORT: '3000' })).toBe(
      'The database is not brought up to this release: run npm run migrate first.',
    )
    const { rows } = await database.owner.query(`select to_regclass('public.migrations') as made`)
    expect(rows).toEqual([{ made: null }])
  })

  test('it wants the secret first, and the owner', async () => {
    const without = await runMigrate({ DATABASE_OWNER_URL: ownerUrl, GLASSHOUSE_SECRET: '' })
    expect([without.code, without.stderr]).toEqual([
      1,
      'GLASSHOUSE_SECRET is missing: the database is brought up with the secret that the servers will have.\n',
    ])
    const stranger = await runMigrate({ DATABASE_URL: serverUrl })
    expect([stranger.code, stranger.stderr]).toEqual([
      1,
      `The role ${server} is not the owner of the database: give the owner’s address in DATABASE_OWNER_URL.\n`,
    ])
    const embedded = await runMigrate({})
    expect([embedded.code, embedded.stderr]).toEqual([
      1,
      'DATABASE_OWNER_URL is missing. The embedded database is brought up by npm start.\n',
    ])
    expect(
      (await database.owner.query(`select to_regclass('desk.macs') as made`)).rows[0].made,
    ).toBeNull()
  })
})

describe('after npm run migrate', () => {
  beforeAll(async () => {
    const { code, stdout, stderr } = await runMigrate({ DATABASE_OWNER_URL: ownerUrl })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Applied 000-house\.$/m)
    expect(stdout).toMatch(/^The database is of this release\.$/m)
  })

  test('a second one finds nothing to do, without the secret too', async () => {
    const again = await runMigrate({ DATABASE_OWNER_URL: ownerUrl, GLASSHOUSE_SECRET: '' })
    expect(again).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Database .*: demo, .*\.\nThe database is of this release\.\n$/,
      ),
      stderr: '',
    })
  })

  test('the role that was made for it is the application’s alone, and the owner is none', async () => {
    const facts = await factsOf(serverUrl)
    expect([judgeRole(facts), beyondApplication(facts)]).toEqual(['application', []])
    expect(isApplicationAlone(await factsOf(ownerUrl))).toBe(false)
    expect([judgeRole(await factsOf(ownerUrl)), judgeRole(await factsOf(database.url))]).toEqual([
      'owner',
      'owner',
    ])
  })

  test('server and worker work with it, side by side, and neither could change the books', async () => {
    const [site, hand] = await Promise.all([
      startServer({ databaseUrl: serverUrl, env: smallWorld, command: serverAlone }),
      startWorker({ databaseUrl: serverUrl, env: smallWorld }),
    ])
    const { email } = (await signUp(site.url)).user
    // Without a mail server the worker keeps them for the outbox, and the server leaves them.
    const states = `select state from outbox join auth.persons person on person.id = owner_id where email = $1`
    await expect
      .poll(async () => {
        const { rows } = await database.owner.query<{ state: string }>(states, [email])
        return rows.map(({ state }) => state)
      })
      .toSatisfy((found: string[]) => found.length > 0 && found.every((state) => state === 'kept'))
    const { rows } = await database.owner.query<{ name: string }>(
      `select distinct usename as name from pg_stat_activity where datname = current_database() and application_name ~ '^glasshouse( desk| health)?$'`,
    )
    expect(rows).toEqual([{ name: server }])
    const health = hand.metricsUrl.replace('/metrics', '/readyz')
    expect(await (await fetch(health)).json()).toEqual({ status: 'ready' })
    expect(await (await fetch(hand.metricsUrl)).text()).toContain('glasshouse_commands_total')
    expect((await fetch(site.metricsUrl.replace('/metrics', '/readyz'))).status).toBe(404)
    for (const one of [site, hand]) expect(await one.stop()).toEqual({ code: 0, signal: null })
  })

  test('neither starts with the owner’s address beside its own', async () => {
    expect(await refusal(worker, { DATABASE_OWNER_URL: ownerUrl })).toContain(
      'DATABASE_OWNER_URL is for npm run migrate alone',
    )
  })

  test('neither starts on an embedded database', async () => {
    expect(await refusal(worker, {}, '')).toBe(
      'A worker needs DATABASE_URL: the embedded database belongs to npm start, which is server and worker in one.',
    )
    expect(await refusal(serverAlone, {}, '')).toContain('A server without a worker needs')
  })

  test('a worker that knows no address for its links doesn’t start', async () => {
    expect(await refusal(worker)).toBe(
      'A worker writes links into mails: give PUBLIC_URL, or the PORT of the server.',
    )
  })

  test('another secret than the one of npm run migrate is told', async () => {
    const other = testSecret.split('').reverse().join('')
    await database.owner.query(
      `insert into auth.persons (id, full_name, email) values (gen_random_uuid(), 'Ada', 'ada@one.example')`,
    )
    const line = await refusal(worker, {
      PORT: '3000',
      GLASSHOUSE_SECRET: other,
      GLASSHOUSE_EARLIER_SECRETS: '',
    })
    expect(line).toContain('This database was written with another secret')
  })
})

/** Undone afterwards; as the cluster's superuser. */
const excesses: [what: string, grant: string, revoke: string, told: RegExp][] = [
  ['a superuser', 'alter role $ superuser', 'alter role $ nosuperuser', /it is superuser/],
  ['who may create roles', 'alter role $ createrole', 'alter role $ nocreaterole', /createrole/],
  [
    'who may create databases',
    'alter role $ createdb',
    'alter role $ nocreatedb',
    /it is createdb/,
  ],
  ['who may replicate', 'alter role $ replication', 'alter role $ noreplication', /replication/],
  [
    'whom no rule for rows holds',
    'alter role $ bypassrls',
    'alter role $ nobypassrls',
    /bypassrls/,
  ],
  [
    'who may read all there is',
    'grant pg_read_all_data to $',
    'revoke pg_read_all_data from $',
    /it is a member of pg_read_all_data/,
  ],
  [
    'who may read files, by way of another role',
    'create role $_friend; grant pg_read_server_files to $_friend; grant $_friend to $',
    'drop role $_friend',
    /it is a member of .*pg_read_server_files/,
  ],
  [
    'who hands the application’s role on',
    'grant glasshouse_app to $ with admin option',
    'revoke admin option for glasshouse_app from $',
    /it may hand on glasshouse_app/,
  ],
  [
    'who owns a table',
    'create table mine (one int); alter table mine owner to $',
    'drop table mine',
    /it owns table mine/,
  ],
  [
    'who may write a table',
    'grant update on ledger.postings to $',
    'revoke update on ledger.postings from $',
    /it has rights of its own on .*ledger\.postings/,
  ],
  [
    'who may write a column',
    'grant update (role) on owners to $',
    'revoke update (role) on owners from $',
    /it has rights of its own on .*owners/,
  ],
  [
    'to whose own role a whole table was given',
    'grant insert on ledger.postings to glasshouse_app',
    'revoke insert on ledger.postings from glasshouse_app',
    /it has rights of its own on ledger\.postings/,
  ],
  [
    'who may write what everybody may',
    'grant delete, update on owners to public',
    'revoke delete, update on owners from public',
    /it has rights of its own on owners/,
  ],
  [
    'to whose own role a function of PostgreSQL’s was given',
    'grant execute on function pg_read_file(text) to glasshouse_app',
    'revoke execute on function pg_read_file(text) from glasshouse_app',
    /it has rights of its own on function pg_read_file/,
  ],
  [
    'who may create tables',
    'grant create on schema public to $',
    'revoke create on schema public from $',
    /it may create in public/,
  ],
  [
    'who may create schemas',
    'grant create on database current to $',
    'revoke create on database current from $',
    /it may create in the database/,
  ],
  [
    'who may make temporary tables',
    'grant temporary on database current to $',
    'revoke temporary on database current from $',
    /it may make temporary tables/,
  ],
  [
    'who may switch triggers off',
    'grant set on parameter session_replication_role to $',
    'revoke set on parameter session_replication_role from $',
    /it may set session_replication_role/,
  ],
]

describe('a role that is more than the application’s', () => {
  const filled = (sql: string) =>
    sql
      .replaceAll('$', server)
      .replace('database current', `database ${new URL(database.url).pathname.slice(1)}`)

  test.each(excesses)(
    '%s, is seen, and let go when it isn’t any more',
    async (_, give, take, told) => {
      await database.owner.query(filled(give))
      try {
        const facts = await factsOf(serverUrl)
        expect(isApplicationAlone(facts)).toBe(false)
        expect(beyondApplication(facts).join('; ')).toMatch(told)
        if (!facts.isOwner) expect(() => judgeRole(facts)).toThrow(told)
      } finally {
        await database.owner.query(filled(take))
      }
      expect(beyondApplication(await factsOf(serverUrl))).toEqual([])
    },
  )

  test('is refused at the start in one line', async () => {
    await database.owner.query(`alter role ${server} createrole`)
    try {
      expect(await refusal(worker, { PORT: '3000' })).toBe(
        `The role ${server} of DATABASE_URL is neither the owner of the database nor the application’s alone: it is createrole. Take that away, or run npm run migrate; docs/runbooks/deploy.md says how such a role is made.`,
      )
    } finally {
      await database.owner.query(`alter role ${server} nocreaterole`)
    }
  })

  test('and one that isn’t the application’s at all is told how to become it', async () => {
    await database.owner.query(`revoke glasshouse_app from ${server}`)
    try {
      expect(await refusal(worker, { PORT: '3000' })).toBe(
        `The role ${server} of DATABASE_URL is not in glasshouse_app: run npm run migrate, then grant glasshouse_app to ${server}.`,
      )
    } finally {
      await database.owner.query(`grant glasshouse_app to ${server}`)
    }
  })
})

describe('who isn’t the owner compares what was applied with its files', () => {
  const check = (folder: string, mode: 'demo' | 'live' = 'demo') =>
    checkMigrated({ url: serverUrl, mode, folder })

  test('and is content with exactly these', async () => {
    await expect(check(migrationsFolder)).resolves.toBeUndefined()
  })

  test('but not with fewer', async () => {
    const first = readMigrations(migrationsFolder).at(-2)!
    const { rows } = await database.owner.query(
      `delete from public.migrations where number >= ${first.number} returning number, name, sha256`,
    )
    try {
      await expect(check(migrationsFolder)).rejects.toThrow(
        new CannotStart(
          `The database lacks 2 migrations, from ${label(first)} on: run npm run migrate first.`,
        ),
      )
      expect(await refusal(worker, { PORT: '3000' })).toContain('run npm run migrate first.')
    } finally {
      for (const { number, name, sha256 } of rows)
        await database.owner.query(
          'insert into public.migrations (number, name, sha256) values ($1, $2, $3)',
          [number, name, sha256],
        )
    }
  })

  test('nor with more', async () => {
    const later = `(number, name, sha256) values (999, 'later', '0')`
    await database.owner.query(`insert into public.migrations ${later}`)
    try {
      await expect(check(migrationsFolder)).rejects.toThrow(
        'The database has the migration 999-later, which this release lacks: it belongs to a newer one.',
      )
    } finally {
      await database.owner.query('delete from public.migrations where number = 999')
    }
  })

  test('nor with a database of a version before 1.0, which npm run migrate wouldn’t bring up', async () => {
    const { rows } = await database.owner.query<{ sha256: string }>(
      `select sha256 from public.migrations where number = 0`,
    )
    const set = 'update public.migrations set sha256 = $1 where number = 0'
    await database.owner.query(set, ['0'])
    try {
      await expect(check(migrationsFolder)).rejects.toThrow('made by a version before 1.0')
    } finally {
      await database.owner.query(set, [rows[0]!.sha256])
    }
  })

  test('nor with the other mode', async () => {
    await expect(check(migrationsFolder, 'live')).rejects.toThrow(
      'This database was created in demo mode and cannot be opened in live mode.',
    )
  })
})
