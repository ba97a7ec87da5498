/** What an operator starts it with passes the checks of the programs that will read it, and the product runs where nothing can be written. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, connect, type AddressInfo } from 'node:net'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeCertificate } from '../support/certificate.ts'
import { signUp } from '../support/client.ts'
import { isRoot, missingParts, programPath, skippedBy } from '../support/outside.ts'
import { newFolder } from '../support/folder.ts'
import { checkHaproxy, haproxyRuns, haproxySettings, whyNoHaproxy } from '../support/haproxy.ts'
import { createOperatorsDatabase } from '../support/own-roles.ts'
import {
  projectFolder,
  runMigrate,
  smallWorld,
  startServer,
  startWorker,
  stopServers,
} from '../support/server.ts'
import { filesOf } from '../support/source.ts'

const run = promisify(execFile)
const deploy = join(projectFolder, 'deploy')

const caddy = programPath('caddy')
test.skipIf(caddy === null)(
  `caddy validate passes the Caddyfile${skippedBy(missingParts('caddy'))}`,
  async () => {
    const home = await newFolder()
    const file = join(deploy, 'Caddyfile')
    const env = { ...process.env, HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home }
    const given = ['validate', '--config', file, '--adapter', 'caddyfile']
    const { stdout, stderr } = await run(caddy!, given, { env })
    expect(stdout + stderr).toContain('Valid configuration')
    const broken = join(home, 'Caddyfile')
    await writeFile(broken, (await readFile(file, 'utf8')).replace('health_uri', 'health_url'))
    await expect(
      run(caddy!, ['validate', '--config', broken, '--adapter', 'caddyfile'], { env }),
    ).rejects.toThrow('health_url')
  },
)

const nginx = programPath('nginx')
test.skipIf(nginx === null)(
  `nginx -t passes nginx.conf${skippedBy(missingParts('nginx'))}`,
  async () => {
    const { folder } = await makeCertificate('invest.example.org')
    const site = (await readFile(join(deploy, 'nginx.conf'), 'utf8')).replaceAll(
      /\/etc\/letsencrypt\/live\/invest\.example\.org/g,
      folder,
    )
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    )
    const main = join(folder, 'main.conf')
    const check = async (text: string) => {
      await writeFile(
        main,
        `pid ${folder}/pid;\nevents {}\nhttp { access_log off; ${temporary.join(' ')}\n${text}\n}\n`,
      )
      return run(nginx!, ['-t', '-p', folder, '-c', main])
    }
    expect((await check(site)).stderr).toContain('test is successful')
    await expect(check(site.replace('proxy_buffering', 'proxy_bufering'))).rejects.toThrow(
      'proxy_bufering',
    )
  },
)

test.skipIf(!haproxyRuns)(`haproxy -c passes haproxy.cfg${whyNoHaproxy}`, async () => {
  const { folder, settings } = await haproxySettings('invest.example.org')
  const file = join(folder, 'haproxy.cfg')
  const check = async (text: string) => {
    await writeFile(file, text)
    return checkHaproxy(file)
  }
  expect(await check(settings)).toMatchObject({ taken: true })
  expect(await check(settings.replace('balance', 'balanse'))).toEqual({
    taken: false,
    says: expect.stringContaining('balanse'),
  })
})

const noSystemd = missingParts('systemd-analyze')
test.skipIf(noSystemd !== null)(
  `systemd-analyze verify passes the units${skippedBy(noSystemd)}`,
  async () => {
    const folder = await newFolder()
    const units = await Promise.all(
      filesOf('deploy/systemd/*.service').map(async (path) => {
        const unit = join(folder, basename(path))
        const text = await readFile(join(projectFolder, path), 'utf8')
        await writeFile(unit, text.replaceAll('/opt/glasshouse', projectFolder))
        return unit
      }),
    )
    const replica = await readFile(join(deploy, 'systemd/replica.conf'), 'utf8')
    const more = join(folder, 'glasshouse-server.service.d')
    await mkdir(more)
    await writeFile(join(more, 'replica.conf'), replica)
    const { stdout, stderr } = await run('systemd-analyze', ['verify', ...units])
    expect(stdout + stderr).toBe('')
    for (const unit of units) {
      const judged = await run('systemd-analyze', [
        'security',
        '--offline=true',
        '--threshold=20',
        unit,
      ])
      expect(judged.stdout).toContain('OK')
    }
    await writeFile(units[0]!, (await readFile(units[0]!, 'utf8')).replace('Type=', 'Typ='))
    const broken = await run('systemd-analyze', ['verify', units[0]!]).catch((error) => error)
    expect(broken.stderr).toContain('Typ')
    await writeFile(join(more, 'replica.conf'), replica.replace('LoadCredential', 'LoadCredenial'))
    const server = join(folder, 'glasshouse-server.service')
    const alsoBroken = await run('systemd-analyze', ['verify', server]).catch((error) => error)
    expect(alsoBroken.stderr).toContain('LoadCredenial')
  },
)

const stranger = { uid: 10_101, gid: 10_101 }
const strangerReachesNode =
  isRoot && spawnSync(process.execPath, ['--version'], { ...stranger, cwd: '/' }).status === 0
const canUnshare =
  strangerReachesNode &&
  spawnSync('unshare', ['--mount', 'mount', '-o', 'remount,bind,ro', '/']).status === 0
const why = canUnshare
  ? ''
  : ' (skipped: it takes root, a Node that others can run, and namespaces)'

describe('where nothing can be written, as a user above 10000 without capabilities', async () => {
  const database = await createOperatorsDatabase()
  // The tests' database is reached by a socket that its owner alone gets through to.
  const { searchParams, pathname, port: socketPort } = new URL(database.url)
  const door = createServer((client) => {
    const inside = connect(`${searchParams.get('host')}/.s.PGSQL.${socketPort}`)
    client.pipe(inside).pipe(client)
    for (const one of [client, inside]) one.on('error', () => client.destroy())
  })
  let databaseUrl = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
    databaseUrl = `postgres://${database.server}@127.0.0.1:${(door.address() as AddressInfo).port}${pathname}`
    expect((await runMigrate({ DATABASE_OWNER_URL: database.ownerUrl })).code).toBe(0)
  })
  afterAll(async () => {
    await stopServers()
    door.close()
  })

  /** Every file system is made read-only for it, /tmp too. */
  const confined = (...args: string[]): [string, ...string[]] => [
    'unshare',
    '--mount',
    'sh',
    '-c',
    `for where in $(awk '{ print $2 }' /proc/self/mounts | grep -v '^/proc' | sort -ru); do mount -o remount,bind,ro "$where" 2>/dev/null; done
     touch /tmp/written 2>/dev/null && exit 9
     exec setpriv --reuid=${stranger.uid} --regid=${stranger.gid} --clear-groups --bounding-set=-all --no-new-privs -- "$@"`,
    'sh',
    process.execPath,
    ...args,
  ]
  const nowhere = '/nonexistent/glasshouse'
  const env = { ...smallWorld, GLASSHOUSE_DATA: nowhere, TMPDIR: nowhere, NODE_COMPILE_CACHE: '' }

  test.skipIf(!canUnshare)(
    `server and worker start and stop, and people sign up${why}`,
    async () => {
      const given = { databaseUrl, env, dataFolder: await newFolder() }
      const site = await startServer({
        ...given,
        command: confined('src/server.ts', '--without-worker'),
      })
      const worker = await startWorker({ ...given, command: confined('src/worker.ts') })
      await signUp(site.url)
      expect((await fetch(site.url)).status).toBe(200)
      for (const one of [site, worker]) {
        expect(await one.stop()).toEqual({ code: 0, signal: null })
        // What it has seen of the books is all that it would have kept: it says so, once.
        const missed = one
          .output()
          .stderr.split('\n')
          .filter((line) => /EROFS|EACCES|ENOENT/.test(line))
        expect(missed).toEqual([expect.stringContaining('cannot be kept')])
      }
      expect(existsSync(nowhere)).toBe(false)
    },
  )
})
