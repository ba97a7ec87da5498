/** What an operator starts it with agrees with the product: settings, commands, ports, and who has which secret. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { fromFiles, settings } from '../src/platform/config.ts'
import { newFolder } from './support/folder.ts'
import { filesOf, root } from './support/source.ts'
import { processOf, readUnit } from './support/units.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Service = {
  image: string
  command?: string[]
  environment: Record<string, string>
  secrets: string[]
  depends_on?: Record<string, { condition: string }>
  read_only?: boolean
  user?: string
  cap_drop?: string[]
  ports?: string[]
  volumes?: string[]
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Record<'postgres' | 'backup' | 'migrate' | 'server' | 'worker', Service>
  secrets: Record<string, { file: string }>
}
const { postgres, ...withSettings } = compose.services
const { backup, ...ours } = withSettings

/** Names of settings, without the ending of those that come from a file. */
const known = (name: string) =>
  name in settings ||
  (name.endsWith('_FILE') && (fromFiles as readonly string[]).includes(name.slice(0, -5)))

describe('deploy/compose.yaml', () => {
  test.each(Object.entries(withSettings))(
    '%s gets settings that there are, and secrets as files',
    (_, service) => {
      const { environment } = service
      expect(Object.keys(environment).filter((name) => !known(name))).toEqual([])
      for (const [name, value] of Object.entries(environment).filter(([name]) =>
        name.endsWith('_FILE'),
      ))
        expect([name, service.secrets.map((secret) => `/run/secrets/${secret}`)]).toEqual([
          name,
          expect.arrayContaining([value]),
        ])
      const given = Object.entries(environment).filter(
        ([name, value]) => name in settings && value !== '' && !value.includes('${'),
      )
      for (const [name, value] of given)
        expect(() => settings[name as keyof typeof settings].value.parse(value)).not.toThrow()
    },
  )

  test('only migrations and what tries backups have the owner’s address, and only PostgreSQL its password', () => {
    const having = (secret: string) =>
      Object.entries(compose.services)
        .filter(([, { secrets }]) => secrets.includes(secret))
        .map(([name]) => name)
    expect(having('database_owner_url')).toEqual(['backup', 'migrate'])
    expect(having('owner_password')).toEqual(['postgres'])
    expect(having('database_url')).toEqual(['server', 'worker'])
    expect(Object.keys(compose.secrets).toSorted()).toEqual(
      [...new Set(Object.values(compose.services).flatMap(({ secrets }) => secrets))].toSorted(),
    )
  })

  test('server and worker start after the migrations, and these after the database', () => {
    for (const name of ['server', 'worker'] as const)
      expect(compose.services[name].depends_on).toEqual({
        migrate: { condition: 'service_completed_successfully' },
      })
    expect(compose.services.migrate.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
    })
  })

  test('ours are read-only, and all of them without capabilities, of a user above 10000, and reached from this machine alone', () => {
    for (const { read_only } of Object.values(ours)) expect(read_only).toBe(true)
    for (const { user, cap_drop, ports = [] } of Object.values(compose.services)) {
      expect(cap_drop).toEqual(['ALL'])
      expect(user!.split(':').every((id) => Number(id) > 10_000)).toBe(true)
      expect(ports.every((port) => port.startsWith('127.0.0.1:'))).toBe(true)
    }
  })

  test('archives as the settings for pgBackRest say', () => {
    const lines = read('deploy/pgbackrest/postgresql.conf').matchAll(/^(\w+) = '?(.*?)'?$/gm)
    const given = [...lines].map(([, name, value]) => `-c${name}=${value}`)
    expect(postgres.command).toEqual(['postgres', ...given])
  })

  test('what tries backups sees those of the database, as the same user', () => {
    expect([backup.image, backup.user]).toEqual([postgres.image, postgres.user])
    expect(backup.volumes).toEqual(expect.arrayContaining(postgres.volumes!.slice(0, 2)))
  })

  test('its commands are those of package.json', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const name of ['server', 'worker', 'migrate'] as const)
      expect(compose.services[name].command!.join(' ')).toBe(scripts[name]!.replace(/^exec /, ''))
  })

  test('secrets.sh makes the secrets that it names, and roles.sh the roles of the runbook', () => {
    const made = read('deploy/secrets.sh')
    for (const name of Object.keys(compose.secrets)) expect(made).toContain(name)
    const block = /create role glasshouse_owner[^`]*/.exec(read('docs/runbooks/deploy.md'))![0]
    const plain = (text: string) => text.replaceAll(/'…'|:'\w+'/g, '?').trim()
    expect(plain(read('deploy/roles.sh'))).toContain(plain(block))
  })
})

describe('deploy/roles.sh', () => {
  const passwords = { OWNER_PASSWORD: 'an-owner', SERVER_PASSWORD: 'a-server' }
  /** Whether psql was begun, and how the script ended. */
  async function run(env: Record<string, string>) {
    const folder = await newFolder()
    await writeFile(join(folder, 'psql'), `#!/bin/sh\ntouch ${folder}/begun\n`, { mode: 0o755 })
    const PATH = `${folder}:${process.env.PATH}`
    const { status, stderr } = spawnSync(join(root, 'deploy/roles.sh'), {
      env: { ...env, PATH },
      encoding: 'utf8',
    })
    return { status, stderr, isBegun: existsSync(join(folder, 'begun')) }
  }

  test('makes roles with both passwords, and none where one is empty or can’t be read', async () => {
    expect(await run(passwords)).toEqual({ status: 0, stderr: '', isBegun: true })
    for (const name of Object.keys(passwords))
      expect(await run({ ...passwords, [name]: '' })).toEqual({
        status: 1,
        stderr: expect.stringContaining('/run/secrets/'),
        isBegun: false,
      })
  })
})

