/**
 * The containers of deploy/compose.yaml as deploy.md has them, to a firm in live that has paid, was restored to a moment, and pays
 * again. Each block is run as printed. Where there is no Docker, tests/support/docker-compose.ts reads the file, and podman runs it;
 * the bases of the images are Debian's (tests/support/container-bases.sh), PostgreSQL's with an entry point that does the same.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { startBrowser } from '../support/browser.ts'
import { newFolder } from '../support/folder.ts'
import { startHttpsProxy } from '../support/https-proxy.ts'
import { inMailsOf } from '../support/live-firm.ts'
import { honestPack, writePack } from '../support/live-pack.ts'
import { startMachine } from '../support/machine.ts'
import { startMailServer } from '../support/mail-server.ts'
import { missingParts } from '../support/outside.ts'
import { shellBlocks } from '../support/runbook-blocks.ts'
import {
  approveWithdrawal,
  letPayoutsGoOn,
  openByTwo,
  pay,
  receiveMoney,
} from '../support/runbook-firm.ts'
import { projectFolder } from '../support/server.ts'
import { filesOf } from '../support/source.ts'

const plugins = ['bridge', 'portmap', 'dnsname'].filter(
  (plugin) => !existsSync(`/usr/lib/cni/${plugin}`),
)
const why =
  missingParts(
    'root',
    'buildah',
    'podman',
    'mmdebstrap',
    'unshare',
    'ip',
    'dnsmasq',
    'curl',
    'npm',
  ) ?? (plugins.length > 0 ? `there is no CNI plugin ${plugins.join(', ')} here` : null)

const aLongTime = 2_400_000
const name = 'invest.example.org'
const project = 'glasshouse-test-compose'
const bases = {
  BUILD_BASE: 'localhost/glasshouse-test-build',
  BASE: 'localhost/glasshouse-test-base',
  DATABASE_BASE: 'localhost/glasshouse-test-database',
}

function makeBases(): void {
  const isThere = (image: string) => spawnSync('podman', ['image', 'exists', image]).status === 0
  if (Object.values(bases).every(isThere)) return
  const npm = dirname(
    dirname(
      realpathSync(execFileSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).trim()),
    ),
  )
  const script = join(projectFolder, 'tests/support/container-bases.sh')
  execFileSync(script, [bases.BUILD_BASE, bases.BASE, process.execPath, npm, bases.DATABASE_BASE], {
    stdio: 'inherit',
  })
}

/** What an operator has of the project: no test, no data, nothing that was built. */
async function copyRelease(): Promise<string> {
  const folder = await newFolder()
  for (const part of [
    ...['Dockerfile', '.dockerignore', '.npmrc', 'LICENSE', 'README.md', 'package.json'],
    ...['package-lock.json', 'vite.config.ts', 'react-router.config.ts'],
    ...filesOf('tsconfig*.json'),
    ...['content', 'db', 'deploy', 'docs', 'scripts', 'src'],
  ])
    await cp(join(projectFolder, part), join(folder, part), { recursive: true })
  return folder
}

