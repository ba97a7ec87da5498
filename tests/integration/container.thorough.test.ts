/** The image is built and run as an operator would, but on bases of our own making: read-only, without capabilities, as nobody's user. */
import { execFile, spawnSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { missingParts } from '../support/outside.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import {
  projectFolder,
  runMigrate,
  startServer,
  startWorker,
  stopServers,
} from '../support/server.ts'

const run = promisify(execFile)
const reason = missingParts('root', 'buildah', 'podman', 'mmdebstrap', 'unshare', 'npm')

const names = { build: 'localhost/glasshouse-test-build', base: 'localhost/glasshouse-test-base' }
const image = 'localhost/glasshouse-test'
const aLongTime = 1_500_000
const quiet = { maxBuffer: 64_000_000, timeout: aLongTime, cwd: projectFolder }

async function buildImage(): Promise<void> {
  const npm = dirname(
    dirname(realpathSync((await run('sh', ['-c', 'command -v npm'])).stdout.trim())),
  )
  const script = join(projectFolder, 'tests/support/container-bases.sh')
  const isThere = (name: string) => spawnSync('podman', ['image', 'exists', name]).status === 0
  if (!Object.values(names).every(isThere))
    await run('sh', [script, names.build, names.base, process.execPath, npm], quiet)
  const args = ['BUILD_BASE', 'BASE'].flatMap((name, place) => [
    '--build-arg',
    `${name}=${[names.build, names.base][place]}`,
  ])
  const bud = [
    'bud',
    '--format',
    'docker',
    '--layers',
    '--isolation',
    'chroot',
    '--network',
    'host',
  ]
  await run('buildah', [...bud, ...args, '--tag', image, '.'], quiet)
}

/** In a name space of its own without the unified cgroups, which podman can't use where no systemd runs. */
const inContainer = (env: Record<string, string>, ...args: string[]): [string, ...string[]] => [
  'unshare',
  '--mount',
  'sh',
  '-c',
  'umount /sys/fs/cgroup/unified 2>/dev/null; exec "$@"',
  'sh',
  ...'podman run --rm --read-only --cap-drop all --ulimit nofile=4096:4096 --ulimit nproc=4096:4096 --cgroups=disabled --network host --no-healthcheck --tmpfs /data:mode=1777'.split(
    ' ',
  ),
  ...Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
  image,
  ...args,
]

/** What is promised of a start with a database of one's own, its sample world told as well. */
const readyWithinMs = 10_000

describe('the container', async () => {
  const database = await createOperatorsDatabase()
  const { searchParams, pathname, port } = new URL(database.url)
  // The tests' database is reached by a socket that its owner alone gets through to.
  const door = createServer((client) => {
    const inside = connect(`${searchParams.get('host')}/.s.PGSQL.${port}`)
    client.pipe(inside).pipe(client)
    for (const one of [client, inside]) one.on('error', () => client.destroy())
  })
  afterAll(async () => {
    await stopServers()
    door.close()
  })

  test.skipIf(reason !== null)(
    `is small, starts, answers, works and stops${reason === null ? '' : ` (skipped: ${reason}; deploy.thorough.test.ts does the same on a read-only tree)`}`,
    { timeout: aLongTime },
    async () => {
      await buildImage()
      const { stdout } = await run('podman', ['image', 'inspect', image, '--format', '{{.Size}}'])
      expect(Number(stdout)).toBeLessThan(400_000_000)
      await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
      const databaseUrl = `postgres://${database.server}@127.0.0.1:${(door.address() as AddressInfo).port}${pathname}`
      expect((await runMigrate({ DATABASE_OWNER_URL: database.ownerUrl })).code).toBe(0)
      const env = {
        DATABASE_URL: databaseUrl,
        GLASSHOUSE_SECRET: 'a-secret-of-the-tests-0123456789-abcdef',
        PUBLIC_URL: 'http://localhost:33071',
        PORT: '33071',
        METRICS_PORT: '0',
      }
      const site = await startServer({ command: inContainer(env) }, undefined, readyWithinMs)
      expect((await fetch(site.url)).status).toBe(200)
      const worker = await startWorker({ command: inContainer(env, 'node', 'src/worker.ts') })
      const ready = await fetch(worker.metricsUrl.replace('/metrics', '/readyz'))
      expect(await ready.json()).toEqual({ status: 'ready' })
      for (const one of [worker, site]) expect(await one.stop()).toEqual({ code: 0, signal: null })
      expect(site.output().stderr).not.toMatch(/EROFS|EACCES|stopped before/)
    },
  )
})