describe('Dockerfile', () => {
  const dockerfile = read('Dockerfile')
  test('ends as a user above 10000, with a check by Node itself', () => {
    const last = dockerfile.split(/^FROM /m).at(-1)!
    expect(Number(/^USER (\d+):\d+$/m.exec(last)![1])).toBeGreaterThan(10_000)
    expect(last).toContain('CMD ["node", "deploy/healthy.ts"]')
    expect(
      /^ENV (.*)$/m
        .exec(last)![1]!
        .split(' ')
        .map((one) => one.split('=')[0]),
    ).toEqual(expect.arrayContaining(['HOST', 'GLASSHOUSE_DATA']))
  })

  test('copies what there is, of which nothing is a secret’s or of the data', () => {
    const moved = /mv (.*) \\\n\s+(.*) \/image\//.exec(dockerfile)!.slice(1).join(' ').split(' ')
    const built = ['build', 'node_modules']
    expect(moved.filter((name) => !built.includes(name) && !existsSync(join(root, name)))).toEqual(
      [],
    )
    const let_in = read('.dockerignore')
      .split('\n')
      .filter((line) => line.startsWith('!'))
    expect(
      moved.filter(
        (name) => !built.includes(name) && !let_in.some((line) => line.slice(1).startsWith(name)),
      ),
    ).toEqual([])
    expect(read('.dockerignore')).toMatch(/^\*$/m)
    expect(let_in.filter((line) => /data|secret|\.git|\.env/.test(line))).toEqual([])
  })
})

describe('deploy/systemd', () => {
  const units = filesOf('deploy/systemd/*.service')
  test('has the three', () =>
    expect(units.map((path) => path.split('/').at(-1)).toSorted()).toEqual(
      ['migrate', 'server', 'worker'].map((name) => `glasshouse-${name}.service`),
    ))
  test.each(units)('%s runs a command of package.json with settings that there are', (path) => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const unit = read(path)
    const name = /glasshouse-(\w+)\.service/.exec(path)![1]!
    expect(/^ExecStart=.*\/(node .*)$/m.exec(unit)![1]).toBe(scripts[name]!.replace(/^exec /, ''))
    const given = [...unit.matchAll(/^Environment=(.*)$/gm)]
      .flatMap(([, line]) => line!.split(' '))
      .map((one) => one.split('=')[0]!)
    const systemds = ['NODE_ENV', 'WORKER_METRICS_PORT']
    expect(given.filter((one) => !systemds.includes(one) && !known(one))).toEqual([])
    // A credential that no setting names would be loaded for nothing.
    const credentials = [...unit.matchAll(/^LoadCredential=(\w+):/gm)].map(([, id]) => id!)
    const named = [...unit.matchAll(/=%d\/(\w+)/g)].map(([, id]) => id!)
    expect(named.toSorted()).toEqual(credentials.toSorted())
    expect(given.includes('DATABASE_OWNER_URL_FILE')).toBe(name === 'migrate')
    expect(given.includes('DATABASE_URL_FILE')).toBe(name !== 'migrate')
    expect(given).not.toContain('DATABASE_REPLICA_URL_FILE')
  })
  test('server and worker have ports of their own for /metrics, whatever stands in the settings of both', () => {
    const portOf = (process: string, given: string) => {
      const unit = readUnit(join(root, `deploy/systemd/glasshouse-${process}.service`))
      const { command, env } = processOf(unit, { credentials: '', state: '' }, () => given)
      const own = command.find((word) => word.startsWith('METRICS_PORT='))
      return own?.split('=')[1] ?? env.METRICS_PORT ?? settings.METRICS_PORT.default
    }
    const ports = (given: string) => ['server', 'worker'].map((process) => portOf(process, given))
    expect(ports('PUBLIC_URL=https://invest.example.org\n')).toEqual(['9464', '9465'])
    expect(ports('METRICS_PORT=9500\n')).toEqual(['9500', '9465'])
    expect(ports('WORKER_METRICS_PORT=9501\n')).toEqual(['9464', '9501'])
  })
  test('replica.conf, where there is a standby, gives its address alone', () => {
    const [, name, credential] = /^Environment=(\w+)=%d\/(\w+)$/m.exec(
      read('deploy/systemd/replica.conf'),
    )!
    expect(known(name!)).toBe(true)
    expect(read('deploy/systemd/replica.conf')).toContain(
      `\nLoadCredential=${credential}:/etc/glasshouse/${credential}\n`,
    )
  })
})

describe('what ends TLS in front', () => {
  test('nginx lets through the largest body that a call takes', () => {
    const [, megabytes] = /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')) ?? []
    const largest = Math.max(
      ...Object.values(endpoints).map((one: Endpoint) => one.largestBody ?? 0),
    )
    expect(Number(megabytes) * 1024 * 1024).toBe(largest)
  })
  test.each(['deploy/Caddyfile', 'deploy/nginx.conf'])(
    '%s names settings that are good',
    (path) => {
      const text = read(path)
      for (const [, name, value] of text.matchAll(/\b(PUBLIC_URL|GLASSHOUSE_TRUST_PROXY)=(\S+)/g))
        expect(() => settings[name as 'PUBLIC_URL'].value.parse(value)).not.toThrow()
      expect(text).toContain(`127.0.0.1:${settings.PORT.default}`)
    },
  )
})