describe('by compose, as printed', async () => {
  if (why !== null) return test.skip(why)
  const release = await copyRelease()
  const machine = await startMachine(
    ['mount -t proc proc /proc', 'umount /sys/fs/cgroup/unified 2> /dev/null || true'],
    { root: '/', cwd: release },
  )
  const mailServer = await startMailServer({ host: machine.outside, port: 25 })
  const proxy = await startHttpsProxy()
  const browser = await startBrowser(
    `--host-resolver-rules=MAP ${name} ${new URL(proxy.url).host.replace('localhost', '127.0.0.1')}`,
  )
  const programs = join(await newFolder(), 'bin')
  await mkdir(programs)
  const standIn = join(projectFolder, 'tests/support/docker-compose.ts')
  await writeFile(
    join(programs, 'docker'),
    `#!/bin/sh\nexec ${process.execPath} ${standIn} "$@"\n`,
    {
      mode: 0o755,
    },
  )
  const settings = {
    COMPOSE_PROJECT_NAME: project,
    GLASSHOUSE_TEST_BASES: Object.entries(bases)
      .map(([of, base]) => `${of}=${base}`)
      .join(' '),
  }
  const shell = machine.openShell({
    ...settings,
    PATH: `${programs}:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin`,
  })
  const compose = (...args: string[]) =>
    shell.run(`docker compose -f deploy/compose.yaml ${args.join(' ')}`)
  afterAll(async () => {
    await browser.close()
    const last = machine.openShell({
      COMPOSE_PROJECT_NAME: project,
      PUBLIC_URL: `https://${name}`,
      PATH: `${programs}:/usr/sbin:/usr/bin:/sbin:/bin`,
    })
    await last.run(`docker compose -f deploy/compose.yaml down --volumes`)
  })

  const [begin, backUp, invite, look, restore] = shellBlocks('deploy.md', 'With containers') as [
    string,
    string,
    string,
    string,
    string,
  ]
  const ownFirm = await writePack(honestPack())

  test(
    'a firm opens in live, pays, is restored to a moment, and pays again',
    { timeout: aLongTime },
    async () => {
      makeBases()
      // Where the registry of packages is reached: the machine has no way there, and finds these layers.
      execFileSync(join(programs, 'docker'), ['compose', '-f', 'deploy/compose.yaml', 'build'], {
        cwd: release,
        env: { ...process.env, ...settings, PUBLIC_URL: `https://${name}` },
      })
      await shell.run(
        begin.replace('/opt/our-firm', ownFirm).replace('mail.example.org', machine.outside),
      )
      // From outside, as what ends TLS on the machine itself has it.
      await shell.run(`${process.execPath} -e "
        require('node:net').createServer((one) => {
          const other = require('node:net').connect(3000, '127.0.0.1')
          for (const [from, to] of [[one, other], [other, one]]) from.pipe(to).on('error', () => from.destroy())
        }).listen(8080, '${machine.inside}')" > /dev/null 2>&1 &
        curl -sS --retry 60 --retry-all-errors --retry-delay 1 localhost:3000/readyz`)
      proxy.leadTo(8080, machine.inside)
      await compose('exec', 'server', 'node', 'deploy/healthy.ts')
      await compose('exec', 'worker', 'node', 'deploy/healthy.ts')
      const ask =
        "(await fetch('http://' + process.argv[1] + ':9464/metrics')).ok || process.exit(1)"
      for (const process of ['server', 'worker'])
        await compose(
          'run',
          '--rm',
          'backup',
          'node',
          '--input-type=module',
          '-e',
          `"${ask}"`,
          process,
        )

      const firm = {
        browser,
        origin: `https://${name}`,
        inMail: inMailsOf(mailServer),
        script: async (_file: string, [email]: string[] = []) => ({
          code: 0,
          signal: null,
          stdout: await shell.run(invite.replace('ada@example.org', email!)),
          stderr: '',
        }),
      }
      const opened = await openByTwo(firm, async () => {
        expect(await shell.run(backUp)).toContain('can be restored')
        const found = await shell.run(look)
        expect(found).toContain('Nothing is missing')
        expect(found).toContain('The books are in order')
      })
      await receiveMoney(firm, opened)
      const withdrawal = await approveWithdrawal(opened)
      const sql = (text: string) =>
        compose('exec', 'postgres', 'psql', '--username', 'postgres', '-Atc', `"${text}"`)
      const moment = await sql(
        "select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US+00')",
      )
      expect(await pay(opened, withdrawal, 'OUT 1')).toEqual([200, ''])
      await sql('select pg_switch_wal()')
      await compose('exec', 'postgres', 'pgbackrest', '--stanza=glasshouse', 'check')

      const said = await shell.run(restore.replace('2026-11-24 03:15:00+00', moment.trim()))
      expect(said).toContain('The books are in order')
      expect(said).toContain('The chains are whole')
      expect(said).toContain('1 payout is to be matched')
      await shell.run(
        'curl -sS --retry 60 --retry-all-errors --retry-delay 1 localhost:3000/readyz',
      )
      expect(await pay(opened, withdrawal, 'ANOTHER')).toEqual([
        409,
        expect.stringContaining('payouts_blocked'),
      ])
      expect(await pay(opened, withdrawal, 'OUT 1')).toEqual([200, ''])
      await letPayoutsGoOn(firm, opened)
      expect(await pay(opened, await approveWithdrawal(opened), 'OUT 2')).toEqual([200, ''])
      expect(opened.faults).toEqual([])
    },
  )
})
